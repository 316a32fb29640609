import { type Currency, formatAmount } from "../../../core/money";
import { isUuid } from "../../../core/input-schemas";

const phrases: Record<string, string> = {
  "backup.downloaded": "downloaded the backup",
  "backup.reconciled": "checked Stripe for",
  "backup.requested": "had a backup made",
  "booking.added": "added the booking of",
  "booking.address_corrected": "corrected the address of the booking of",
  "booking.confirmation_resent": "resent the confirmation of the booking of",
  "booking.marked_paid": "recorded a payment for the booking of",
  "booking.moved": "moved the booking of",
  "booking.noted": "changed the note on",
  "booking.status_changed": "changed the status of the booking of",
  "collection.price_changed": "changed the price of",
  "email.dismissed": "dealt with the email",
  "email.resent": "resent the email",
  "email.retried": "retried sending the email",
  "email.test_sent": "had a test mail sent",
  "export.downloaded": "downloaded the export of everything",
  "gift_card.adjusted": "corrected what is left on the gift card:",
  "gift_card.sent_again": "sent again the gift card:",
  "import.completed": "imported a file",
  "job.retried": "had a job run again:",
  "newsletter.sent": "sent a newsletter",
  "page.restored": "restored an earlier version of the page",
  "payment.refunded": "refunded the payment of",
  "payment.returned_by_hand": "recorded the refund of the payment of",
  "purchase.credits_corrected": "corrected the credits on the pass of",
  "purchase.granted": "gave access to",
  "purchase.pass_extended": "extended the pass of",
  "purchase.status_changed": "changed the status of the purchase of",
  "recording.captions_corrected": "corrected the captions of",
  "recording.preparation_cancelled": "cancelled preparing",
  "recording.preparation_started": "had prepared again:",
  "session.duplicated": "duplicated the session",
  "settings.changed": "changed the settings:",
  "person.note_changed": "changed the private note about",
  "person.requests_forgotten": "forgot the requests of",
  "person.import_forgotten": "removed from the imported customers",
  "testimonial.withdrawn": "recorded that consent was withdrawn for the testimonial of",
  "user.email_change_asked": "requested a new address for",
  "user.email_changed": "confirmed the new address of",
  "user.impersonated": "logged in as",
  "user.made_admin": "made an admin of",
  "user.password_set": "set a password for",
  "user.reset_sent": "sent a reset link to",
  "user.second_factor_removed": "turned off two-step sign-in for",
  "user.updated": "changed the details of",
  "withdrawal.declined": "declined the withdrawal of",
  "withdrawal.refunded": "refunded after the withdrawal of",
  "waitlist_entry.moved": "moved the waitlist entry of",
  "waitlist_entry.offered": "offered a place to",
};

export function phraseOf(action: string): string {
  const [kind = "", verb = ""] = action.split(".");
  const noun = kind.replaceAll("_", " ");
  const isOfPerson = ["booking", "payment", "purchase", "testimonial", "waitlist_entry", "withdrawal"].includes(kind);
  return phrases[action] ?? `${verb.replaceAll("_", " ")} the ${noun}${isOfPerson ? " of" : ""}`;
}

const fieldNames: Record<string, string> = {
  captionsId: "captions",
  consentKind: "how they agreed",
  consentNote: "note on their consent",
  consentOn: "day of their consent",
  durationMinutes: "duration",
  durationSeconds: "length",
  fullName: "name",
  image: "picture",
  isCancellingOn: "cancelling",
  isDownloadable: "whether the sound can be downloaded",
  isFree: "free or premium",
  isOn: "whether it is sold",
  isRecordingPublic: "who may watch the recording",
  isWaitlistOn: "waitlist",
  locationType: "location",
  opensAfterDays: "when it opens",
  opensOn: "when it opens",
  orderIndex: "place in the order",
  pictureId: "picture",
  plate: "drawings",
  posterId: "thumbnail",
  posterSecond: "moment of the picture",
  priceCurrency: "currency",
  recordingUrl: "recording link",
  soundId: "sound",
  startsAt: "start time",
  videoId: "video",
  videoUrl: "video",
};

const hiddenDetails = ["version", "replaced", "formKey", "of", "sessionId", "seriesId"];

const sentences: Record<string, (value: unknown) => string | null> = {
  by: (change) => `${String(change)} credits`,
  cancelledBookings: (count) => (count === 0 ? null : `bookings cancelled: ${String(count)}`),
  code: String,
  collection: (name) => `the ${String(name)} collection`,
  direction: String,
  ended: String,
  isFreeOfCharge: (is) => (is === true ? "free of charge" : null),
  isLate: (is) => (is === true ? "although it was too late" : null),
  isFree: (is) => (is === true ? "free" : "premium"),
  isOutside: (is) => (is === true ? "at an outside address" : null),
  isPlaceCancelled: (is) => (is === true ? "the place is released" : null),
  isRefunded: (is) => (is === true ? "refunded" : "not refunded"),
  refund: (is) => (is === true ? "refunded" : "not refunded"),
  provider: (name) => (name === "stripe" ? "by Stripe" : "outside Stripe"),
  sent: (count) => `to ${String(count)} ${count === 1 ? "person" : "people"}`,
  subject: (text) => `“${String(text)}”`,
  terms: String,
  title: String,
};

type Details = Record<string, unknown>;

export function detailsInWords(details: Details | null): string | null {
  const { from, to, changed, amountMinor, currency, ...others } = details ?? {};
  const parts = [
    changeInWords(from, to),
    Array.isArray(changed) && changed.length > 0 && `${namesOf(changed)} changed`,
    typeof amountMinor === "number" && formatAmount({ amountMinor, currency: currency as Currency }),
    ...Object.entries(others).map(([key, value]) => (hiddenDetails.includes(key) ? null : describeDetail(key, value))),
  ];
  const line = parts.filter(Boolean).join(", ");
  return line ? line.charAt(0).toUpperCase() + line.slice(1) : null;
}

/** Positions are stored from 0 and shown from 1. */
function changeInWords(from: unknown, to: unknown): string | null {
  if (typeof from === "number" && typeof to === "number") return `from place ${from + 1} to place ${to + 1}`;
  return typeof from === "string" && typeof to === "string" && from && to ? `from ${from} to ${to}` : null;
}

const namesOf = (fields: unknown[]): string =>
  [...new Set(fields.map((field) => fieldNames[String(field)] ?? words(String(field))))].join(", ");

function describeDetail(key: string, value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  const sentence = sentences[key];
  if (sentence) return sentence(value);
  if (typeof value === "boolean") return `${words(key)}: ${value ? "yes" : "no"}`;
  if (typeof value !== "string" && typeof value !== "number") return null;
  return isUuid(String(value)) ? null : `${words(key)}: ${value}`;
}

const words = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase()
    .replace(/^is /, "");
