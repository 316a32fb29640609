import type { Ledger, LedgerLine } from "@server/orders/ledger/list-ledger";
import { Badge, type BadgeTone } from "~/ui/badge";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { syncFailed } from "./orders";
import { cellStyles, Table } from "~/ui/table";

type LedgerTableProps = {
  lines: LedgerLine[];
  action: string;
  /** The payment whose sync is running. */
  syncing: string | null;
};

/** Lists payments and refunds, unexplained ones first. */
export function LedgerTable({ lines, action, syncing }: LedgerTableProps) {
  return (
    <Table caption="Payments and refunds at Stripe, compared with orders">
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Customer and email</th>
          <th scope="col">Item and reference</th>
          <th scope="col" className="lg:text-right">
            Amount
          </th>
          <th scope="col">At Stripe</th>
          <th scope="col">Status</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <LedgerRow key={line.key} line={line} action={action} isSyncing={line.paymentId === syncing} />
        ))}
      </tbody>
    </Table>
  );
}

type LedgerRowProps = { line: LedgerLine; action: string; isSyncing: boolean };

function LedgerRow({ line, action, isSyncing }: LedgerRowProps) {
  const { order, problem, paymentId } = line;
  return (
    <tr>
      <td className={cellStyles.bottomLeft}>{line.date}</td>
      <td className={cellStyles.topLeft}>
        {order ? order.name : "An unknown payer"}
        {order && <small>{order.email}</small>}
      </td>
      <td className={cellStyles.middleLeft}>
        {order?.item}
        <small>
          {[ledgerKinds[line.kind], order && `${order.reference}, ${order.status}`].filter(Boolean).join(" · ")}
        </small>
      </td>
      <td className={cellStyles.middleRight}>{line.amount}</td>
      <td className={cellStyles.fifthRow}>
        <StripeId id={line.stripeId} />
      </td>
      <td className={cellStyles.topRight}>
        {line.note && <Badge tone="yellow">{line.note}</Badge>}
        {problem ? (
          <Badge tone="red" wrap="always" className="max-w-40 lg:max-w-none">
            {problems[problem]}
          </Badge>
        ) : (
          <Badge tone={tones[line.state]}>{capitalised(line.state)}</Badge>
        )}
      </td>
      <td className={cellStyles.bottomRight}>
        {problem && paymentId && (
          <PostForm action={action} isBusy={isSyncing} failure={syncFailed}>
            <input type="hidden" name="paymentId" value={paymentId} />
            <Button
              kind="quiet"
              size="small"
              type="submit"
              aria-label={`Sync the payment of ${order?.name ?? "an unknown payer"}, ${line.amount}`}
              aria-disabled={isSyncing || undefined}
            >
              {isSyncing ? "Processing..." : "Sync"}
            </Button>
          </PostForm>
        )}
      </td>
    </tr>
  );
}

function StripeId({ id }: { id: string | null }) {
  return id && <small className="block max-w-56">{id}</small>;
}

const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

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
  refund_owed: "Paid, no place, refund missing",
  paid_twice: "Paid twice",
  place_unpaid: "Booked as paid, no money",
  page_open: "Payment page open, place released",
};

/** Payments that other programs made with the same Stripe account; not part of our ledger. */
export function LedgerForeign({ foreign }: { foreign: Ledger["foreign"] }) {
  if (foreign.total === 0) return null;
  const isPart = foreign.lines.length < foreign.total;
  return (
    <section className="grid gap-3" aria-labelledby="not-ours">
      <h2 className="text-heading" id="not-ours">
        Not ours
      </h2>
      <p>
        {foreign.total === 1 ? "1 entry" : `${foreign.total} entries`} in your Stripe account{" "}
        {foreign.total === 1 ? "belongs" : "belong"} to something other than this site, and{" "}
        {foreign.total === 1 ? "is" : "are"} not counted above.{isPart && ` The newest ${foreign.lines.length}:`}
      </p>
      <Table caption="Payments at Stripe from outside this site">
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">What</th>
            <th scope="col" className="lg:text-right">
              Amount
            </th>
            <th scope="col">At Stripe</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {foreign.lines.map((line) => (
            <ForeignRow key={line.key} line={line} />
          ))}
        </tbody>
      </Table>
    </section>
  );
}

function ForeignRow({ line }: { line: LedgerLine }) {
  return (
    <tr>
      <td className={cellStyles.bottomLeft}>{line.date}</td>
      <td className={cellStyles.middleLeft}>{ledgerKinds[line.kind]}</td>
      <td className={cellStyles.middleRight}>{line.amount}</td>
      <td className={cellStyles.fifthRow}>
        <small className="block max-w-56">{line.stripeId}</small>
      </td>
      <td className={cellStyles.topRight}>
        <Badge>{line.state}</Badge>
      </td>
    </tr>
  );
}
