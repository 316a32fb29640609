import { Action, ContactClosing } from "./parts/action";
import { Fact, Facts, ReferenceFact, ReturnedFacts, returnedForTicket, TicketsFact, WhenFact } from "./parts/facts";
import { greet, Letter } from "./parts/letter";
import {
  exampleReference,
  exampleSession,
  exampleSite,
  type Returned,
  type SessionFacts,
  type Site,
} from "./parts/props";

/** To the attendee: one of several tickets was cancelled; the booking goes on with the others. */
export type Props = {
  site: Site;
  firstName: string;
  session: SessionFacts;
  /** The cancelled one's name. */
  ticket: string;
  /** The others' names, if there is more than one. */
  tickets: string[];
  returned: Returned;
  isKept?: boolean;
  reference: string;
  bookingUrl: string;
};

export const subject = ({ session }: Props) => `One ticket is cancelled: ${session.title}`;

export default function TicketCancelled(props: Props) {
  const { site, session, tickets, returned } = props;
  const money = props.isKept ? notReturned : returnedForTicket(returned);
  const left =
    tickets.length > 0
      ? `Your other ${tickets.length} tickets are still booked.`
      : "Your other ticket is still booked.";
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Ticket cancelled"
      preview={`${left} ${money}`}
      because={`you booked a session at ${site.name}.`}
      headline={
        <>
          One ticket <em>is cancelled</em>
        </>
      }
      text={`${greet("Hello", props.firstName)} One place has been released. ${left} ${money}`}
      session={session}
    >
      <Facts>
        <WhenFact when={session.when} />
        <Fact label="Cancelled">{props.ticket}</Fact>
        <TicketsFact tickets={tickets} />
        <ReturnedFacts returned={returned} />
        <ReferenceFact reference={props.reference} />
      </Facts>
      <Action href={props.bookingUrl} label="View your booking" />
      <ContactClosing site={site} />
    </Letter>
  );
}

const notReturned = "Its share is not refunded: write to me if you have a question about that.";

export const example: Props = {
  site: exampleSite,
  firstName: "Hannah",
  session: exampleSession,
  ticket: "Cleo Adeyemi",
  tickets: ["Hannah Okafor", "Ben Okafor"],
  returned: { byCard: "£14.40", byHand: null },
  reference: exampleReference,
  bookingUrl: "https://breathroom.example/bookings/7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11?key=5f1d0c",
};
