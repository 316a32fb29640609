import { CalendarReadError } from "../../platform/calendar/calendar-lines";
import { maxEvents } from "../../platform/calendar/read-busy";
import { OutsideError } from "../../platform/calendar/outside-request";

/** The most bytes that are taken of a calendar. */
export const maxCalendarBytes = 5 * 1024 * 1024;

/** Why a calendar could not be read or written, as the instructor is told. The names are stored. */
const failures = {
  address: "The address is no https address.",
  not_public: "The address leads to a computer that is not on the public internet.",
  redirects: "The address leads on to another one too often.",
  too_large: `The calendar is larger than ${maxCalendarBytes / 1024 / 1024} MB.`,
  slow: "The calendar’s server takes too long to answer.",
  unreachable: "The calendar’s server can’t be reached.",
  certificate: "The calendar’s server can’t prove who it is (its certificate is not valid).",
  no_calendar: "What is at the address is no calendar.",
  damaged: "What is at the address is a calendar that can’t be read.",
  too_costly: "Reading the calendar takes too long: it may have an event that is damaged.",
  too_many_events: `The calendar has more than ${maxEvents.toLocaleString("en")} events that are not over yet.`,
  too_many_repeats: "An event of the calendar repeats too often.",
  too_many_zones: "The calendar describes too many time zones.",
  closed: "The calendar’s server wants a sign-in there. Copy the secret address.",
  sign_in: "The calendar’s server does not accept the user name and the password.",
  not_found: "There is no calendar at the address any more.",
  refused: "The calendar’s server refuses to answer.",
  conflict: "The calendar’s server has another event under the name of a session.",
  key: "The address can’t be decrypted here, because the key that encrypted it is missing. Enter it again.",
} as const;

export type CalendarFailure = keyof typeof failures;

/** An answer that is none: `reason` says why. */
export class CalendarError extends Error {
  override name = "CalendarError";

  constructor(readonly reason: CalendarFailure) {
    super(`calendar: ${reason}`);
  }
}

/** Returns the reason of an error that reading or writing a calendar threw; throws all others again. */
export function failureOf(error: unknown): CalendarFailure {
  if (error instanceof CalendarError || error instanceof CalendarReadError || error instanceof OutsideError)
    return error.reason;
  if (error instanceof Error && (error.name === "AbortError" || error.name === "TimeoutError")) return "slow";
  throw error;
}

/** Returns what the instructor reads about a stored reason. */
export const sayFailure = (reason: string): string =>
  reason in failures ? failures[reason as CalendarFailure] : failures.refused;

/** Throws a CalendarError for a status that is no success; `refusal` is what it means that nothing is allowed. */
export function requireSuccess(status: number, refusal: CalendarFailure = "sign_in"): void {
  if (status >= 200 && status < 300) return;
  if (status === 401 || status === 403) throw new CalendarError(refusal);
  throw new CalendarError(status === 404 || status === 410 ? "not_found" : "refused");
}
