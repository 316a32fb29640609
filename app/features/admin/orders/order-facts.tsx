import type { OrderDetails } from "@server/office/orders/order";
import type { StepByHand } from "@server/payments/schemas";
import { InvoiceLinks } from "~/features/invoices/invoice-sheet";
import { whereItGoes } from "~/features/waitlist/waitlist";
import { ButtonLink } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { StatusBadge } from "~/ui/badge";
import { cardFrame } from "~/ui/card";
import { TextLink } from "~/ui/link";
import { orderAddress } from "~/features/admin/admin-paths";
import { payoutAddress, payoutStatus } from "~/features/admin/payouts/payouts";
import { givenBackLabel, lossOf } from "./orders";

export function OrderFacts({ order }: { order: OrderDetails }) {
  return (
    <Facts
      facts={[
        { label: "Customer", value: `${order.customer}, ${order.email}` },
        { label: "Item", value: order.item },
        { label: "Moved from", value: order.moves.length > 0 ? <Moves moves={order.moves} /> : null },
        { label: "Reference", value: order.reference },
        { label: "Date", value: order.date },
        { label: "Price", value: order.price },
        { label: "Status", value: <StatusBadge status={order.shown} /> },
        { label: "Mail", value: order.mailProblem && <MailProblem {...order.mailProblem} /> },
        { label: "At Stripe", value: order.fees.length > 0 ? order.fees.join("; ") : null },
        {
          label: "Dispute fee",
          value: order.disputeFees.length > 0 ? `${order.disputeFees.join(" and ")} of these fees` : null,
        },
        { label: "Paid out", value: order.payouts.length > 0 ? <PaidOut payouts={order.payouts} /> : null },
        { label: "Invoices", value: order.invoices.length > 0 ? <InvoiceLinks invoices={order.invoices} /> : null },
        { label: "Money", value: order.notes.length > 0 ? order.notes.join(", ") : null },
      ]}
    />
  );
}

const Moves = ({ moves }: Pick<OrderDetails, "moves">) => (
  <ul>
    {moves.map((move) => (
      <li key={move}>{move}</li>
    ))}
  </ul>
);

const PaidOut = ({ payouts }: Pick<OrderDetails, "payouts">) => (
  <ul>
    {payouts.map(({ id, arrives, status }) => (
      <li key={id}>
        <TextLink to={payoutAddress(id)}>{arrives}</TextLink>
        {status !== "paid" && ` (${payoutStatus(status).toLowerCase()})`}
      </li>
    ))}
  </ul>
);

const MailProblem = ({ mailId, text }: NonNullable<OrderDetails["mailProblem"]>) => (
  <TextLink to={`/admin/mails/${mailId}`}>{text}</TextLink>
);

/** Refunds of outside payments, which the admin returns without Stripe; `back` is the current page. */
export function OwedByHand({ order, back }: { order: OrderDetails; back: string }) {
  if (order.owedByHand.length === 0) return null;
  return (
    <section className={`${cardFrame} grid w-full max-w-text gap-5 pb-6`}>
      <h2 className="text-subtitle">Refund to make yourself</h2>
      <p>
        {order.owedByHand.map(({ amount }) => amount).join(" and ")} to {order.customer}.
      </p>
      <ButtonLink className="justify-self-start" to={orderAddress(order, "returned", { back })}>
        {givenBackLabel}
      </ButtonLink>
    </section>
  );
}

type Order = Pick<OrderDetails, "words" | "product" | "state" | "price" | "customer">;

export function stepConsequence(order: Order, to: StepByHand): string {
  const { words, product, state, price, customer } = order;
  const isPending = state === "pending" || state === "pending pending";
  if (to === "paid" || to === "free") {
    return [
      to === "paid"
        ? `This records that ${customer} paid ${price} outside Stripe, for example in cash. If it ever needs to be refunded, you refund it yourself.`
        : `${customer} pays nothing.`,
      opens(order),
      isPending && "The payment page is closed. Anything paid there in the meantime is refunded.",
    ]
      .filter(Boolean)
      .join(" ");
  }
  if (isPending) {
    return `The payment page is closed, and ${words.hasPlace ? `the held place ${whereItGoes}` : "no access is given"}. If ${customer} has just paid, the order stays.`;
  }
  if (!words.hasPlace) return `Then ${lossOf({ product, customer })}.`;
  return `${customer}’s place ${whereItGoes}, and ${customer} is told by email.`;
}

function opens({ words, product, state }: Order): string {
  if (!words.hasPlace) return `The ${product.noun} is unlocked immediately, and a confirmation is sent.`;
  // An attendee who pays at the session was sent the confirmation when the place was booked.
  if (state === "confirmed pending") return "The place stays booked, and no email is sent.";
  const when = state.startsWith("cancelled") ? "again, if one is free," : "at once,";
  return `The place is booked ${when} and a confirmation is sent.`;
}
