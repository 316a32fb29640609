import { Closing } from "./parts/action";
import { Bring, Fact, Facts, Soft, WhenFact, WhereFact } from "./parts/facts";
import { Letter } from "./parts/letter";
import { greet, Opening } from "./parts/opening";
import { previewSession, previewSite } from "./parts/preview-data";
import type { SessionFacts, Site } from "./parts/props";
import { SessionCard } from "./parts/session-card";
import { WayIn } from "./parts/way-in";

/** To the attendee, the day before the session and once more when it is about to begin. */
export type Props = {
  site: Site;
  firstName: string;
  session: SessionFacts;
  isOnline: boolean;
  joinUrl: string | null;
  whatToBring: string[];
  /** The later one of the two. */
  isSoon: boolean;
  reference: string;
  /** The page where this booking is seen and cancelled, without signing in. */
  bookingUrl: string;
};

export const subject = ({ session, isSoon }: Props) =>
  isSoon ? `Starting soon: ${session.title}` : `Reminder: ${session.title}, ${session.when.date}`;

export default function SessionReminder(props: Props) {
  const { site, session, isSoon, isOnline } = props;
  const { date, time, zone } = session.when;
  const wish = isOnline ? "Find a quiet corner, and come as you are." : "Come as you are.";
  return (
    <Letter
      siteName={site.name}
      title={subject(props)}
      label="Session reminder"
      preview={`${date} at ${time} ${zone}. ${props.joinUrl ? "Your joining link is inside." : "See you there."}`}
      because={`You are receiving this because you booked a session at ${site.name}.`}
    >
      <Opening
        headline={
          <>
            {isSoon ? "We " : "See you "}
            <em>{isSoon ? "begin soon" : "there"}</em>
          </>
        }
      >
        {`${greet("Hello", props.firstName)} ${session.title} begins at ${time} ${zone}` +
          `${isSoon ? "" : ` on ${date}`}. ${wish}`}
      </Opening>
      <SessionCard session={session} />
      <Facts>
        <WhenFact when={session.when} />
        <WhereFact where={session.where} />
        <Bring items={props.whatToBring} />
        <Fact label="Reference">
          <Soft>{props.reference}</Soft>
        </Fact>
      </Facts>
      <WayIn {...props} />
      <Closing text="Can’t make it after all?" href={props.bookingUrl} label="Manage your booking" />
    </Letter>
  );
}

export const preview: Props = {
  site: previewSite,
  firstName: "Hannah",
  session: previewSession,
  isOnline: true,
  joinUrl: "https://zoom.us/j/00000000101",
  whatToBring: ["A blanket and a pillow", "Headphones, if the house is busy"],
  isSoon: false,
  reference: "7B0C3A52",
  bookingUrl: "https://breathroom.example/bookings/7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11?key=5f1d0c",
};
