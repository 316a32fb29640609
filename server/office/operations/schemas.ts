import { z } from "zod";
import { auditSubjects } from "../../core/record-audit";
import { isDay, searchText } from "../../core/input-schemas";
import { pageNumber } from "../../core/pagination";
import type { OrderRef } from "../orders/schemas";
import type { Income } from "../insights/income";
import { mailFilters } from "../../platform/mail/mail-status";

const day = z.string().refine(isDay).optional().catch(undefined);

export const auditQuery = z.object({
  who: z
    .union([z.uuid(), z.enum(["site", "members"])])
    .optional()
    .catch(undefined),
  kind: z.enum(auditSubjects).optional().catch(undefined),
  from: day,
  until: day,
  page: pageNumber,
});

export const officeQuery = z.object({ search: searchText });

export const jobQuery = z.object({ page: pageNumber });

/** graphile-worker's id is a bigint. */
export const jobRef = z.object({ id: z.string().regex(/^\d{1,18}$/) });

export const mailQuery = z.object({
  search: searchText,
  status: z
    .string()
    .transform((text) => mailFilters.find((status) => status === text))
    .optional(),
  page: pageNumber,
});

export const mailRef = z.object({ id: z.uuid() });

/** The key makes a repeated post idempotent. */
export const resendForm = z.object({ formKey: z.uuid() });
export const systemForm = resendForm.extend({ intent: z.enum(["test-mail", "hide", "show"]).default("test-mail") });
export const firstStepsChange = z.object({ isDismissed: z.boolean() });
export const mailToResend = resendForm.extend({ id: z.uuid() });

export type OverviewSession = {
  id: string;
  title: string;
  day: string;
  time: string;
  place: string;
  booked: number;
  /** The places that are booked, held for a payment, or offered to the waitlist. */
  taken: number;
  isFull: boolean;
  maxAttendees: number | null;
  hasBegun: boolean;
};

export type OverviewToday = {
  date: string;
  isToday: boolean;
  sessions: OverviewSession[];
};

export type OverviewWaitlist = { id: string; title: string; waiting: number; free: number | null };

export type OverviewDispute = {
  id: string;
  customer: string;
  amount: string;
  isInquiry: boolean;
  daysLeft: number | null;
  dueBy: string | null;
  url: string;
};

/** `since` is when the previous visit ended; null on the first, which counts the last seven days. */
export type OverviewBookings = { count: number; since: string | null };

export type Overview = {
  today: OverviewToday;
  /** The sessions of the coming seven days, without those of `today`. */
  week: OverviewSession[];
  income: Income[];
  bookings: OverviewBookings;
  waiting: {
    disputes: OverviewDispute[];
    pendingOrders: number;
    waitlists: OverviewWaitlist[];
    /** Published online sessions to come that have no joining link, the next one first. */
    withoutLink: { id: string; title: string; day: string }[];
    owedByHand: { orders: number; amount: string };
    /** Paid orders without a place, whose refund is missing. */
    toRefund: (OrderRef & { reference: string; customer: string; amount: string })[];
    unexplained: number;
    failedMails: number;
    unarrivedMails: number;
    failedJobs: number;
    withdrawals: number;
    /** Calendars of the instructor that have given no answer for a day. */
    silentCalendars: string[];
  };
};
