import type { CheckedIn } from "@server/bookings/attendees/check-in";
import { deviceNow, type UnsentCheckIn } from "./queue";

/** What became of one attempt to send a check-in. */
export type Outcome =
  | { kind: "saved"; checkedIn: CheckedIn }
  /** The server will never take it; the message says why. */
  | { kind: "refused"; message: string }
  | { kind: "signed_out" }
  /** No answer of ours came: the connection is bad. */
  | { kind: "unanswered" }
  /** The server could not do it now. */
  | { kind: "failed"; retryAfterMs: number };

const address = "/api/trpc/bookings.attendees.checkIn";
const timeoutMs = 15_000;
const refusals = [400, 403, 404, 409, 413, 415, 422];

/** Sends a check-in in the name of the account that made it. An answer that is not the site's own counts as none. */
export async function postCheckIn(accountId: string, { bookingId, isHere, tappedAt }: UnsentCheckIn): Promise<Outcome> {
  // AbortSignal.timeout is missing before Safari 16.
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), timeoutMs);
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Account-Id": accountId },
      body: JSON.stringify({ bookingId, isHere, tap: { tappedAt, sentAt: deviceNow() } }),
      redirect: "error",
      keepalive: true,
      signal: patience.signal,
    });
    return outcomeOf(response, (await response.json()) as Answer, bookingId);
  } catch {
    return { kind: "unanswered" };
  } finally {
    clearTimeout(timer);
  }
}

type Answer = { result?: { data?: CheckedIn }; error?: { message?: string; data?: { httpStatus?: number } } } | null;

function outcomeOf({ ok, status, headers }: Response, answer: Answer, bookingId: string): Outcome {
  const checkedIn = answer?.result?.data;
  if (ok) return checkedIn?.bookingId === bookingId ? { kind: "saved", checkedIn } : { kind: "unanswered" };
  const { message, data } = answer?.error ?? {};
  if (message === undefined || data?.httpStatus !== status) return { kind: "unanswered" };
  if (status === 401) return { kind: "signed_out" };
  if (refusals.includes(status)) return { kind: "refused", message };
  return { kind: "failed", retryAfterMs: 1000 * (Number(headers.get("Retry-After")) || 0) };
}
