import { Action, ClosingText, ScheduleAction } from "./parts/action";
import { BookingLetter, ManageBooking, WayIn } from "./parts/booking-letter";
import { exampleBooking, exampleBookingUrl, exampleSite, exampleWayIn } from "./parts/examples";
import { Bring, Fact, FactLink, QuantityFact, Soft, SoftFact, startOf, TicketsFact, WhereFact } from "./parts/facts";
import { Letter, type Template } from "./parts/letter";
import { PaidFact, ReturnedFacts, returnedForTicket, returnedInFull, returnedShortly } from "./parts/money";
import type { BookingProps, PaidAmount, ReturnedMoney, Site, WayInProps } from "./parts/props";

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

const paymentKept = "Your payment is not refunded. If you have a question about that, write to me.";

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

type LinkedBooking = { title: string; when: string; place: string; tickets: number; isHeld: boolean; url: string };

type LinkedPass = { title: string; balance: string; url: string };

type LinkedCourse = { title: string; dates: string; url: string };

type BookingLinksProps = {
  site: Site;
  bookings: LinkedBooking[];
  /** The passes bought with the address; mails that were written before guests could buy them lack them. */
  passes?: LinkedPass[];
  /** The courses, which have their dates on their pages; mails that were written before lack them. */
  courses?: LinkedCourse[];
};

/** A mail to the address of these bookings, courses and passes, at the request of someone who typed it. */
export const bookingLinks: Template<BookingLinksProps> = {
  subject: ({ site, ...props }) => `Your ${foundIn(props)} at ${site.name}`,
  letter: ({ bookings, passes = [], courses = [], ...props }) => {
    const what = foundIn({ bookings, passes, courses });
    const isOne = bookings.length + passes.length + courses.length === 1;
    return (
      <Letter
        {...props}
        label={`Your ${what}`}
        preview={isOne ? `The link to your ${what}.` : `The links to your ${what}.`}
        because={`someone asked ${props.site.name} for the ${what} of this address.`}
        headline={["Your", what]}
        text={
          `Here ${isOne ? `is the ${what}` : `are the ${what}`} of this email address. ` +
          `${isOne ? "The link opens it" : "Each link opens one of them"} without signing in, ` +
          "so please do not forward this email."
        }
        closing={<ClosingText text="If this wasn’t you, you can ignore this email: it was only sent to you." />}
      >
        {bookings.map((booking) => (
          <LinkedBookingFact key={booking.url} {...booking} />
        ))}
        {courses.map(({ title, dates, url }) => (
          <Fact key={url} label="Course">
            <FactLink href={url} label={title} weight={600} />
            <br />
            <Soft>{dates}</Soft>
          </Fact>
        ))}
        {passes.map(({ title, balance, url }) => (
          <Fact key={url} label="Pass">
            <FactLink href={url} label={title} weight={600} />
            <br />
            <Soft>{balance}</Soft>
          </Fact>
        ))}
      </Letter>
    );
  },
  example: {
    site: exampleSite,
    bookings: [
      {
        title: "Evening Wind-Down",
        when: "Tuesday, December 1, 2026, 7:30 PM GMT",
        place: "Online",
        tickets: 2,
        isHeld: false,
        url: exampleBookingUrl,
      },
      {
        title: "Birth Preparation Circle",
        when: "Saturday, December 12, 2026, 10:00 AM GMT",
        place: "London, E8 3PN",
        tickets: 1,
        isHeld: true,
        url: "https://breathroom.example/bookings/0c41d7aa-5b0e-4d7f-8d0e-94d1f8f6f3ab?key=9ad2e1",
      },
    ],
    passes: [
      {
        title: "Ten sessions",
        balance: "7 of 10 left, until Tuesday, June 1, 2027",
        url: "https://breathroom.example/my-pass/3f1d0c52-8d1e-4b0f-9c55-0a2f7e1c9d11?key=7c2b90",
      },
    ],
    courses: [
      {
        title: "Breath Basics",
        dates: "6 dates to come",
        url: "https://breathroom.example/my-course/5d0a2f7e-51c8-4d8a-8b1c-2f7e1c9d1122?key=5f2c31",
      },
    ],
  },
};

/** Names what was found, such as "bookings, course and pass". */
function foundIn({ bookings, passes = [], courses = [] }: Omit<BookingLinksProps, "site">): string {
  const named = [
    bookings.length > 0 && (bookings.length === 1 ? "booking" : "bookings"),
    courses.length > 0 && (courses.length === 1 ? "course" : "courses"),
    passes.length > 0 && (passes.length === 1 ? "pass" : "passes"),
  ].filter((name) => name !== false);
  const [last, ...others] = named.toReversed();
  return others.length > 0 ? `${others.toReversed().join(", ")} and ${last}` : `${last}`;
}

function LinkedBookingFact({ title, when, place, tickets, isHeld, url }: LinkedBooking) {
  const notes = [place, tickets > 1 && `${tickets} tickets`, isHeld && "waiting for your payment"].filter(Boolean);
  return (
    <Fact label={isHeld ? "Held" : "Booked"}>
      <FactLink href={url} label={title} weight={600} />
      <br />
      <Soft>{when}</Soft>
      <br />
      <Soft>{notes.join(", ")}</Soft>
    </Fact>
  );
}
