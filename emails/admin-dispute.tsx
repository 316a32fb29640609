import { AdminLetter } from "./parts/letter";
import { Fact, WhenFact } from "./parts/facts";
import {
  examplePerson,
  exampleReference,
  exampleSession,
  exampleSite,
  type Person,
  type SessionFacts,
  type Site,
} from "./parts/props";

/** To the instructor: a customer's bank inquires about a payment, disputes it, or has decided. */
export type Props = {
  site: Site;
  customer: Person;
  /** Null for a collection of recordings. */
  session: SessionFacts | null;
  item: string;
  amount: string;
  reason: string;
  stage: "inquiry" | "dispute" | "appeal" | "won" | "lost" | "closed";
  /** Null when no answer is needed. */
  dueBy: string | null;
  reference: string;
  disputeUrl: string;
};

const subjects: Record<Props["stage"], string> = {
  inquiry: "Payment questioned",
  dispute: "Payment disputed",
  appeal: "Dispute appealed",
  won: "Dispute won",
  lost: "Dispute lost",
  closed: "Dispute closed",
};

const headlines = {
  inquiry: "is questioned",
  dispute: "is disputed",
  appeal: "is disputed again",
};

export const subject = ({ customer, stage }: Props) => `${subjects[stage]}: ${customer.name}`;

export default function AdminDispute(props: Props) {
  const { site, customer, session, item, amount, stage, dueBy } = props;
  const isOpen = stage === "inquiry" || stage === "dispute" || stage === "appeal";
  return (
    <AdminLetter
      site={site}
      title={subject(props)}
      label={subjects[stage]}
      preview={dueBy ? `Answer by ${dueBy}.` : `${subjects[stage]}: ${amount}.`}
      headline={
        isOpen ? (
          <>
            A payment <em>{headlines[stage]}</em>
          </>
        ) : (
          <>
            A dispute <em>has ended</em>
          </>
        )
      }
      text={texts[stage](props)}
      reference={props.reference}
      who={customer}
      session={session}
      action={{ href: props.disputeUrl, label: "Open it at Stripe" }}
    >
      {session ? <WhenFact when={session.when} /> : <Fact label="What">{item}</Fact>}
      <Fact label="Amount">{amount}</Fact>
      <Fact label="Reason">{props.reason}</Fact>
      {dueBy && <Fact label="Answer by">{dueBy}</Fact>}
    </AdminLetter>
  );
}

const texts: Record<Props["stage"], (props: Props) => string> = {
  inquiry: ({ customer, amount, dueBy }) =>
    `${customer.name}’s bank is asking about a payment of ${amount}. No money has been taken. ` +
    (dueBy
      ? `Answer in Stripe’s dashboard by ${dueBy}, or refund the payment if the customer is right. Otherwise ` +
        `the bank may take the money back and charge a fee.`
      : `There is nothing to do at the moment.`),
  dispute: (props) =>
    `${props.customer.name}’s bank disputes a payment of ${props.amount}. Stripe has set the money and a fee ` +
    `aside. ` +
    (props.dueBy
      ? `Send your evidence in Stripe’s dashboard by ${props.dueBy}: an unanswered dispute is lost. It can no ` +
        `longer be settled by a refund. `
      : `There is nothing to do at the moment. `) +
    staysAs(props),
  appeal: ({ customer, amount, dueBy }) =>
    `The dispute with ${customer.name} about ${amount} continues: it has been appealed. ` +
    (dueBy ? `Answer in Stripe’s dashboard by ${dueBy}.` : `There is nothing to do at the moment.`),
  won: (props) => `The ${props.amount} is yours again. ${isAsItWas(props)}`,
  lost: (props) => `The ${props.amount} was returned to ${props.customer.name}. ${staysAs(props)}`,
  closed: (props) => `The bank’s question about ${props.amount} is closed. ${isAsItWas(props)}`,
};

const staysAs = ({ session }: Props) =>
  `${session ? "The place stays booked" : "The collection stays open"} until you decide otherwise.`;

const isAsItWas = ({ session, customer }: Props) =>
  `${customer.name}’s ${session ? "booking" : "purchase"} has not changed.`;

export const example: Props = {
  site: exampleSite,
  customer: examplePerson,
  session: exampleSession,
  item: exampleSession.title,
  amount: "£14.40",
  reason: "product not received",
  stage: "dispute",
  dueBy: "Tuesday, December 8, 2026, 7:30 PM GMT",
  reference: exampleReference,
  disputeUrl: "https://dashboard.stripe.com/disputes/dp_1",
};
