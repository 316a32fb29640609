import { Action } from "./parts/action";
import { AdminLetter } from "./parts/admin-letter";
import { examplePayment, examplePerson } from "./parts/examples";
import { Fact, WhatFact } from "./parts/facts";
import type { Template } from "./parts/letter";
import { nounOf, type PaymentProps, type Person } from "./parts/props";

type DisputeProps = PaymentProps & {
  customer: Person;
  reason: string;
  stage: "inquiry" | "dispute" | "appeal" | "won" | "lost" | "closed";
  /** Null when no answer is needed. */
  dueBy: string | null;
  disputeUrl: string;
  /** Whether the place is gone or the purchase has ended; mails that were written before it existed lack it. */
  isEnded?: boolean;
  /** What is to be refunded of it then, and where; only after a dispute that was won. */
  toRefund?: string;
  refundUrl?: string;
};

/** A mail to the instructor: a customer's bank inquires about a payment, disputes it, or has decided. */
export const adminDispute: Template<DisputeProps> = {
  subject: ({ customer, stage }) => `${stages[stage].subject}: ${customer.name}`,
  letter: (props) => (
    <AdminLetter
      {...props}
      label={stages[props.stage].subject}
      preview={props.dueBy ? `Answer by ${props.dueBy}.` : `${stages[props.stage].subject}: ${props.amount}.`}
      headline={stages[props.stage].headline ?? ["A dispute", "has ended"]}
      text={stages[props.stage].text(props)}
      who={props.customer}
      action={
        props.toRefund && props.refundUrl ? (
          <Action href={props.refundUrl} label={`Refund ${props.toRefund}`} />
        ) : (
          <Action href={props.disputeUrl} label="Open it at Stripe" />
        )
      }
    >
      <WhatFact {...props} />
      <Fact label="Amount">{props.amount}</Fact>
      <Fact label="Reason">{props.reason}</Fact>
      {props.dueBy && <Fact label="Answer by">{props.dueBy}</Fact>}
    </AdminLetter>
  ),
  example: {
    ...examplePayment,
    customer: examplePerson,
    reason: "product not received",
    stage: "dispute",
    dueBy: "Tuesday, December 8, 2026, 7:30 PM GMT",
    disputeUrl: "https://dashboard.stripe.com/disputes/dp_1",
  },
};

type Stage = { subject: string; headline?: [string, string]; text: (props: DisputeProps) => string };

const stages: Record<DisputeProps["stage"], Stage> = {
  inquiry: {
    subject: "Payment questioned",
    headline: ["A payment", "is questioned"],
    text: ({ customer, amount, dueBy }) =>
      `${customer.name}’s bank is asking about a payment of ${amount}. No money has been taken. ` +
      (dueBy
        ? `Answer in Stripe’s dashboard by ${dueBy}, or refund the payment if the customer is right. Otherwise ` +
          "the bank may take the money back and charge a fee."
        : nothingToDo),
  },
  dispute: {
    subject: "Payment disputed",
    headline: ["A payment", "is disputed"],
    text: (props) =>
      `${props.customer.name}’s bank disputes a payment of ${props.amount}. Stripe has set the money and a fee aside. ` +
      (props.dueBy
        ? `Send your evidence in Stripe’s dashboard by ${props.dueBy}: an unanswered dispute is lost. It can no ` +
          "longer be settled by a refund. "
        : `${nothingToDo} `) +
      staysAs(props),
  },
  appeal: {
    subject: "Dispute appealed",
    headline: ["A payment", "is disputed again"],
    text: ({ customer, amount, dueBy }) =>
      `The dispute with ${customer.name} about ${amount} continues: it has been appealed. ` +
      (dueBy ? `Answer in Stripe’s dashboard by ${dueBy}.` : nothingToDo),
  },
  won: { subject: "Dispute won", text: (props) => `The ${props.amount} is yours again. ${isAsItWas(props)}` },
  lost: {
    subject: "Dispute lost",
    text: (props) => `The ${props.amount} was returned to ${props.customer.name}. ${staysAs(props)}`,
  },
  closed: {
    subject: "Dispute closed",
    text: (props) => `The bank’s question about ${props.amount} is closed. ${isAsItWas(props)}`,
  },
};

const nothingToDo = "There is nothing to do at the moment.";

/** What the bank has is on hold: no session can be booked with it. */
const onHold = ["pass", "gift card"];

const staysAs = (props: DisputeProps): string => {
  if (props.isEnded) return `The ${props.session ? "booking" : nounOf(props)} has ended already.`;
  if (props.session) return "The place stays booked until you decide otherwise.";
  const noun = nounOf(props);
  return onHold.includes(noun)
    ? `The ${noun} is on hold: nothing can be booked with it.`
    : `The ${noun} stays open until you decide otherwise.`;
};

const isAsItWas = (props: DisputeProps): string => {
  const { session, customer, isEnded, toRefund } = props;
  const order = session ? "booking" : "purchase";
  if (!isEnded)
    return onHold.includes(nounOf(props)) && !session ? isFree(props) : `${customer.name}’s ${order} has not changed.`;
  return toRefund
    ? `${customer.name}’s ${order} has ended meanwhile, so ${toRefund} of it is for you to refund.`
    : `${customer.name}’s ${order} has ended meanwhile, and nothing is to be refunded.`;
};

const isFree = (props: DisputeProps): string => `The ${nounOf(props)} of ${props.customer.name} can be used.`;
