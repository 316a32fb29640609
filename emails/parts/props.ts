/** What every message knows of the site it comes from. */
export type Site = {
  name: string;
  /** The schedule's address. */
  url: string;
  contactUrl: string;
};

/** A session as a message prints it: everything formatted, in the reader's time zone. */
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
  /** It is still to be paid, at the door. */
  isDue?: boolean;
};

/** What goes back: through Stripe to the card, and what was paid outside Stripe and is the instructor's to return. */
export type Returned = {
  byCard: string | null;
  byHand: string | null;
  /** What goes back to the card is what an earlier refund has left of it. */
  isRest?: boolean;
};

/**
 * Why money could not be exchanged for a place; `paid_already`: it came twice, and the place stays; `booked_again`: the
 * customer has taken another place meanwhile, as the letter about the unconfirmed payment suggested; `code_used`: the
 * price needed a one-time code that somebody else has used meanwhile; `account_deleted`: the customer is no member any
 * more, and wants no place.
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
