import { Action, ContactClosing } from "./parts/action";
import { Fact, Facts, ReferenceFact, WhenFact } from "./parts/facts";
import { greet, Letter } from "./parts/letter";
import { exampleReference, exampleSession, exampleSite, type SessionFacts, type Site } from "./parts/props";

/** To the customer: checkout was finished, but Stripe has not received the money. */
export type Props = {
  site: Site;
  firstName: string;
  /** Null for a collection of recordings. */
  session: SessionFacts | null;
  item: string;
  amount: string;
  reference: string;
  againUrl: string;
};

export const subject = ({ item }: Props) => `Your payment was not confirmed: ${item}`;

export default function PaymentNotReceived(props: Props) {
  const { site, session, item, amount, againUrl } = props;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Payment"
      preview={session ? "Your place has been released." : "The collection is not open yet."}
      because={`you started a payment at ${site.name}.`}
      headline={
        <>
          Your payment <em>was not confirmed</em>
        </>
      }
      text={
        `${greet("Hello", props.firstName)} Your bank has not confirmed the payment of ${amount}: the payment method ` +
        `you chose takes a few days, or the payment was refused. ${session ? heldNoLonger : notOpen}`
      }
      session={session}
    >
      <Facts>
        {session ? <WhenFact when={session.when} /> : <Fact label="What">{item}</Fact>}
        <Fact label="Amount">{amount}</Fact>
        <ReferenceFact reference={props.reference} />
      </Facts>
      <Action href={againUrl} label={session ? "Book again, by card" : "Buy again, by card"} />
      <ContactClosing site={site} />
    </Letter>
  );
}

const heldNoLonger =
  "We can only hold a place for a payment that is confirmed right away, so yours has been released. If the money arrives " +
  "after all, you get the place if one is still free, or a full refund if not.";

const notOpen = "If the money arrives after all, the collection opens for you then, or you get a full refund.";

export const example: Props = {
  site: exampleSite,
  firstName: "Hannah",
  session: exampleSession,
  item: exampleSession.title,
  amount: "£18.00",
  reference: exampleReference,
  againUrl: "https://breathroom.example/sessions/1",
};
