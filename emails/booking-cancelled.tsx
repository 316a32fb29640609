import { Action, Closing } from "./parts/action";
import { Fact, Facts, Soft, WhenFact } from "./parts/facts";
import { Letter } from "./parts/letter";
import { greet, Opening } from "./parts/opening";
import { previewSession, previewSite } from "./parts/preview-data";
import type { Returned, SessionFacts, Site } from "./parts/props";
import { ReturnedFacts, returnedInFull, returnedShortly } from "./parts/returned";
import { SessionCard } from "./parts/session-card";

/** To the attendee: the booking was cancelled, and what becomes of the money. */
export type Props = {
  site: Site;
  firstName: string;
  session: SessionFacts;
  returned: Returned;
  /** What was paid is not given back. */
  isKept?: boolean;
  reference: string;
};

export const subject = ({ session }: Props) => `Your booking is cancelled: ${session.title}`;

export default function BookingCancelled(props: Props) {
  const { site, session, returned } = props;
  return (
    <Letter
      siteName={site.name}
      title={subject(props)}
      label="Booking cancelled"
      preview={`Your place is free again. ${props.isKept ? notReturned : returnedShortly(returned)}`}
      because={`You are receiving this because you booked a session at ${site.name}.`}
    >
      <Opening
        headline={
          <>
            Your booking <em>is cancelled</em>
          </>
        }
      >
        {`${greet("Hello", props.firstName)} Your place has been given back. ${props.isKept ? notReturned : returnedInFull(returned)}`}
      </Opening>
      <SessionCard session={session} />
      <Facts>
        <WhenFact when={session.when} />
        <ReturnedFacts returned={returned} />
        <Fact label="Reference">
          <Soft>{props.reference}</Soft>
        </Fact>
      </Facts>
      <Action href={site.url} label="See the schedule" note="Perhaps there is another date for you." />
      <Closing text="Is something not right? Write to me." href={site.contactUrl} label="Contact me" />
    </Letter>
  );
}

const notReturned = "What you paid is not refunded: write to me if you have a question about that.";

export const preview: Props = {
  site: previewSite,
  firstName: "Hannah",
  session: previewSession,
  returned: { byCard: "£14.40", byHand: null },
  reference: "7B0C3A52",
};
