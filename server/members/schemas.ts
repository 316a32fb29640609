import { z } from "zod";
import type { MySession } from "../bookings/schemas";
import { isTimeZone } from "../core/dates";
import { typedName } from "../core/input-schemas";
import { currencies } from "../core/money";
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
  date: string;
  isToday: boolean;
  sessions: OfficeSession[];
};

export type OfficeWaitlist = { id: string; title: string; waiting: number; free: number | null };

export type OfficeDispute = {
  id: string;
  customer: string;
  amount: string;
  isInquiry: boolean;
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
    /** Published online sessions to come that have no joining link, the next one first. */
    withoutLink: { id: string; title: string; day: string }[];
    owedByHand: { orders: number; amount: string };
    unexplained: number;
    failedMails: number;
    unarrivedMails: number;
    failedJobs: number;
  };
};

const noName = "Enter your full name";
const maxNameLength = 201; // two names of the maximum length

/** "" stands for the device's own setting. */
const orNone = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([z.literal(""), schema])
    .nullish()
    .transform((value) => (value === undefined || value === "" ? null : value));

const noZone = "Choose a time zone from the list";

export const profileForm = z.object({
  fullName: typedName(noName, maxNameLength),
  timeZone: orNone(z.string({ error: noZone }).refine(isTimeZone, noZone)),
  currency: orNone(z.enum(currencies, { error: "Choose a currency from the list" })),
  hasReminders: z.boolean().default(false),
});
export type ProfileForm = z.infer<typeof profileForm>;

export const pickedCurrency = z.object({ currency: z.enum(currencies) });

export const announcementsForm = z.object({ isUnsubscribed: z.boolean() });

export { ownerForm as deletionForm } from "../accounts/schemas";
