import { AdminSessionLetter } from "./parts/admin-letter";
import { exampleAdminBooking } from "./parts/examples";
import { Fact, Soft, startOf, TicketsFact, WhenFact, WhereFact } from "./parts/facts";
import type { Template } from "./parts/letter";
import { OwedFacts, owedToCustomer, PaidFact } from "./parts/money";
import type { AdminBookingProps, PaidAmount, ReturnedMoney } from "./parts/props";

type NewBookingProps = AdminBookingProps & {
  hasHealthNote: boolean;
  tickets?: string[];
  paid: PaidAmount;
  places: string;
};

export const adminNewBooking: Template<NewBookingProps> = {
  subject: ({ attendee, session }) => `New booking: ${attendee.name}, ${session.title}`,
  letter: (props) => (
    <AdminSessionLetter
      {...props}
      label="New booking"
      preview={`${startOf(props.session)}. Places taken: ${props.places}.`}
      headline={["A new", "booking"]}
      text={`${whatIsBooked(props)} The confirmation is on its way to ${props.attendee.email}.`}
    >
      {props.hasHealthNote && <HealthNoteFact />}
      <WhenFact {...props} />
      <WhereFact {...props} />
      <TicketsFact tickets={props.tickets} />
      <PaidFact paid={props.paid} />
      <PlacesFact places={props.places} />
    </AdminSessionLetter>
  ),
  example: {
    ...exampleAdminBooking,
    hasHealthNote: true,
    tickets: ["Hannah Okafor", "Ben Okafor"],
    paid: { amount: "£14.40", discount: "20% off with WINTER20" },
    places: "7 of 12",
  },
};

const whatIsBooked = ({ attendee, tickets = [] }: NewBookingProps): string =>
  `${attendee.name} has booked ${tickets.length > 1 ? `${tickets.length} places` : "a place"}.`;

type BookingMovedProps = AdminBookingProps & {
  /** The previous date. */
  before: string;
  /** Mails of earlier versions lack it. */
  isByInstructor?: boolean;
  tickets: string[];
  places: { before: string; now: string };
  hasHealthNote: boolean;
};

/** A mail to the instructor: a booking is moved to another date, by the attendee or in the back office. */
export const adminBookingMoved: Template<BookingMovedProps> = {
  subject: ({ attendee, session }) => `Booking moved: ${attendee.name}, ${session.title}`,
  letter: (props) => (
    <AdminSessionLetter
      {...props}
      label="Booking moved"
      preview={`Now ${startOf(props.session)}, before ${props.before}.`}
      headline={["A booking", "was moved"]}
      text={`${whoMoved(props)} Tickets and payment stay with the booking.`}
    >
      <WhenFact {...props} />
      <Fact label="Before">
        {props.before}
        <br />
        <Soft>{`${props.places.before} places taken`}</Soft>
      </Fact>
      <TicketsFact tickets={props.tickets} />
      {props.hasHealthNote && <HealthNoteFact />}
      <PlacesFact places={props.places.now} />
    </AdminSessionLetter>
  ),
  example: {
    ...exampleAdminBooking,
    before: "Tuesday, November 24, 2026, 7:30 PM GMT",
    isByInstructor: false,
    tickets: ["Hannah Okafor", "Ben Okafor"],
    places: { before: "5 of 12", now: "6 of 12" },
    hasHealthNote: true,
  },
};

const whoMoved = ({ attendee, isByInstructor }: BookingMovedProps): string =>
  isByInstructor
    ? `The booking of ${attendee.name} was moved in the back office.`
    : `${attendee.name} has chosen another date.`;

type BookingCancelledProps = AdminBookingProps & {
  returned: ReturnedMoney;
  /** Something was paid, even if it has been refunded. */
  wasPaid?: boolean;
  /** The instructor keeps what has not been refunded. */
  isKept?: boolean;
  /** Whether it was cancelled because everything paid was refunded at Stripe. */
  isByRefund: boolean;
  places: string;
};

export const adminBookingCancelled: Template<BookingCancelledProps> = {
  subject: ({ attendee, session }) => `Cancelled: ${attendee.name}, ${session.title}`,
  letter: (props) => (
    <AdminSessionLetter
      {...props}
      label="Booking cancelled"
      preview={`${startOf(props.session)}. Places taken: ${props.places}.`}
      headline={["A booking", "was cancelled"]}
      text={whatHappened(props)}
    >
      <WhenFact {...props} />
      <OwedFacts returned={props.returned} />
      <PlacesFact places={props.places} />
    </AdminSessionLetter>
  ),
  example: {
    ...exampleAdminBooking,
    returned: { byCard: "£14.40", byHand: null },
    isByRefund: false,
    places: "6 of 12",
  },
};

function whatHappened({ attendee, returned, isByRefund, isKept, wasPaid }: BookingCancelledProps): string {
  if (isByRefund) {
    return `Everything ${attendee.name} paid was refunded at Stripe, so the place is free again. They have been emailed.`;
  }
  const unpaid = wasPaid ? "Nothing more is refunded." : "Nothing had been paid.";
  const money = isKept ? "Nothing is refunded: you keep the payment." : owedToCustomer(returned) || unpaid;
  return `${attendee.name}’s booking is cancelled, and the place is free again. ${money}`;
}

type TicketCancelledProps = AdminBookingProps & {
  /** The cancelled one's name. */
  ticket: string;
  /** The others' names, if there is more than one. */
  tickets: string[];
  returned: ReturnedMoney;
  /** The instructor keeps the ticket's share of the payment. */
  isKept?: boolean;
  places: string;
};

export const adminTicketCancelled: Template<TicketCancelledProps> = {
  subject: ({ attendee, session }) => `One ticket cancelled: ${attendee.name}, ${session.title}`,
  letter: (props) => (
    <AdminSessionLetter
      {...props}
      label="Ticket cancelled"
      preview={`${startOf(props.session)}. Places taken: ${props.places}.`}
      headline={["One ticket", "was cancelled"]}
      text={`One of ${props.attendee.name}’s tickets is cancelled, and its place is free again. ${ofTheShare(props)}`}
    >
      <WhenFact {...props} />
      <Fact label="Cancelled">{props.ticket}</Fact>
      <TicketsFact tickets={props.tickets} />
      <OwedFacts returned={props.returned} />
      <PlacesFact places={props.places} />
    </AdminSessionLetter>
  ),
  example: {
    ...exampleAdminBooking,
    ticket: "Cleo Adeyemi",
    tickets: ["Hannah Okafor", "Ben Okafor"],
    returned: { byCard: "£14.40", byHand: null },
    places: "6 of 12",
  },
};

function ofTheShare({ returned, isKept }: TicketCancelledProps): string {
  if (isKept) return "Nothing is refunded: you keep its share of the payment.";
  return owedToCustomer(returned) || "There is nothing to refund.";
}

const HealthNoteFact = () => (
  <Fact label="Health note">
    They left one. <Soft>You can read it on the session’s page.</Soft>
  </Fact>
);

const PlacesFact = ({ places }: { places: string }) => (
  <Fact label="Places">
    {places} <Soft>taken</Soft>
  </Fact>
);
