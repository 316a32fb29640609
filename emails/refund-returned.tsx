import { Action, Closing } from "./parts/action";
import { Fact, Facts, Soft, WhenFact } from "./parts/facts";
import { Letter } from "./parts/letter";
import { greet, Opening } from "./parts/opening";
import { previewSession, previewSite } from "./parts/preview-data";
import type { SessionFacts, Site } from "./parts/props";
import { SessionCard } from "./parts/session-card";

/** To the customer: their bank has not accepted a refund that they were told of. */
export type Props = {
  site: Site;
  firstName: string;
  /** Null for a collection of recordings. */
  session: SessionFacts | null;
  /** A session's title or a collection's. */
  item: string;
  /** "£14.40" */
  amount: string;
  reference: string;
};

export const subject = ({ item }: Props) => `Your refund did not reach you: ${item}`;

export default function RefundReturned(props: Props) {
  const { site, session, item, amount } = props;
  return (
    <Letter
      siteName={site.name}
      title={subject(props)}
      label="Refund"
      preview={`Your bank has sent ${amount} back.`}
      because={`You are receiving this because you paid at ${site.name}.`}
    >
      <Opening
        headline={
          <>
            Your refund <em>did not reach you</em>
          </>
        }
      >
        {`${greet("Hello", props.firstName)} Your bank has not accepted the refund of ${amount}: the card may be closed. ` +
          `The money is with me again, and it is still yours. Please write to me how you would like to have it.`}
      </Opening>
      {session && <SessionCard session={session} />}
      <Facts>
        {session && <WhenFact when={session.when} />}
        <Fact label="For">{item}</Fact>
        <Fact label="Amount">
          {amount} <Soft>still to be returned</Soft>
        </Fact>
        <Fact label="Reference">
          <Soft>{props.reference}</Soft>
        </Fact>
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
  reference: "7B0C3A52",
};
