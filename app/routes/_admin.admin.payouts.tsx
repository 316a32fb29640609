import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { payoutsPath as path } from "~/features/admin/admin-paths";
import { MonthNav } from "~/features/admin/month-nav";
import { syncFailure } from "~/features/admin/orders/orders";
import { PayoutSumTable } from "~/features/admin/payouts/payout-sum";
import { PayoutTable } from "~/features/admin/payouts/payout-table";
import { ReadingNotice, readingToast, SyncPayouts } from "~/features/admin/payouts/reading-notice";
import { privateMeta } from "~/lib/page-meta";
import { errorToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { Card, EmptyState } from "~/ui/card";
import { HeadRow } from "~/ui/page-head";
import { Lede } from "~/ui/text";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Payouts");

export async function loader(args: LoaderFunctionArgs) {
  const month = new URL(args.request.url).searchParams.get("month") ?? undefined;
  return load(adminApi(args).payments.listPayouts({ month }));
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const { search } = new URL(args.request.url);
  const synced = await attemptLogged(args, api.payments.syncPayouts(), syncFailure);
  const toast = synced.ok ? readingToast(synced.value.failure) : errorToast("Sync failed", synced.message);
  return redirectWithToast(args, path + search, toast);
}

export default function PayoutsPage() {
  const { period, reading, waiting, sums, payouts } = useLoaderData<typeof loader>();
  return (
    <>
      <HeadRow>
        <h1 className="text-display">Payouts</h1>
        <div className="flex flex-wrap gap-2">
          <SyncPayouts path={path} />
          <MonthNav path={path} period={period} />
        </div>
      </HeadRow>
      <Lede>{period.label}: what Stripe paid to your bank account, and what it kept as fees.</Lede>
      <ReadingNotice reading={reading} />
      {waiting.map((amount) => (
        <p key={amount}>
          <b>{amount}</b> is in your Stripe balance and not paid out yet.
        </p>
      ))}
      {sums.length > 0 && (
        <div className="grid gap-6 md:grid-cols-2">
          {sums.map(({ currency, payouts: count, lines, arrived }) => (
            <Card key={currency} title={`Arrived: ${arrived}`}>
              <PayoutSumTable
                caption={`What arrived in ${currency}`}
                lines={lines}
                total={{ label: count === 1 ? "In 1 payout" : `In ${count} payouts`, amount: arrived }}
              />
            </Card>
          ))}
        </div>
      )}
      {payouts.length === 0 ? (
        <EmptyState>Stripe paid nothing out in {period.label}.</EmptyState>
      ) : (
        <PayoutTable payouts={payouts} month={period.label} />
      )}
      <p>
        <Link to={`/admin/payments?month=${period.month}`}>Payments of {period.label}, compared with Stripe’s</Link>
      </p>
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
