import { Action, ContactClosing, ScheduleAction } from "./parts/action";
import { BookingLetter, ManageBooking, WayIn } from "./parts/booking-letter";
import {
  exampleBooking,
  exampleBookingUrl,
  exampleSession,
  exampleSite,
  exampleUnsubscribeUrl,
  exampleWayIn,
} from "./parts/examples";
import { Bring, Fact, Lines, QuantityFact, ReferenceFact, SoftFact, startOf, WhenFact, WhereFact } from "./parts/facts";
import { Letter, type Template } from "./parts/letter";
import { ReturnedFacts, returnedInFull, returnedShortly } from "./parts/money";
import type { BookingProps, CustomerProps, ReturnedMoney, SessionFacts, Site, WayInProps } from "./parts/props";

type ReminderProps = BookingProps & WayInProps & { whatToBring: string[]; isSoon: boolean; quantity?: number };

/** A mail to the attendee, the day before the session and once more when it is about to begin. */
export const sessionReminder: Template<ReminderProps> = {
  subject: ({ session, isSoon }) =>
    isSoon ? `Starting soon: ${session.title}` : `Reminder: ${session.title}, ${session.when.date}`,
  letter: (props) => (
    <BookingLetter
      {...props}
      label="Session reminder"
      preview={`${startOf(props.session)}. ${props.joinUrl ? "Your joining link is inside." : "See you there."}`}
      headline={props.isSoon ? ["We", "begin soon"] : ["See you", "there"]}
      text={`${whenItBegins(props)}. ${props.isOnline ? "Find a quiet corner, and come" : "Come"} as you are.`}
      action={<WayIn {...props} />}
      closing={<ManageBooking {...props} text="Can’t make it after all?" />}
    >
      <WhereFact {...props} />
      <QuantityFact {...props} />
      <Bring items={props.whatToBring} />
    </BookingLetter>
  ),
  example: {
    ...exampleBooking,
    ...exampleWayIn,
    quantity: 2,
    whatToBring: ["A blanket and a pillow", "Headphones, if the house is busy"],
    isSoon: false,
  },
};

const whenItBegins = ({ session: { title, when }, isSoon }: ReminderProps): string =>
  `${title} begins at ${when.time} ${when.zone}${isSoon ? "" : ` on ${when.date}`}`;

type SessionChangedProps = BookingProps &
  WayInProps & {
    /** The previous time or place; null where nothing changed. */
    before: { when: string | null; where: string[] | null };
    /** Whether the attendee may cancel free of charge because of the change. */
    mayCancel: boolean;
    quantity?: number;
  };

/** A mail to everyone booked, when time, place or joining link of a session have changed. */
export const sessionChanged: Template<SessionChangedProps> = {
  subject: ({ session }) => `Your session has changed: ${session.title}`,
  letter: (props) => (
    <BookingLetter
      {...props}
      label="Session changed"
      preview={`Now: ${startOf(props.session)}, ${props.session.where.join(", ")}.`}
      headline={["A change", "of plan"]}
      text={
        `${whatChanged(props)} Your place is still booked, and the attached file updates your calendar. ` +
        wayOut(props)
      }
      action={<WayIn {...props} />}
      closing={<ManageBooking {...props} text="See and manage your booking." />}
    >
      <WhereFact {...props} />
      <QuantityFact {...props} />
      <BeforeFact {...props.before} />
    </BookingLetter>
  ),
  example: {
    ...exampleBooking,
    ...exampleWayIn,
    quantity: 2,
    before: { when: "Monday, November 30, 2026, 6:00 PM GMT, 1h", where: ["The Weavers’ Room", "London, E8 3PN"] },
    mayCancel: true,
  },
};

function BeforeFact({ when, where }: SessionChangedProps["before"]) {
  if (!when && !where) return null;
  return (
    <SoftFact label="Before">
      <Lines lines={[...(when ? [when] : []), ...(where ?? [])]} />
    </SoftFact>
  );
}

function whatChanged({ before: { when, where } }: SessionChangedProps): string {
  if (when && where) return "Your session has a new time and a new place.";
  if (when) return "Your session has a new time.";
  return where
    ? "Your session has a new place."
    : "Your session has a new room online: please use only this joining link.";
}

