import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { payoutsPath } from "~/features/admin/admin-paths";
import { PayoutLines } from "~/features/admin/payouts/payout-lines";
import { PayoutSumTable } from "~/features/admin/payouts/payout-sum";
import { payoutAddress, payoutStatus, payoutTone } from "~/features/admin/payouts/payouts";
import { listAddress } from "~/lib/list-address";
import { privateMeta } from "~/lib/page-meta";
import { idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { Badge } from "~/ui/badge";
import { Card, EmptyState } from "~/ui/card";
import { Notice } from "~/ui/notice";
import { BackLink, PageHead } from "~/ui/page-head";
import { Pagination } from "~/ui/pagination";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Payout", "Payout not found");

export async function loader(args: LoaderFunctionArgs) {
  const { page } = Object.fromEntries(new URL(args.request.url).searchParams);
  return load(adminApi(args).payments.getPayout({ id: idOf(args), page }));
}

export default function PayoutPage() {
  const { id, status, failure, stripePayoutId, arrives, amount, isByHand, isRead, sum, lines, page } =
    useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  return (
    <>
      <BackLink to={payoutsPath}>Payouts</BackLink>
      <PageHead title={`${amount}, ${arrives}`} />
      {status === "failed" && (
        <Notice kind="error" isAnnounced={false}>
          <b className="block">This payout failed</b> {failure} The money went back to your Stripe balance. Check the
          bank account in Stripe’s dashboard.
        </Notice>
      )}
      <Card title="Sum" badge={<Badge tone={payoutTone(status)}>{payoutStatus(status)}</Badge>}>
        <PayoutSumTable caption="What this payout adds up from" lines={sum} total={{ label: "Payout", amount }} />
        <p className="text-small wrap-anywhere">{stripePayoutId}</p>
      </Card>
      {isByHand && (
        <Notice kind="information" isAnnounced={false}>
          This payout was made by hand, so Stripe does not say which payments it holds.
        </Notice>
      )}
      {!isByHand && !isRead && (
        <Notice kind="information" isAnnounced={false}>
          What this payout holds was not read from Stripe yet.
        </Notice>
      )}
      {isRead && lines.length === 0 && <EmptyState>This payout holds nothing that Stripe lists.</EmptyState>}
      {lines.length > 0 && <PayoutLines lines={lines} back={pathname + search} />}
      <Pagination page={page} noun="entries" addressOf={(number) => listAddress(payoutAddress(id), {}, number)} />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
