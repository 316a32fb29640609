import type { Ledger, LedgerLine } from "@server/office/orders/ledger/list-ledger";
import { Badge, type BadgeTone } from "~/ui/badge";
import { Button, ButtonLink } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { syncFailed } from "./orders";
import { type Column, DataTable, RowLink } from "~/ui/table";
import { orderAddress } from "~/features/admin/admin-paths";
import { HeadedSection } from "~/ui/headed-section";

type LedgerTableProps = {
  lines: LedgerLine[];
  action: string;
  /** The payment whose sync is running. */
  syncing: string | null;
};

/** Lists payments and refunds, unexplained ones first. */
export const LedgerTable = ({ lines, action, syncing }: LedgerTableProps) => (
  <DataTable
    caption="Payments and refunds at Stripe, compared with orders"
    columns={columnsFor(action, syncing)}
    rows={lines}
    keyOf={({ key }) => key}
  />
);

const columnsFor = (action: string, syncing: string | null): Column<LedgerLine>[] => [
  { label: "Date", place: "date", cell: ({ date }) => date },
  { label: "Customer and email", place: "title", cell: (line) => <Payer line={line} back={action} /> },
  {
    label: "Item and reference",
    place: "detail",
    cell: ({ order, kind }) => (
      <>
        {order?.item}
        <small>{[ledgerKinds[kind], order && `${order.reference}, ${order.status}`].filter(Boolean).join(" · ")}</small>
      </>
    ),
  },
  { label: "Amount", place: "number", cell: ({ amount }) => amount },
  { label: "At Stripe", place: "lastDetail", cell: ({ stripeId }) => <StripeId id={stripeId} /> },
  { label: "Status", place: "badge", cell: (line) => <Comparison line={line} /> },
  {
    label: "Actions",
    place: "action",
    cell: (line) => {
      if (line.toRefund) return <RefundLink line={line} back={action} />;
      return line.problem && <SyncPayment line={line} action={action} isSyncing={line.paymentId === syncing} />;
    },
  },
];

function Payer({ line: { order }, back }: { line: LedgerLine; back: string }) {
  if (!order) return "An unknown payer";
  return (
    <>
      <RowLink to={orderAddress(order, null, { back })}>{order.name}</RowLink>
      <small>{order.email}</small>
    </>
  );
}

function Comparison({ line: { note, problem, state } }: { line: LedgerLine }) {
  return (
    <>
      {note && <Badge tone="yellow">{note}</Badge>}
      {problem ? (
        <Badge tone="red" wrap="always">
          {problems[problem]}
        </Badge>
      ) : (
        <Badge tone={tones[state]}>{capitalise(state)}</Badge>
      )}
    </>
  );
}

function RefundLink({ line: { order, toRefund }, back }: { line: LedgerLine; back: string }) {
  if (!order || !toRefund) return null;
  return (
    <ButtonLink
      size="small"
      className="relative whitespace-nowrap"
      to={orderAddress(order, "refund", { back })}
      aria-label={`Refund ${toRefund} to ${order.name}`}
    >
      Refund {toRefund}
    </ButtonLink>
  );
}

type SyncPaymentProps = { line: LedgerLine; action: string; isSyncing: boolean };

function SyncPayment({ line: { order, amount, paymentId }, action, isSyncing }: SyncPaymentProps) {
  if (!paymentId) return null;
  return (
    <PostForm className="relative" action={action} isBusy={isSyncing} failure={syncFailed}>
      <input type="hidden" name="paymentId" value={paymentId} />
      <Button
        kind="quiet"
        size="small"
        type="submit"
        aria-label={`Sync the payment of ${order?.name ?? "an unknown payer"}, ${amount}`}
        aria-disabled={isSyncing || undefined}
      >
        {isSyncing ? "Processing..." : "Sync"}
      </Button>
    </PostForm>
  );
}

function StripeId({ id }: { id: string | null }) {
  return id && <small className="max-w-56">{id}</small>;
}

const capitalise = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

const ledgerKinds: Record<LedgerLine["kind"], string> = {
  payment: "Payment",
  refund: "Refund",
  dispute: "Dispute",
  page: "Payment page",
  order: "Without a payment",
};

const tones: Record<string, BadgeTone> = {
  paid: "green",
  refunded: "blue",
  "on its way": "yellow",
  open: "yellow",
  "needs response": "yellow",
  "under review": "yellow",
  failed: "red",
  lost: "red",
};

const problems: Record<NonNullable<LedgerLine["problem"]>, string> = {
  unknown_here: "At Stripe, not here",
  unknown_at_stripe: "Here, not at Stripe",
  not_recorded: "Paid at Stripe, unpaid here",
  amounts_differ: "The amounts differ",
  states_differ: "Stripe says otherwise",
  refund_owed: "Refund missing",
  paid_twice: "Paid twice",
  place_unpaid: "Booked as paid, no money",
  page_open: "Payment page open, place released",
};

/** Lists payments that other programs made with the same Stripe account, which are not part of our ledger. */
export function LedgerForeign({ foreign }: { foreign: Ledger["foreign"] }) {
  if (foreign.total === 0) return null;
  const isPart = foreign.lines.length < foreign.total;
  return (
    <HeadedSection heading="Not ours">
      <p>
        {foreign.total === 1 ? "1 entry" : `${foreign.total} entries`} in your Stripe account{" "}
        {foreign.total === 1 ? "belongs" : "belong"} to something other than this site, and{" "}
        {foreign.total === 1 ? "is" : "are"} not counted above.{isPart && ` The newest ${foreign.lines.length}:`}
      </p>
      <DataTable
        caption="Payments at Stripe from outside this site"
        columns={foreignColumns}
        rows={foreign.lines}
        keyOf={({ key }) => key}
      />
    </HeadedSection>
  );
}

const foreignColumns: Column<LedgerLine>[] = [
  { label: "Date", place: "date", cell: ({ date }) => date },
  { label: "What", place: "title", cell: ({ kind }) => ledgerKinds[kind] },
  { label: "Amount", place: "number", cell: ({ amount }) => amount },
  { label: "At Stripe", place: "lastDetail", cell: ({ stripeId }) => <StripeId id={stripeId} /> },
  { label: "Status", place: "badge", cell: ({ state }) => <Badge>{state}</Badge> },
];
