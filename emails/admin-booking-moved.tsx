import { Fact, Soft, TicketsFact, WhenFact } from "./parts/facts";
import { AdminLetter, openSession } from "./parts/letter";
import {
  examplePerson,
  exampleReference,
  exampleSession,
  exampleSite,
  type Person,
  type SessionFacts,
  type Site,
} from "./parts/props";

/** To the instructor: a booking is moved to another date, by the attendee or in the back office. */
export type Props = {
  site: Site;
  attendee: Person;
  session: SessionFacts;
  /** The previous date. */
  before: string;
  /** Mails of earlier versions lack it. */
  isByInstructor?: boolean;
  tickets: string[];
  places: { before: string; now: string };
  hasHealthNote: boolean;
  reference: string;
  sessionUrl: string;
};

export const subject = ({ attendee, session }: Props) => `Booking moved: ${attendee.name}, ${session.title}`;

export default function AdminBookingMoved(props: Props) {
  const { site, attendee, session, places } = props;
  return (
    <AdminLetter
      site={site}
      title={subject(props)}
      label="Booking moved"
      preview={`Now ${session.when.date} at ${session.when.time} ${session.when.zone}, before ${props.before}.`}
      headline={
        <>
          A booking <em>was moved</em>
        </>
      }
      text={`${whoMoved(props)} Tickets and payment stay with the booking.`}
      reference={props.reference}
      who={attendee}
      session={session}
      action={openSession(props)}
    >
      <WhenFact when={session.when} />
      <Fact label="Before">
        {props.before}
        <br />
        <Soft>{`${places.before} places taken`}</Soft>
      </Fact>
      <TicketsFact tickets={props.tickets} />
      {props.hasHealthNote && (
        <Fact label="Health note">
          They left one. <Soft>You can read it on the session’s page.</Soft>
        </Fact>
      )}
      <Fact label="Places">
        {places.now} <Soft>taken</Soft>
      </Fact>
    </AdminLetter>
  );
}

const whoMoved = ({ attendee, isByInstructor }: Props): string =>
  isByInstructor
    ? `The booking of ${attendee.name} was moved in the back office.`
    : `${attendee.name} has chosen another date.`;

export const example: Props = {
  site: exampleSite,
  attendee: examplePerson,
  session: exampleSession,
  before: "Tuesday, November 24, 2026, 7:30 PM GMT",
  isByInstructor: false,
  tickets: ["Hannah Okafor", "Ben Okafor"],
  places: { before: "5 of 12", now: "6 of 12" },
  hasHealthNote: true,
  reference: exampleReference,
  sessionUrl: "https://breathroom.example/admin/sessions/0d5a2f7e-51c8-5d8a-8b1c-2f7e1c9d1100",
};
