import { Action, Closing } from "./parts/action";
import { Fact, Facts, ReferenceFact, Soft, WhenFact } from "./parts/facts";
import { greet, Letter } from "./parts/letter";
import { exampleReference, exampleSession, exampleSite, type SessionFacts, type Site } from "./parts/props";

/** To the customer: the bank did not accept a refund announced before. */
export type Props = {
  site: Site;
  firstName: string;
  /** Null for a collection of recordings. */
  session: SessionFacts | null;
  item: string;
  amount: string;
  reference: string;
};

export const subject = ({ item }: Props) => `Your refund did not reach you: ${item}`;

export default function RefundReturned(props: Props) {
  const { site, session, item, amount } = props;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Refund"
      preview={`Your bank returned ${amount} to us.`}
      because={`you paid at ${site.name}.`}
      headline={
        <>
          Your refund <em>did not reach you</em>
        </>
      }
      text={
        `${greet("Hello", props.firstName)} Your bank did not accept the refund of ${amount}: the card may be closed. ` +
        `I have the money again, and it is still yours. Please tell me how you would like it returned.`
      }
      session={session}
    >
      <Facts>
        {session && <WhenFact when={session.when} />}
        <Fact label="For">{item}</Fact>
        <Fact label="Amount">
          {amount} <Soft>still to be returned</Soft>
        </Fact>
        <ReferenceFact reference={props.reference} />
      </Facts>
      <Action href={site.contactUrl} label="Write to me" />
      <Closing text="Or reply to this email." href={site.url} label="See the schedule" />
    </Letter>
  );
}

export const example: Props = {
  site: exampleSite,
  firstName: "Hannah",
  session: exampleSession,
  item: exampleSession.title,
  amount: "£14.40",
  reference: exampleReference,
};
