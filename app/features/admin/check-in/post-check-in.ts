import type { CheckInResult } from "@server/selling/bookings/attendees/check-in";
import { createApi, isApiError } from "~/lib/api/client";
import { deviceNow, type UnsentCheckIn } from "./queue";

export type Outcome =
  | { kind: "saved"; checkedIn: CheckInResult }
  /** The server will never accept it; the message gives the reason. */
  | { kind: "refused"; message: string }
  | { kind: "signed_out" }
  /** No answer of the site arrived: the connection is bad. */
  | { kind: "unanswered" }
  | { kind: "failed"; retryAfterMs: number };

const timeoutMs = 15_000;
const refusals = [400, 403, 404, 409, 413, 415, 422];

/** Sends a check-in in the name of the account that made it. An answer that is not the site's own counts as none. */
export async function postCheckIn(accountId: string, { tappedAt, ...unsent }: UnsentCheckIn): Promise<Outcome> {
  let response: Response | null = null;
  const api = createApi(async (address, init) => {
    const headers = new Headers(init?.headers);
    headers.set("X-Account-Id", accountId);
    response = await fetch(address, { ...init, headers, redirect: "error", keepalive: true });
    return response;
  });
  // AbortSignal.timeout is missing before Safari 16.
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  try {
    const input = { ...unsent, tap: { tappedAt, sentAt: deviceNow() } };
    const checkedIn = await api.bookings.attendees.checkIn.mutate(input, { signal: timeout.signal });
    return checkedIn.ticketId === unsent.ticketId ? { kind: "saved", checkedIn } : { kind: "unanswered" };
  } catch (error) {
    return outcomeOf(error, response);
  } finally {
    clearTimeout(timer);
  }
}

function outcomeOf(error: unknown, response: Response | null): Outcome {
  if (!response || !isApiError(error) || error.data?.httpStatus !== response.status) return { kind: "unanswered" };
  const { status, headers } = response;
  if (status === 401) return { kind: "signed_out" };
  if (refusals.includes(status)) return { kind: "refused", message: error.message };
  return { kind: "failed", retryAfterMs: 1000 * (Number(headers.get("Retry-After")) || 0) };
}
