import { AdminLetter, type Person } from "./parts/admin-letter";
import { Fact, Soft, WhenFact } from "./parts/facts";
import { previewSession, previewSite } from "./parts/preview-data";
import type { SessionFacts, Site } from "./parts/props";

/** To the instructor: the issuer of a customer's card suspects fraud, and a refund in time avoids a dispute. */
export type Props = {
  site: Site;
  customer: Person;
  /** Null for a collection of recordings. */
  session: SessionFacts | null;
  /** A session's title or a collection's. */
  item: string;
  /** "£14.40" */
  amount: string;
  /** Stripe's word for the kind of fraud, without underlines: "made with stolen card". */
  fraud: string;
  reference: string;
  /** The page on which the order is refunded. */
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
      preview="A refund in time avoids a dispute and its fee."
      headline={
        <>
          A payment <em>may be fraud</em>
        </>
      }
      text={
        `The bank that issued the card reports the payment of ${amount} by ${customer.name} as probably fraudulent. ` +
        `Most of these payments are disputed later, which costs you the money and a fee. If you do not know the ` +
        `customer, refund the payment now; a refund in full usually prevents the dispute. If you are sure of them, ` +
        `there is nothing to do.`
      }
      who={customer}
      session={session ?? undefined}
      action={{ href: props.refundUrl, label: "Refund the payment" }}
    >
      {session ? <WhenFact when={session.when} /> : <Fact label="What">{item}</Fact>}
      <Fact label="Amount">{amount}</Fact>
      <Fact label="Reported">{props.fraud}</Fact>
      <Fact label="Reference">
        <Soft>{props.reference}</Soft>
      </Fact>
    </AdminLetter>
  );
}

export const preview: Props = {
  site: previewSite,
  customer: { name: "Hannah Okafor", email: "hannah@example.com" },
  session: previewSession,
  item: previewSession.title,
  amount: "£14.40",
  fraud: "made with stolen card",
  reference: "7B0C3A52",
  refundUrl: "https://breathroom.example/admin/orders/booking/1/refund",
};
