import { Closing, WayIn } from "./parts/action";
import { Bring, Facts, ReferenceFact, WantedFact, WhenFact, WhereFact } from "./parts/facts";
import { greet, Letter } from "./parts/letter";
import {
  exampleJoinUrl,
  exampleReference,
  exampleSession,
  exampleSite,
  type SessionFacts,
  type Site,
} from "./parts/props";

/** To the attendee, the day before the session and once more when it is about to begin. */
export type Props = {
  site: Site;
  firstName: string;
  session: SessionFacts;
  isOnline: boolean;
  joinUrl: string | null;
  whatToBring: string[];
  isSoon: boolean;
  /** The number of tickets; shown if there are several. */
  quantity?: number;
  reference: string;
  bookingUrl: string;
};

export const subject = ({ session, isSoon }: Props) =>
  isSoon ? `Starting soon: ${session.title}` : `Reminder: ${session.title}, ${session.when.date}`;

export default function SessionReminder(props: Props) {
  const { site, session, isSoon, isOnline } = props;
  const { date, time, zone } = session.when;
  const advice = isOnline ? "Find a quiet corner, and come as you are." : "Come as you are.";
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Session reminder"
      preview={`${date} at ${time} ${zone}. ${props.joinUrl ? "Your joining link is inside." : "See you there."}`}
      because={`you booked a session at ${site.name}.`}
      headline={
        <>
          {isSoon ? "We " : "See you "}
          <em>{isSoon ? "begin soon" : "there"}</em>
        </>
      }
      text={
        `${greet("Hello", props.firstName)} ${session.title} begins at ${time} ${zone}` +
        `${isSoon ? "" : ` on ${date}`}. ${advice}`
      }
      session={session}
    >
      <Facts>
        <WhenFact when={session.when} />
        <WhereFact session={session} />
        <WantedFact quantity={props.quantity} />
        <Bring items={props.whatToBring} />
        <ReferenceFact reference={props.reference} />
      </Facts>
      <WayIn {...props} />
      <Closing text="Can’t make it after all?" href={props.bookingUrl} label="Manage your booking" />
    </Letter>
  );
}

export const example: Props = {
  site: exampleSite,
  firstName: "Hannah",
  session: exampleSession,
  quantity: 2,
  isOnline: true,
  joinUrl: exampleJoinUrl,
  whatToBring: ["A blanket and a pillow", "Headphones, if the house is busy"],
  isSoon: false,
  reference: exampleReference,
  bookingUrl: "https://breathroom.example/bookings/7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11?key=5f1d0c",
};
