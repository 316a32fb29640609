import { AdminLetter, openSession } from "./parts/letter";
import { Fact, WantedFact, WhenFact, WhereFact } from "./parts/facts";
import { examplePerson, exampleSession, exampleSite, type Person, type SessionFacts, type Site } from "./parts/props";

export type Props = {
  site: Site;
  attendee: Person;
  session: SessionFacts;
  quantity?: number;
  inLine: string;
  /** Too close to the start for offers: free places are public. */
  isTooLate: boolean;
  sessionUrl: string;
};

export const subject = ({ attendee, session }: Props) => `New waitlist entry: ${attendee.name}, ${session.title}`;

export default function AdminWaitlistEntry(props: Props) {
  const { site, attendee, session } = props;
  return (
    <AdminLetter
      site={site}
      title={subject(props)}
      label="New waitlist entry"
      preview={`${session.when.date} at ${session.when.time} ${session.when.zone}. In line: ${props.inLine}.`}
      headline={
        <>
          Someone <em>is waiting</em>
        </>
      }
      text={`${attendee.name} has joined the waitlist. ${props.isTooLate ? isPublic : isOffered}`}
      who={attendee}
      session={session}
      action={openSession(props)}
    >
      <WhenFact when={session.when} />
      <WhereFact session={session} />
      <WantedFact quantity={props.quantity} />
      <Fact label="In line">{props.inLine}</Fact>
    </AdminLetter>
  );
}

const isOffered = "If a place opens, it is offered automatically to the next person on the waitlist.";
const isPublic = "The session starts too soon for offers: any place that opens can be booked on the session’s page.";

export const example: Props = {
  site: exampleSite,
  attendee: examplePerson,
  session: exampleSession,
  inLine: "4",
  isTooLate: false,
  sessionUrl: "https://breathroom.example/admin/sessions/0d5a2f7e-51c8-5d8a-8b1c-2f7e1c9d1100",
};
