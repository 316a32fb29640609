import type { MySession } from "../bookings/schemas";
import type { MyRecording } from "../recordings/schemas";

export type Home = {
  upcoming: MySession[];
  zoneNote: string | null;
  past: MySession[];
  recordings: MyRecording[];
};

export type OfficeSession = {
  id: string;
  title: string;
  day: string;
  time: string;
  place: string;
  booked: number;
  maxAttendees: number | null;
  hasBegun: boolean;
};

export type OfficeToday = {
  /** In the admin's time zone. */
  date: string;
  /** False: the next session after today, or none. */
  isToday: boolean;
  sessions: OfficeSession[];
};

/** `free` is null without a limit. */
export type OfficeWaitlist = { id: string; title: string; waiting: number; free: number | null };

export type OfficeDispute = {
  id: string;
  customer: string;
  amount: string;
  isInquiry: boolean;
  /** Null if Stripe gives no date. */
  daysLeft: number | null;
  dueBy: string | null;
  url: string;
};

export type Office = {
  today: OfficeToday;
  waiting: {
    disputes: OfficeDispute[];
    pendingOrders: number;
    waitlists: OfficeWaitlist[];
    owedByHand: { orders: number; amount: string };
    unexplained: number;
    /** Retried automatically. */
    failedMails: number;
    unarrivedMails: number;
    failedJobs: number;
  };
};
