import { Action, Closing } from "./parts/action";
import { Fact, Facts, Soft, WhenFact } from "./parts/facts";
import { Letter } from "./parts/letter";
import { greet, Opening } from "./parts/opening";
import { previewSession, previewSite } from "./parts/preview-data";
import type { SessionFacts, Site } from "./parts/props";
import { SessionCard } from "./parts/session-card";

/** To everyone who was booked, once a session can be listened to again. */
export type Props = {
  site: Site;
  firstName: string;
  session: SessionFacts;
  reference: string;
  /** The page of this booking, which has the recording, without signing in. */
  bookingUrl: string;
  /** Where the reader can end such mails; only announcements have it. */
  unsubscribeUrl?: string | undefined;
};

export const subject = ({ session }: Props) => `The recording is ready: ${session.title}`;

export default function RecordingAvailable(props: Props) {
  const { site, session } = props;
  return (
    <Letter
      siteName={site.name}
      title={subject(props)}
      label="Recording available"
      preview={`${session.title} of ${session.when.date}, whenever you like.`}
      unsubscribeUrl={props.unsubscribeUrl}
      because={`You are receiving this because you booked a session at ${site.name}.`}
    >
      <Opening
        headline={
          <>
            Once more, <em>at your pace</em>
          </>
        }
      >
        {`${greet("Hello", props.firstName)} The recording of ${session.title} is ready, for everyone who was booked. ` +
          `You find it on the page of your booking.`}
      </Opening>
      <SessionCard session={session} />
      <Facts>
        <WhenFact when={session.when} />
        <Fact label="Reference">
          <Soft>{props.reference}</Soft>
        </Fact>
      </Facts>
      <Action
        href={props.bookingUrl}
        label="Open the recording"
        note="The link is yours; please keep it to yourself."
      />
      <Closing text="Is something not right? Write to me." href={site.contactUrl} label="Contact me" />
    </Letter>
  );
}

export const preview: Props = {
  site: previewSite,
  firstName: "Hannah",
  session: previewSession,
  reference: "7B0C3A52",
  bookingUrl: "https://breathroom.example/bookings/7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11?key=5f1d0c",
  unsubscribeUrl: "https://breathroom.example/unsubscribe/0c9d2f1e-5a44-4d0f-8d55-1b2f7e1c9d22?key=9a3c51",
};
