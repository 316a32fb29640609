import { z } from "zod";
import { typedAddress, typedLine } from "../../core/input-schemas";

const wrongAddress = "Enter the whole address, which begins with https:";

/** Apple's programs write webcal: for what is read over https. */
const overHttps = (typed: unknown) =>
  typeof typed === "string" ? typed.trim().replace(/^webcals?:/i, "https:") : typed;

const address = (missing: string) => z.preprocess(overHttps, typedAddress({ missing, wrong: wrongAddress }));

export const calendarRef = z.object({ id: z.uuid() });

export const invitationChoice = calendarRef.extend({ countsOpen: z.boolean() });
export type InvitationChoice = z.infer<typeof invitationChoice>;

export const newAddressForm = z.object({
  name: typedLine(60, "Enter a name by which you know the calendar"),
  address: address("Enter the calendar’s secret address"),
  formKey: z.uuid(),
});
export type NewAddress = z.infer<typeof newAddressForm>;

/** The server may be typed without its scheme. */
const server = z.preprocess(
  (typed) => {
    const text = typeof typed === "string" ? typed.trim() : typed;
    return typeof text === "string" && text && !/^[a-z]+:/i.test(text) ? `https://${text}` : overHttps(text);
  },
  typedAddress({ missing: "Enter the address of the server", wrong: wrongAddress }),
);

export const accountForm = z.object({
  server,
  user: typedLine(200, "Enter your user name at the server"),
  password: z
    .string({ error: "Enter the app password" })
    .min(1, "Enter the app password")
    .max(200, "This password is too long"),
  formKey: z.uuid(),
});
export type TypedAccount = z.infer<typeof accountForm>;

/** `written` is the calendar that sessions are written into; null for none. */
export const calendarChoice = z.object({ read: z.array(z.uuid()).max(200), written: z.uuid().nullable() });
export type CalendarChoice = z.infer<typeof calendarChoice>;

/** Whether sessions to come are removed from the account's calendar. */
export const disconnectForm = z.object({ removesSessions: z.boolean().default(false) });
export type Disconnecting = z.infer<typeof disconnectForm>;

export type ListedCalendar = {
  id: string;
  name: string;
  host: string;
  /** Whether it has a secret address; else it is one of the account's. */
  isAddress: boolean;
  isRead: boolean;
  isWritten: boolean;
  /** Whether invitations take times away that she has neither accepted nor declined. */
  countsOpen: boolean;
  /** What the last answer held; null before the first one. */
  answer: { events: number; unreadable: number; remarks: string[]; at: string } | null;
  /** The next times at which it is busy, as they were read. */
  nextTimes: string[];
  /** Why there is no answer, and since when; null while there is one. */
  outage: { reason: string; since: string } | null;
};

export type ListedCalendars = {
  addresses: ListedCalendar[];
  account: {
    host: string;
    /** Null, like the user, if the key that encrypted them is missing. */
    server: string | null;
    user: string | null;
    calendars: ListedCalendar[];
    outage: { reason: string; since: string } | null;
  } | null;
  /** The account from which sessions are still being removed, and how many are left there. */
  leaving: { host: string; left: number } | null;
};
