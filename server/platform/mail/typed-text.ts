/** A template's props that hold what customers have typed; a path leads into objects, and an array counts as a whole. */
type TypedProps = readonly string[];

const greeting: TypedProps = ["firstName"];
const none: TypedProps = [];
const ofAttendee: TypedProps = ["attendee.name"];
const ofAttendeeAndTickets: TypedProps = ["attendee.name", "tickets"];

/**
 * What strangers have typed, by template. The address of a mail may be typed by a stranger too, so none of this may become
 * a link in it. What the instructor has typed may.
 */
export const typedProps = {
  "account-exists": greeting,
  "admin-access": none,
  "admin-booking-cancelled": ofAttendee,
  "admin-booking-moved": ofAttendeeAndTickets,
  "admin-calendar-left": none,
  "admin-calendar-silent": none,
  "admin-dispute": ["customer.name"],
  "admin-fraud-warning": ["customer.name"],
  "admin-late-payment-refunded": ofAttendee,
  "admin-membership-leaving": ["member.name", "leaveReason"],
  "admin-missing-link": none,
  "admin-new-booking": ofAttendeeAndTickets,
  "admin-payment-not-received": ofAttendee,
  "admin-payout-failed": none,
  // Its text begins with the buyer's name.
  "admin-purchase": ["firstName", "buyer.name", "text"],
  "admin-refund-failed": ofAttendee,
  "admin-request": ofAttendee,
  "admin-site-fault": none,
  "admin-test": none,
  "admin-ticket-cancelled": ["attendee.name", "ticket", "tickets"],
  "admin-waitlist-entry": ofAttendee,
  "admin-withdrawal": ["who.name", "contract"],
  "attendee-message": greeting,
  "booking-cancelled": greeting,
  "booking-confirmation": ["firstName", "tickets"],
  "booking-links": none,
  "booking-moved": ["firstName", "tickets"],
  "booking-refunded": greeting,
  "change-email": greeting,
  "confirm-announcements": none,
  "course-cancelled": greeting,
  "course-confirmation": greeting,
  "devices-ended": greeting,
  "email-change-notice": greeting,
  "gift-card": ["firstName", "giver", "words"],
  "gift-card-changed": greeting,
  "gift-card-ending": greeting,
  "gift-card-refunded": greeting,
  "late-payment-refunded": greeting,
  "membership-news": greeting,
  newsletter: none,
  "pass-changed": greeting,
  "pass-ending": greeting,
  "pass-few-left": greeting,
  "password-changed": greeting,
  "payment-not-received": greeting,
  "purchase-confirmation": greeting,
  "purchase-ended": greeting,
  "purchase-opened": greeting,
  "purchase-refunded": greeting,
  "recording-available": greeting,
  "recordings-opened": greeting,
  "refund-returned": greeting,
  "request-approved": greeting,
  "request-asked": greeting,
  "request-confirm": greeting,
  "request-declined": greeting,
  "reset-password": greeting,
  "second-factor-changed": greeting,
  "session-cancelled": greeting,
  "session-changed": greeting,
  "session-reminder": greeting,
  "session-shared": none,
  "sign-in-link": greeting,
  "ticket-cancelled": ["firstName", "ticket", "tickets"],
  "verify-email": greeting,
  "waitlist-already": greeting,
  "waitlist-joined": greeting,
  "waitlist-offer": greeting,
  "waitlist-offer-passed-on": greeting,
  "withdrawal-declined": ["firstName", "contract"],
  "withdrawal-received": ["name", "contract"],
} as const satisfies Record<string, TypedProps>;

/** Returns the props of a mail so that mail programs make no links of what strangers have typed. */
export function withoutTypedLinks<Props extends object>(template: keyof typeof typedProps, props: Props): Props {
  // A greeting leaves out a name that could be a link.
  const paths = typedProps[template].filter((path) => path !== "firstName");
  return paths.reduce<Props>((disarmed, path) => disarmAt(disarmed, path.split(".")) as Props, props);
}

function disarmAt(value: unknown, [name, ...rest]: string[]): unknown {
  if (name === undefined) return disarm(value);
  if (typeof value !== "object" || value === null || !(name in value)) return value;
  return { ...value, [name]: disarmAt((value as Record<string, unknown>)[name], rest) };
}

function disarm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(disarm);
  return typeof value === "string" ? withoutLinks(value) : value;
}

/** Puts a space without width behind what makes a link of a word. Leaves amounts, times and dates as they are. */
const withoutLinks = (text: string): string =>
  text.replace(/(?<!\d)[.:](?=\S)|[.:](?=[^\s\d])|[@/。．｡：／＠](?=\S)/gu, (mark) => `${mark}\u200b`);
