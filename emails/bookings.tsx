import { Action, ScheduleAction } from "./parts/action";
import { BookingLetter, ManageBooking, WayIn } from "./parts/booking-letter";
import { exampleBooking, exampleBookingUrl, exampleWayIn } from "./parts/examples";
import { Bring, Fact, QuantityFact, SoftFact, startOf, TicketsFact, WhereFact } from "./parts/facts";
import type { Template } from "./parts/letter";
import {
  PaidFact,
  paymentKept,
  ReturnedFacts,
  returnedForTicket,
  returnedInFull,
  returnedShortly,
} from "./parts/money";
import type { BookingProps, PaidAmount, ReturnedMoney, WayInProps } from "./parts/props";

type BookingConfirmationProps = BookingProps &
  WayInProps & {
    whatToBring: string[];
    tickets?: string[];
    paid: PaidAmount;
    /** Until when it can be cancelled. */
    terms?: string | null;
  };

export const bookingConfirmation: Template<BookingConfirmationProps> = {
  subject: ({ session }) => `Your place is booked: ${session.title}`,
  letter: (props) => (
    <BookingLetter
      {...props}
      label="Booking confirmation"
      preview={`${startOf(props.session)}. ${whatIsTold(props).inShort}`}
      headline={["Your place", "is booked"]}
      greeting="Thank you"
      text={`Here is ${whatIsTold(props).here}. Come as you are.`}
      action={<WayIn {...props} />}
      closing={<ManageBooking {...props} text={cancelTerms(props)} />}
    >
      <WhereFact {...props} />
      <Bring items={props.whatToBring} />
      <TicketsFact tickets={props.tickets} />
      <PaidFact paid={props.paid} />
    </BookingLetter>
  ),
  example: {
    ...exampleBooking,
    ...exampleWayIn,
    whatToBring: ["A blanket and a pillow", "Headphones, if the house is busy"],
    tickets: ["Hannah Okafor", "Ben Okafor"],
    paid: { amount: "£14.40", discount: "20% off with WINTER20" },
    terms: "Free cancellation of any ticket until Mon 30 Nov, 7:30 PM GMT",
  },
};

function whatIsTold({ isOnline, joinUrl }: WayInProps) {
  const here = "everything you need for the session";
  if (joinUrl) return { inShort: "Your joining link is inside.", here };
  if (!isOnline) return { inShort: "Everything you need is inside.", here };
  return { inShort: "Your joining link comes by email.", here: "what you have booked" };
}

const cancelTerms = ({ terms }: Pick<BookingConfirmationProps, "terms">): string =>
  `Can’t make it? ${terms ?? "Your booking shows what you can do"}.`;

type BookingMovedProps = BookingProps &
  WayInProps & {
    /** The previous date. */
    before: string;
    /** Mails of earlier versions lack it. */
    isByInstructor?: boolean;
    tickets: string[];
    whatToBring: string[];
    paid: PaidAmount;
    /** Until when the new date can be cancelled. */
    terms: string | null;
  };

/** A mail to the attendee, whose booking is moved to another date. */
export const bookingMoved: Template<BookingMovedProps> = {
  subject: ({ session }) => `Your booking is moved: ${session.title}`,
  letter: (props) => (
    <BookingLetter
      {...props}
      label="Booking moved"
      preview={`Now: ${startOf(props.session)}.`}
      headline={["Your booking", "is moved"]}
      text={
        `${ofThePlace(props)}, and ${ofTheMoney(props)}. ` +
        "The attached files take the previous date out of your calendar and add the new one."
      }
      action={<WayIn {...props} />}
      closing={<ManageBooking {...props} text={cancelTerms(props)} />}
    >
      <WhereFact {...props} />
      <SoftFact label="Before">{props.before}</SoftFact>
      <Bring items={props.whatToBring} />
      <TicketsFact tickets={props.tickets} />
      <PaidFact paid={props.paid} />
    </BookingLetter>
  ),
  example: {
    ...bookingConfirmation.example,
    before: "Tuesday, November 24, 2026, 7:30 PM GMT",
    isByInstructor: false,
    tickets: ["Hannah Okafor", "Ben Okafor"],
    terms: "Free cancellation until Mon 30 Nov, 7:30 PM GMT",
  },
};

const ofThePlace = ({ isByInstructor }: BookingMovedProps): string =>
  isByInstructor ? "I have moved your place to the date below" : "Your place is now on the date below";

function ofTheMoney({ paid }: BookingMovedProps): string {
  if (!paid.isDue) return "there is nothing more to pay";
  return paid.isByTransfer ? "you still pay by transfer" : "you pay when you come";
}

type BookingCancelledProps = BookingProps & { returned: ReturnedMoney; isKept?: boolean; quantity?: number };

export const bookingCancelled: Template<BookingCancelledProps> = {
  subject: ({ session }) => `Your booking is cancelled: ${session.title}`,
  letter: ({ returned, isKept, ...props }) => (
    <BookingLetter
      {...props}
      label="Booking cancelled"
      preview={`Your place has been released. ${isKept ? paymentKept : returnedShortly(returned)}`}
      headline={["Your booking", "is cancelled"]}
      text={`Your place has been released. ${isKept ? paymentKept : returnedInFull(returned)}`}
      action={<ScheduleAction {...props} note="Maybe another date suits you." />}
    >
      <QuantityFact {...props} />
      <ReturnedFacts returned={returned} />
    </BookingLetter>
  ),
  example: { ...exampleBooking, quantity: 2, returned: { byCard: "£14.40", byHand: null } },
};

type TicketCancelledProps = BookingProps & {
  /** The cancelled one's name. */
  ticket: string;
  /** The others' names, if there is more than one. */
  tickets: string[];
  returned: ReturnedMoney;
  isKept?: boolean;
  bookingUrl: string;
};

/** A mail to the attendee: one of several tickets was cancelled; the booking goes on with the others. */
export const ticketCancelled: Template<TicketCancelledProps> = {
  subject: ({ session }) => `One ticket is cancelled: ${session.title}`,
  letter: (props) => (
    <BookingLetter
      {...props}
      label="Ticket cancelled"
      preview={whatIsLeft(props)}
      headline={["One ticket", "is cancelled"]}
      text={`One place has been released. ${whatIsLeft(props)}`}
      action={<Action href={props.bookingUrl} label="View your booking" />}
    >
      <Fact label="Cancelled">{props.ticket}</Fact>
      <TicketsFact tickets={props.tickets} />
      <ReturnedFacts returned={props.returned} />
    </BookingLetter>
  ),
  example: {
    ...exampleBooking,
    ticket: "Cleo Adeyemi",
    tickets: ["Hannah Okafor", "Ben Okafor"],
    returned: { byCard: "£14.40", byHand: null },
    bookingUrl: exampleBookingUrl,
  },
};

function whatIsLeft({ tickets, returned, isKept }: TicketCancelledProps): string {
  const others = tickets.length > 0 ? `${tickets.length} tickets are` : "ticket is";
  const kept = "Its share is not refunded: write to me if you have a question about that.";
  return `Your other ${others} still booked. ${isKept ? kept : returnedForTicket(returned)}`;
}
