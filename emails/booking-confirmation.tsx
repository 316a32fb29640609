import { Closing, WayIn } from "./parts/action";
import { Bring, Facts, PaidFact, ReferenceFact, TicketsFact, WhenFact, WhereFact } from "./parts/facts";
import { greet, Letter } from "./parts/letter";
import {
  exampleJoinUrl,
  exampleReference,
  exampleSession,
  exampleSite,
  type Paid,
  type SessionFacts,
  type Site,
} from "./parts/props";

export type Props = {
  site: Site;
  firstName: string;
  session: SessionFacts;
  isOnline: boolean;
  /** Null on site, and until the instructor has entered it. */
  joinUrl: string | null;
  whatToBring: string[];
  tickets?: string[];
  paid: Paid;
  reference: string;
  /** Until when it can be cancelled. */
  terms?: string | null;
  bookingUrl: string;
};

export const subject = ({ session }: Props) => `Your place is booked: ${session.title}`;

export default function BookingConfirmation(props: Props) {
  const { site, session, paid } = props;
  const { date, time, zone } = session.when;
  const told = whatIsTold(props);
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Booking confirmation"
      preview={`${date} at ${time} ${zone}. ${told.inShort}`}
      because={`you booked a session at ${site.name}.`}
      headline={
        <>
          Your place <em>is booked</em>
        </>
      }
      text={`${greet("Thank you", props.firstName)} Here is ${told.here}. Come as you are.`}
      session={session}
    >
      <Facts>
        <WhenFact when={session.when} />
        <WhereFact session={session} />
        <Bring items={props.whatToBring} />
        <TicketsFact tickets={props.tickets} />
        <PaidFact paid={paid} />
        <ReferenceFact reference={props.reference} />
      </Facts>
      <WayIn {...props} />
      <Closing
        text={`Can’t make it? ${props.terms ?? "Your booking shows what you can do"}.`}
        href={props.bookingUrl}
        label="Manage your booking"
      />
    </Letter>
  );
}

function whatIsTold({ isOnline, joinUrl }: Props) {
  const here = "everything you need for the session";
  if (joinUrl) return { inShort: "Your joining link is inside.", here };
  if (!isOnline) return { inShort: "Everything you need is inside.", here };
  return { inShort: "Your joining link comes by email.", here: "what you have booked" };
}

export const example: Props = {
  site: exampleSite,
  firstName: "Hannah",
  session: exampleSession,
  isOnline: true,
  joinUrl: exampleJoinUrl,
  whatToBring: ["A blanket and a pillow", "Headphones, if the house is busy"],
  tickets: ["Hannah Okafor", "Ben Okafor"],
  paid: { amount: "£14.40", discount: "20% off with WINTER20" },
  reference: exampleReference,
  terms: "Free cancellation of any ticket until Mon 30 Nov, 7:30 PM GMT",
  bookingUrl: "https://breathroom.example/bookings/7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11?key=5f1d0c",
};
