export type Site = {
  name: string;
  url: string;
  contactUrl: string;
  /** The name of who gives the sessions. */
  instructor?: string;
  /** What the instructor has chosen in place of the site's own look; mails that were written before it lack it. */
  look?: {
    accent?: { light: Shades; dark: Shades };
    /** The address of the logo. */
    logo?: string;
  };
  /** The published terms and privacy policy; mails that were written before they existed lack them. */
  legal?: { label: string; url: string }[];
};

type Shades = { accent: string; hover: string; ink: string };

export type SessionFacts = {
  title: string;
  category: string | null;
  date: { day: string; month: string; year: string };
  when: { date: string; time: string; zone: string; duration: string };
  where: string[];
  /** Null for online sessions; mails that were written before it existed lack it. */
  mapUrl?: string | null;
};

export type PaidAmount = {
  amount: string;
  discount: string | null;
  /** What each ticket costs, where they may differ; mails that were written before it existed lack it. */
  rates?: string;
  /** Whether it is to be paid later: on site, or by transfer for an online session. */
  isDue?: boolean;
  isByTransfer?: boolean;
};

/**
 * What went back by card through Stripe, by hand for payments outside Stripe, and onto gift cards. `credits` is the sentence on what came
 * back onto a pass. `disputed`: over what the customer's bank has still to decide. `byBank`: what the bank has given back
 * for good. `nothing`: why nothing goes back. Mails that were written before these existed lack them.
 */
export type ReturnedMoney = {
  byCard: string | null;
  byHand: string | null;
  isRest?: boolean;
  credits?: string | null;
  onGiftCard?: string | null;
  disputed?: string | null;
  byBank?: string | null;
  nothing?: "unpaid" | "refunded_before" | null;
};

/**
 * `paid_already`: the place stays. `booked_again`: another place. `code_used`: by another customer. `credits_used`: for
 * another booking. `rate_full`: the session has places, but not at the price that was paid.
 */
export type LatePaymentReason =
  | "place_released"
  | "rate_full"
  | "session_begun"
  | "session_cancelled"
  | "booking_cancelled"
  | "paid_already"
  | "booked_again"
  | "code_used"
  | "gift_card_used"
  | "credits_used"
  | "account_deleted";

export type Person = { name: string; email: string };

export type CustomerProps = { site: Site; firstName: string };

export type BookingProps = CustomerProps & { session: SessionFacts; reference: string };

export type WayInProps = {
  isOnline: boolean;
  /** Null on site, and until the instructor has entered it. */
  joinUrl: string | null;
  bookingUrl: string;
};

/** A payment; the session is null if it was for a collection of recordings. */
export type PaymentProps = {
  site: Site;
  session: SessionFacts | null;
  item: string;
  /** Without a session: "collection" or "resource". Mails that were stored before it existed lack it. */
  noun?: string;
  amount: string;
  reference: string;
};

/** Returns what was paid for, in a sentence. */
export const nounOf = ({ noun = "collection" }: Pick<PaymentProps, "noun">): string => noun;

/** Someone's place in a session, told to the instructor. */
export type AdminSessionProps = { site: Site; attendee: Person; session: SessionFacts; sessionUrl: string };

export type AdminBookingProps = AdminSessionProps & { reference: string };
