import { Action, Closing } from "./parts/action";
import { Fact, Facts, ReferenceFact, Soft, WhenFact } from "./parts/facts";
import { greet, Letter } from "./parts/letter";
import { previewReference, previewSession, previewSite, type SessionFacts, type Site } from "./parts/props";

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
      preview={`Your bank has sent ${amount} back.`}
      because={`you paid at ${site.name}.`}
      headline={
        <>
          Your refund <em>did not reach you</em>
        </>
      }
      text={
        `${greet("Hello", props.firstName)} Your bank has not accepted the refund of ${amount}: the card may be closed. ` +
        `The money is with me again, and it is still yours. Please write to me how you would like to have it.`
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
      <Closing text="Or answer this mail." href={site.url} label="See the schedule" />
    </Letter>
  );
}

export const preview: Props = {
  site: previewSite,
  firstName: "Hannah",
  session: previewSession,
  item: previewSession.title,
  amount: "£14.40",
  reference: previewReference,
};
