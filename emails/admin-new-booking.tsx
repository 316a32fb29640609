import { AdminLetter, openSession } from "./parts/letter";
import { Fact, PaidFact, Soft, TicketsFact, WhenFact, WhereFact } from "./parts/facts";
import {
  examplePerson,
  exampleReference,
  exampleSession,
  exampleSite,
  type Paid,
  type Person,
  type SessionFacts,
  type Site,
} from "./parts/props";

export type Props = {
  site: Site;
  attendee: Person;
  hasHealthNote: boolean;
  session: SessionFacts;
  tickets?: string[];
  paid: Paid;
  places: string;
  reference: string;
  sessionUrl: string;
};

export const subject = ({ attendee, session }: Props) => `New booking: ${attendee.name}, ${session.title}`;

export default function AdminNewBooking(props: Props) {
  const { site, attendee, session } = props;
  return (
    <AdminLetter
      site={site}
      title={subject(props)}
      label="New booking"
      preview={`${session.when.date} at ${session.when.time} ${session.when.zone}. Places taken: ${props.places}.`}
      headline={
        <>
          A new <em>booking</em>
        </>
      }
      text={`${attendee.name} has booked ${placesIn(props)}. The confirmation is on its way to ${attendee.email}.`}
      reference={props.reference}
      who={attendee}
      session={session}
      action={openSession(props)}
    >
      {props.hasHealthNote && (
        <Fact label="Health note">
          They left one. <Soft>You can read it on the session’s page.</Soft>
        </Fact>
      )}
      <WhenFact when={session.when} />
      <WhereFact session={session} />
      <TicketsFact tickets={props.tickets} />
      <PaidFact paid={props.paid} />
      <Fact label="Places">
        {props.places} <Soft>taken</Soft>
      </Fact>
    </AdminLetter>
  );
}

const placesIn = ({ tickets = [] }: Props) => (tickets.length > 1 ? `${tickets.length} places` : "a place");

export const example: Props = {
  site: exampleSite,
  attendee: examplePerson,
  hasHealthNote: true,
  session: exampleSession,
  tickets: ["Hannah Okafor", "Ben Okafor"],
  paid: { amount: "£14.40", discount: "20% off with WINTER20" },
  places: "7 of 12",
  reference: exampleReference,
  sessionUrl: "https://breathroom.example/admin/sessions/0d5a2f7e-51c8-5d8a-8b1c-2f7e1c9d1100",
};
