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

export type Paid = {
  amount: string;
  discount: string | null;
  /** To be paid later: on site, or by transfer for an online session. */
  isDue?: boolean;
  isByTransfer?: boolean;
};

/** By card through Stripe; by hand for payments outside Stripe. */
export type Returned = {
  byCard: string | null;
  byHand: string | null;
  isRest?: boolean;
};

/** `paid_already`: the place stays. `booked_again`: another place. `code_used`: by another customer. */
export type LatePaymentReason =
  | "place_released"
  | "session_begun"
  | "session_cancelled"
  | "booking_cancelled"
  | "paid_already"
  | "booked_again"
  | "code_used"
  | "account_deleted";

export type Person = { name: string; email: string };

export type Until = { date: string; time: string; zone: string };

export const exampleSite: Site = {
  name: "Breathroom",
  url: "https://breathroom.example",
  contactUrl: "https://www.breathroom.example/contact",
};

export const exampleSession: SessionFacts = {
  title: "Evening Wind-Down",
  category: "Breathwork",
  date: { day: "1", month: "Dec", year: "2026" },
  when: { date: "Tuesday, December 1, 2026", time: "7:30 PM", zone: "GMT", duration: "1h 30min" },
  where: ["Online"],
};

export const examplePerson: Person = { name: "Hannah Okafor", email: "hannah@example.com" };

export const exampleReference = "7B0C3A52";

export const exampleJoinUrl =
  "https://breathroom.example/join/7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11?key=9a41c07be2d83f5610aa9a41c07be2d83f561077";