function wayOut({ before, mayCancel }: SessionChangedProps): string {
  if (!before.when && !before.where) return "Nothing else has changed.";
  return mayCancel
    ? "If it no longer suits you, you can cancel for free until we start."
    : "If it no longer suits you, reply to this email.";
}

type SessionCancelledProps = CustomerProps & {
  session: SessionFacts;
  note: string | null;
  returned: ReturnedMoney | null;
  isPaymentOpen: boolean;
  quantity?: number;
  /** Null for waitlist entries. */
  reference: string | null;
};

/** A mail to everyone with a place, an open payment or a waitlist entry: the session is cancelled. */
export const sessionCancelled: Template<SessionCancelledProps> = {
  subject: ({ session }) => `Session cancelled: ${session.title}`,
  letter: ({ note, returned, reference, ...props }) => (
    <Letter
      {...props}
      label="Session cancelled"
      preview={`${props.session.when.date} will not take place.${returned ? ` ${returnedShortly(returned)}` : ""}`}
      because={`you ${reference ? "booked" : "joined the waitlist for"} a session at ${props.site.name}.`}
      headline={["This session", "is cancelled"]}
      text={`I’m sorry: ${props.session.title} will not take place. ${whatFollows(returned, props)}`}
      action={<ScheduleAction {...props} note="I would be glad to see you on another date." />}
    >
      <WhenFact {...props} />
      <QuantityFact {...props} />
      {note && <Fact label="Why">{note}</Fact>}
      {returned && <ReturnedFacts returned={returned} />}
      {reference && <ReferenceFact reference={reference} />}
    </Letter>
  ),
  example: {
    ...exampleBooking,
    quantity: 2,
    note: "I have lost my voice and need a few quiet days.",
    returned: { byCard: "£14.40", byHand: null },
    isPaymentOpen: false,
  },
};

function whatFollows(
  returned: ReturnedMoney | null,
  { isPaymentOpen }: Pick<SessionCancelledProps, "isPaymentOpen">,
): string {
  if (returned) return `Your booking is cancelled. You don’t need to do anything. ${returnedInFull(returned)}`;
  if (!isPaymentOpen) return "You were on the waitlist, which is now closed.";
  return (
    "Your payment was not finished, so your place is released and nothing is charged. " +
    "If it has gone through after all, you get a full refund."
  );
}

export const recordingAvailable: Template<BookingProps & { bookingUrl: string; unsubscribeUrl?: string }> = {
  subject: ({ session }) => `The recording is ready: ${session.title}`,
  letter: (props) => (
    <BookingLetter
      {...props}
      label="Recording available"
      preview={`${props.session.title}, ${props.session.when.date}: watch whenever you like.`}
      headline={["Once more,", "at your pace"]}
      text={`The recording of ${props.session.title} is ready. You’ll find it on your booking’s page.`}
      action={
        <Action
          href={props.bookingUrl}
          label="Open the recording"
          note="This link is yours alone: please don’t share it."
        />
      }
    />
  ),
  example: { ...exampleBooking, bookingUrl: exampleBookingUrl, unsubscribeUrl: exampleUnsubscribeUrl },
};

/** A mail to an address that a visitor shared a session with. Contains no text by the sender. */
export const sessionShared: Template<{ site: Site; session: SessionFacts; sessionUrl: string }> = {
  subject: ({ site, session }) => `A session for you at ${site.name}: ${session.title}`,
  letter: (props) => (
    <Letter
      {...props}
      label="A session for you"
      preview={`${startOf(props.session)}.`}
      because={`someone shared this session with you from ${props.site.name}. Your address was not added to any list.`}
      headline={["Someone thought", "of you"]}
      text="Someone thought you might like this session. Have a look."
      action={
        <Action href={props.sessionUrl} label="See the session" note="You can book a place there without an account." />
      }
      closing={<ContactClosing site={props.site} text="Have a question first?" />}
    >
      <WhenFact {...props} />
      <WhereFact {...props} />
    </Letter>
  ),
  example: {
    site: exampleSite,
    session: exampleSession,
    sessionUrl: "https://breathroom.example/sessions/7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11",
  },
};
