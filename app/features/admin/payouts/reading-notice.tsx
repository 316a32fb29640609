import { useLocation } from "@remix-run/react";
import type { PayoutReading } from "@server/office/orders/payouts/list-payouts";
import { syncFailed } from "~/features/admin/orders/orders";
import { stripeReasons } from "~/features/admin/orders/service-notices";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { errorToast, successToast, type Toast } from "~/lib/toast";
import { Notice } from "~/ui/notice";
import { PostForm, SubmitButton } from "~/ui/post-form";

const reasons = {
  ...stripeReasons,
  not_permitted:
    "This site’s Stripe key may not read payouts: give the restricted key read access to Payouts and to Balance transaction sources in Stripe’s dashboard.",
};

const reasonNotRead = (failure: NonNullable<PayoutReading["failure"]>): string => reasons[failure];

/** Returns what to say after payouts and fees were read, or were not. */
export const readingToast = (failure: PayoutReading["failure"]): Toast =>
  failure ? errorToast("Sync failed", reasonNotRead(failure)) : successToast("Payouts synchronized");

/** Posts to the page itself, which reads payouts and fees from Stripe. */
export function SyncPayouts({ path }: { path: string }) {
  const { search } = useLocation();
  const isBusy = useIsPosting(path + search);
  return (
    <PostForm action={path + search} isBusy={isBusy} failure={syncFailed}>
      <SubmitButton kind="quiet" size="small" isBusy={isBusy}>
        Sync with Stripe
      </SubmitButton>
    </PostForm>
  );
}

/** Says when payouts were read from Stripe, and why not since. */
export function ReadingNotice({ reading: { readAt, failure } }: { reading: PayoutReading }) {
  return (
    <>
      <p className="text-ink-soft">
        {readAt ? `Read from Stripe: ${readAt}.` : "Nothing was read from Stripe yet."} It happens every night, and when
        Stripe reports a payout.
      </p>
      {failure && (
        <Notice kind="warning" isAnnounced={false}>
          <b className="block">The last attempt failed</b> {reasonNotRead(failure)}
        </Notice>
      )}
    </>
  );
}
