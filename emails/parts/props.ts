/** The site that sends the mail. */
export type Site = {
  name: string;
  /** The schedule's address. */
  url: string;
  contactUrl: string;
};

/** A session, formatted for a mail in the reader's time zone. */
export type SessionFacts = {
  title: string;
  category: string | null;
  /** The date block: "1", "Dec", "2026". */
  date: { day: string; month: string; year: string };
  /** "Tuesday, December 1, 2026", "7:30 PM", "GMT", "1h 30min". */
  when: { date: string; time: string; zone: string; duration: string };
  /** "Online", or the lines of the address. */
  where: string[];
};

/** What was paid: "£14.40" or "Free", and the discount if there was one: "20% off with WELCOME10". */
export type Paid = {
  amount: string;
  discount: string | null;
  /** To be paid at the door. */
  isDue?: boolean;
};

/** The amounts refunded: to the card through Stripe, and by the instructor for payments outside Stripe. */
export type Returned = {
  byCard: string | null;
  byHand: string | null;
  /** An earlier refund returned a part of the payment. */
  isRest?: boolean;
};

/**
 * Why a payment came too late. `paid_already`: the customer paid twice and keeps the place. `booked_again`: the customer
 * has booked another place since. `code_used`: the one-time code of the price has been used by another customer since.
 */
export type LatePaymentReason =
  | "place_released"
  | "session_begun"
  | "session_cancelled"
  | "booking_cancelled"
  | "paid_already"
  | "booked_again"
  | "code_used"
  | "account_deleted";

/** The person that a mail to the instructor is about. */
export type Person = { name: string; email: string };

/** When an offer ends, in the reader's time zone: "Monday, November 30, 2026", "8:00 AM", "GMT". */
export type Until = { date: string; time: string; zone: string };

/** Examples for previews and tests. */
export const previewSite: Site = {
  name: "Breathroom",
  url: "https://breathroom.example",
  contactUrl: "https://www.breathroom.example/contact",
};

export const previewSession: SessionFacts = {
  title: "Evening Wind-Down",
  category: "Breathwork",
  date: { day: "1", month: "Dec", year: "2026" },
  when: { date: "Tuesday, December 1, 2026", time: "7:30 PM", zone: "GMT", duration: "1h 30min" },
  where: ["Online"],
};

export const previewPerson: Person = { name: "Hannah Okafor", email: "hannah@example.com" };

export const previewReference = "7B0C3A52";
