import { AdminLetter, openSession } from "./parts/letter";
import { Fact, OwedFacts, owedToCustomer, Soft, TicketsFact, WhenFact } from "./parts/facts";
import {
  examplePerson,
  exampleReference,
  exampleSession,
  exampleSite,
  type Person,
  type Returned,
  type SessionFacts,
  type Site,
} from "./parts/props";

export type Props = {
  site: Site;
  attendee: Person;
  session: SessionFacts;
  /** The cancelled one's name. */
  ticket: string;
  /** The others' names, if there is more than one. */
  tickets: string[];
  returned: Returned;
  /** The instructor keeps the ticket's share of the payment. */
  isKept?: boolean;
  places: string;
  reference: string;
  sessionUrl: string;
};

export const subject = ({ attendee, session }: Props) => `One ticket cancelled: ${attendee.name}, ${session.title}`;

export default function AdminTicketCancelled(props: Props) {
  const { site, attendee, session, returned } = props;
  return (
    <AdminLetter
      site={site}
      title={subject(props)}
      label="Ticket cancelled"
      preview={`${session.when.date} at ${session.when.time} ${session.when.zone}. Places taken: ${props.places}.`}
      headline={
        <>
          One ticket <em>was cancelled</em>
        </>
      }
      text={`One of ${attendee.name}’s tickets is cancelled, and its place is free again. ${whatGoesBack(props)}`}
      reference={props.reference}
      who={attendee}
      session={session}
      action={openSession(props)}
    >
      <WhenFact when={session.when} />
      <Fact label="Cancelled">{props.ticket}</Fact>
      <TicketsFact tickets={props.tickets} />
      <OwedFacts returned={returned} />
      <Fact label="Places">
        {props.places} <Soft>taken</Soft>
      </Fact>
    </AdminLetter>
  );
}

function whatGoesBack({ returned, isKept }: Props): string {
  if (isKept) return "Nothing is refunded: you keep its share of the payment.";
  return owedToCustomer(returned) || "There is nothing to refund.";
}

export const example: Props = {
  site: exampleSite,
  attendee: examplePerson,
  session: exampleSession,
  ticket: "Cleo Adeyemi",
  tickets: ["Hannah Okafor", "Ben Okafor"],
  returned: { byCard: "£14.40", byHand: null },
  places: "6 of 12",
  reference: exampleReference,
  sessionUrl: "https://breathroom.example/admin/sessions/0d5a2f7e-51c8-5d8a-8b1c-2f7e1c9d1100",
};
