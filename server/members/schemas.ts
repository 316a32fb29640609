import type { MySession } from "../bookings/schemas";
import type { MyRecording } from "../recordings/schemas";

/** What a member's dashboard shows. */
export type Home = {
  upcoming: MySession[];
  /** The zone or zones of their times; null when there are none. */
  zoneNote: string | null;
  past: MySession[];
  recordings: MyRecording[];
};

/** A session on the instructor's overview. */
export type OfficeSession = {
  id: string;
  title: string;
  /** "Tuesday, Dec 1" and "7:30 PM GMT" */
  day: string;
  time: string;
  place: string;
  booked: number;
  maxAttendees: number | null;
  hasBegun: boolean;
};

export type OfficeToday = {
  /** "Saturday, November 21", in the admin's zone. */
  date: string;
  /** Whether the sessions are today's; else it is the next one, or none. */
  isToday: boolean;
  sessions: OfficeSession[];
};

/** A session for which so many wait, and how many places are free; null where there is no limit. */
export type OfficeWaitlist = { id: string; title: string; waiting: number; free: number | null };

/** A dispute or an inquiry that waits for an answer. */
export type OfficeDispute = {
  id: string;
  customer: string;
  /** "£18.00" */
  amount: string;
  isInquiry: boolean;
  /** Whole days; null where Stripe gives no date. */
  daysLeft: number | null;
  /** "Tuesday, December 1, 2026, 7:30 PM GMT", in the admin's zone. */
  dueBy: string | null;
  /** Where it is answered. */
  url: string;
};

/** What the instructor's overview begins with. */
export type Office = {
  today: OfficeToday;
  /** Each as many as its own page lists; none of them, or an empty amount, where nothing waits. */
  waiting: {
    disputes: OfficeDispute[];
    pendingOrders: number;
    waitlists: OfficeWaitlist[];
    owedByHand: { orders: number; amount: string };
    unexplained: number;
    /** Tried again by itself. */
    failedMails: number;
    unarrivedMails: number;
    failedJobs: number;
  };
};
