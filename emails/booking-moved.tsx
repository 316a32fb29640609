import { Closing, WayIn } from "./parts/action";
import { Bring, Fact, Facts, PaidFact, ReferenceFact, Soft, TicketsFact, WhenFact, WhereFact } from "./parts/facts";
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

/** To the attendee, whose booking is moved to another date. */
export type Props = {
  site: Site;
  firstName: string;
  session: SessionFacts;
  /** The previous date. */
  before: string;
  /** Mails of earlier versions lack it. */
  isByInstructor?: boolean;
  tickets: string[];
  isOnline: boolean;
  joinUrl: string | null;
  whatToBring: string[];
  paid: Paid;
  /** Until when the new date can be cancelled. */
  terms: string | null;
  reference: string;
  bookingUrl: string;
};

export const subject = ({ session }: Props) => `Your booking is moved: ${session.title}`;

export default function BookingMoved(props: Props) {
  const { site, session } = props;
  const { date, time, zone } = session.when;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Booking moved"
      preview={`Now: ${date} at ${time} ${zone}.`}
      because={`you booked a session at ${site.name}.`}
      headline={
        <>
          Your booking <em>is moved</em>
        </>
      }
      text={
        `${greet("Hello", props.firstName)} ${ofThePlace(props)}, and ${ofTheMoney(props)}. ` +
        "The attached files take the previous date out of your calendar and add the new one."
      }
      session={session}
    >
      <Facts>
        <WhenFact when={session.when} />
        <WhereFact session={session} />
        <Fact label="Before">
          <Soft>{props.before}</Soft>
        </Fact>
        <Bring items={props.whatToBring} />
        <TicketsFact tickets={props.tickets} />
        <PaidFact paid={props.paid} />
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

const ofThePlace = ({ isByInstructor }: Props): string =>
  isByInstructor ? "I have moved your place to the date below" : "Your place is now on the date below";

function ofTheMoney({ paid }: Props): string {
  if (!paid.isDue) return "there is nothing more to pay";
  return paid.isByTransfer ? "you still pay by transfer" : "you pay when you come";
}

export const example: Props = {
  site: exampleSite,
  firstName: "Hannah",
  session: exampleSession,
  before: "Tuesday, November 24, 2026, 7:30 PM GMT",
  isByInstructor: false,
  tickets: ["Hannah Okafor", "Ben Okafor"],
  isOnline: true,
  joinUrl: exampleJoinUrl,
  whatToBring: ["A blanket and a pillow"],
  paid: { amount: "£14.40", discount: "20% off with WINTER20" },
  terms: "Free cancellation until Mon 30 Nov, 7:30 PM GMT",
  reference: exampleReference,
  bookingUrl: "https://breathroom.example/bookings/7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11?key=5f1d0c",
};
