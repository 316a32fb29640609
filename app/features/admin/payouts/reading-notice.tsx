import type { PayoutReading } from "@server/selling/orders/payouts/list-payouts";
import { stripeReasons } from "~/features/admin/orders/service-notices";
import { Notice } from "~/ui/notice";

const reasons = {
  ...stripeReasons,
  not_permitted:
    "This site’s Stripe key may not read payouts: give the restricted key read access to Payouts and to Balance transaction sources in Stripe’s dashboard.",
};

export const reasonNotRead = (failure: NonNullable<PayoutReading["failure"]>): string => reasons[failure];

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
