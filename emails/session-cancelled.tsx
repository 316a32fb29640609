import { Action, Closing } from "./parts/action";
import { Fact, Facts, Soft, WhenFact } from "./parts/facts";
import { Letter } from "./parts/letter";
import { greet, Opening } from "./parts/opening";
import { previewSession, previewSite } from "./parts/preview-data";
import type { Returned, SessionFacts, Site } from "./parts/props";
import { ReturnedFacts, returnedInFull, returnedShortly } from "./parts/returned";
import { SessionCard } from "./parts/session-card";

/** To everyone who had a place, was about to pay for one or waited for one: the session does not take place. */
export type Props = {
  site: Site;
  firstName: string;
  session: SessionFacts;
  /** What the instructor has to say to everyone. */
  note: string | null;
  /** For whoever had a place: what becomes of the money. Null for all others. */
  returned: Returned | null;
  /** Whether a payment had been begun and not finished. */
  isPaymentOpen: boolean;
  /** Null for whoever was on the waitlist. */
  reference: string | null;
};

export const subject = ({ session }: Props) => `Session cancelled: ${session.title}`;

export default function SessionCancelled(props: Props) {
  const { site, session, note, returned, reference } = props;
  return (
    <Letter
      siteName={site.name}
      title={subject(props)}
      label="Session cancelled"
      preview={`${session.when.date} will not take place.${returned ? ` ${returnedShortly(returned)}` : ""}`}
      because={`You are receiving this because you ${reference ? "booked" : "waited for"} a session at ${site.name}.`}
    >
      <Opening
        headline={
          <>
            This session <em>is cancelled</em>
          </>
        }
      >
        {`${greet("Hello", props.firstName)} I am sorry: ${session.title} will not take place. ${whatFollows(props)}`}
      </Opening>
      <SessionCard session={session} />
      <Facts>
        <WhenFact when={session.when} />
        {note && <Fact label="Why">{note}</Fact>}
        {returned && <ReturnedFacts returned={returned} />}
        {reference && (
          <Fact label="Reference">
            <Soft>{reference}</Soft>
          </Fact>
        )}
      </Facts>
      <Action href={site.url} label="See the schedule" note="I would be glad to see you on another date." />
      <Closing text="Is something not right? Write to me." href={site.contactUrl} label="Contact me" />
    </Letter>
  );
}

function whatFollows({ returned, isPaymentOpen }: Props): string {
  if (returned) return `Your booking is cancelled, and you need not do anything. ${returnedInFull(returned)}`;
  if (isPaymentOpen) {
    return (
      "Your payment was not finished, so your place is given back and nothing is charged. " +
      "Should it have gone through meanwhile, it comes back to you in full."
    );
  }
  return "You were waiting for a place; the waitlist is closed.";
}

export const preview: Props = {
  site: previewSite,
  firstName: "Hannah",
  session: previewSession,
  note: "I have lost my voice and need a few quiet days.",
  returned: { byCard: "£14.40", byHand: null },
  isPaymentOpen: false,
  reference: "7B0C3A52",
};
