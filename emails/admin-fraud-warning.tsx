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

/** To the instructor: the issuer of a customer's card suspects fraud, and a refund in time avoids a dispute. */
export type Props = {
  site: Site;
  customer: Person;
  /** Null for a collection of recordings. */
  session: SessionFacts | null;
  item: string;
  amount: string;
  fraud: string;
  reference: string;
  refundUrl: string;
};

export const subject = ({ customer, amount }: Props) => `Fraud warning: ${amount} from ${customer.name}`;

export default function AdminFraudWarning(props: Props) {
  const { site, customer, session, item, amount } = props;
  return (
    <AdminLetter
      site={site}
      title={subject(props)}
      label="Fraud warning"
      preview="Refunding it now avoids a dispute and its fee."
      headline={
        <>
          A payment <em>may be fraud</em>
        </>
      }
      text={
        `The card’s bank reports the payment of ${amount} by ${customer.name} as probably fraudulent. ` +
        `Most of these payments are disputed later, which costs you the money and a fee. If you do not know the ` +
        `customer, refund the payment now; a refund in full usually prevents the dispute. If you are sure of them, ` +
        `there is nothing to do.`
      }
      reference={props.reference}
      who={customer}
      session={session}
      action={{ href: props.refundUrl, label: "Refund the payment" }}
    >
      {session ? <WhenFact when={session.when} /> : <Fact label="What">{item}</Fact>}
      <Fact label="Amount">{amount}</Fact>
      <Fact label="Reported">{props.fraud}</Fact>
    </AdminLetter>
  );
}

export const example: Props = {
  site: exampleSite,
  customer: examplePerson,
  session: exampleSession,
  item: exampleSession.title,
  amount: "£14.40",
  fraud: "made with stolen card",
  reference: exampleReference,
  refundUrl: "https://breathroom.example/admin/orders/booking/1/refund",
};
