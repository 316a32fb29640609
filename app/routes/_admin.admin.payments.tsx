import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { LedgerNotice, WebhookHealth } from "~/features/admin/orders/service-notices";
import { LedgerForeign, LedgerTable } from "~/features/admin/orders/ledger-table";
import { orderSyncToast, syncFailure } from "~/features/admin/orders/orders";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, type Toast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm } from "~/server/form.server";
import { ledgerSync } from "~/server/schemas.server";
import { EmptyState } from "~/ui/card";
import { Pagination } from "~/ui/pagination";
import { Lede } from "~/ui/text";
import { StatCards } from "~/ui/facts";
import { HeadRow } from "~/ui/page-head";
import { owedByHandAddress, payoutsPath } from "~/features/admin/admin-paths";
import { MonthNav } from "~/features/admin/month-nav";
import { ReadingNotice, readingToast, SyncPayouts } from "~/features/admin/payouts/reading-notice";

export { privateHeaders as headers } from "~/lib/page-meta";

const path = "/admin/payments";

export const meta = privateMeta("Payments");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const query = Object.fromEntries(new URL(args.request.url).searchParams);
  return load(api.payments.listLedger({ month: query.month, page: query.page }));
}

export async function action(args: ActionFunctionArgs) {
  adminApi(args);
  const { search } = new URL(args.request.url);
  const submission = await readForm(args.request, ledgerSync);
  if (submission.status !== "success") throw new Response("Not Found", { status: 404 });
  const { paymentId } = submission.value;
  const toast = await (paymentId ? syncPayment(args, paymentId) : syncAll(args));
  return redirectWithToast(args, path + search, toast);
}

async function syncPayment(args: ActionFunctionArgs, paymentId: string): Promise<Toast> {
  const synced = await attemptLogged(args, adminApi(args).payments.reconcile({ paymentId }), syncFailure);
  return synced.ok ? orderSyncToast(synced.value) : errorToast("Sync failed", synced.message);
}

async function syncAll(args: ActionFunctionArgs): Promise<Toast> {
  const synced = await attemptLogged(args, adminApi(args).payments.syncPayouts(), syncFailure);
  return synced.ok ? readingToast(synced.value.failure) : errorToast("Sync failed", synced.message);
}

export default function PaymentsPage() {
  const { period, counts, outside, brought, webhooks, books, ...ledger } = useLoaderData<typeof loader>();
  const { foreign, stripeFailure, lines, page, reading, income } = ledger;
  const { search } = useLocation();
  const { formData, formMethod } = useNavigation();
  const syncing = formMethod === "POST" ? formData?.get("paymentId") : null;
  return (
    <>
      <HeadRow>
        <h1 className="text-display">Payments</h1>
        <div className="flex flex-wrap gap-2">
          <SyncPayouts path={path} />
          <MonthNav path={path} period={period} />
        </div>
      </HeadRow>
      <Lede>{period.label}: your books compared with Stripe’s, and payments made outside Stripe.</Lede>
      {income && (
        <p>
          Income: <b>{income}</b>, as Insights count it: payments less refunds that have been made and disputes that
          were lost. The sale of a gift card counts once something is bought with it.
        </p>
      )}
      <OutsidePanel outside={outside} month={period.label} />
      <h2 className="text-heading">At Stripe</h2>
      <p>
        {brought.length > 0 && `This site’s payments, refunds and disputes: ${brought.join("; ")}. `}
        <Link to={`${payoutsPath}?month=${period.month}`}>Payouts to your bank account</Link>
      </p>
      <ReadingNotice reading={reading} />
      {brought.length > 0 && <p>What has come since is in the list below and not yet in this sum.</p>}
      <WebhookHealth service="Stripe" health={webhooks} />
      <Counts counts={counts} />
      <LedgerNotice {...counts} stripeFailure={stripeFailure} retryTo={path + search} />
      {lines.length === 0 ? (
        <EmptyState>Nothing was paid or refunded through Stripe in {period.label}.</EmptyState>
      ) : (
        <LedgerTable lines={lines} action={path + search} syncing={typeof syncing === "string" ? syncing : null} />
      )}
      <Pagination page={page} noun="entries" addressOf={(number) => `${path}?month=${period.month}&page=${number}`} />
      <LedgerForeign foreign={foreign} />
      {books.map((book) => (
        <BookPanel key={book.name} book={book} />
      ))}
    </>
  );
}

type OutsidePanelProps = { outside: ReturnType<typeof useLoaderData<typeof loader>>["outside"]; month: string };

/** Outside payments and their refunds, which only the admin can verify. */
function OutsidePanel({ outside: { paid, returned, owed }, month }: OutsidePanelProps) {
  return (
    <section className="grid gap-2">
      <h2 className="text-heading">Outside Stripe</h2>
      <p>
        {paid.amount
          ? `${countOf(paid.count, "payment")} in ${month}, ${paid.amount} in all.`
          : `Nothing was paid outside Stripe in ${month}.`}{" "}
        {returned.amount && `${countOf(returned.count, "refund")} made by hand, ${returned.amount} in all.`}
      </p>
      {owed.amount ? (
        <p>
          <b>{owed.amount}</b> of {countOf(owed.count, "order")} is still for you to refund.{" "}
          <Link to={owedByHandAddress()}>See what to refund</Link>
        </p>
      ) : (
        <p>There is nothing for you to refund.</p>
      )}
    </section>
  );
}

type BookPanelProps = { book: ReturnType<typeof useLoaderData<typeof loader>>["books"][number] };

/** Shows what all that was sold of a kind, in whatever month, gave and holds, beside what was paid for it. */
const BookPanel = ({ book: { name, sums, unexplained } }: BookPanelProps) => (
  <section className="grid gap-2">
    <h2 className="text-heading">{name}, all together</h2>
    {sums.map((line) => (
      <p key={line}>{line}.</p>
    ))}
    <p>{unexplained.length} unexplained.</p>
    {unexplained.length > 0 && (
      <ul>
        {unexplained.map(({ ref, name: title, to, problem }) => (
          <li key={ref}>
            <Link to={to}>{title}</Link>: {problem}
          </li>
        ))}
      </ul>
    )}
  </section>
);

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

function Counts({ counts }: { counts: ReturnType<typeof useLoaderData<typeof loader>>["counts"] }) {
  return (
    <StatCards
      stats={[
        { label: "Unexplained", value: counts.unexplained, ...(counts.unexplained > 0 && { tone: "red" as const }) },
        { label: "Payments", value: counts.payments },
        { label: "Refunds", value: counts.refunds },
        { label: "Disputes", value: counts.disputes },
      ]}
    />
  );
}

export { AdminErrorScreen as ErrorBoundary };
