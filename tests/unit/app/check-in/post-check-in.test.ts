import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { postCheckIn } from "~/features/admin/check-in/post-check-in";

const tap = { ticketId: randomUUID(), sessionId: randomUUID(), isHere: true, tappedAt: 1 };
const refusal = (httpStatus: number, message = "No.") => ({
  error: { message, code: -32000, data: { code: "REFUSED", httpStatus } },
});
const checkedIn = { ticketId: tap.ticketId };

beforeEach(() => {
  vi.useFakeTimers();
  // Safari before version 16 has no AbortSignal.timeout.
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    throw new TypeError("AbortSignal.timeout is not a function");
  });
});

afterEach(() => void vi.useRealTimers());

test("gives up an unanswered check-in after 15 s", async () => {
  const fetchMock = vi.spyOn(globalThis, "fetch").mockImplementation(
    (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
      }),
  );
  let outcome: unknown;
  void postCheckIn("account", tap).then((value) => (outcome = value));
  await vi.advanceTimersByTimeAsync(14_900);
  expect([fetchMock.mock.calls.length, outcome]).toEqual([1, undefined]);
  await vi.advanceTimersByTimeAsync(200);
  expect(outcome).toEqual({ kind: "unanswered" });
});

test("clears its timer once the server has answered", async () => {
  vi.spyOn(globalThis, "fetch").mockResolvedValue(Response.json({ result: { data: checkedIn } }));
  expect(await postCheckIn("account", tap)).toEqual({ kind: "saved", checkedIn });
  expect(vi.getTimerCount()).toBe(0);
});

test("sends the tap with its session and the account's id, keepalive and no redirects", async () => {
  const fetchMock = vi.spyOn(globalThis, "fetch").mockResolvedValue(Response.json({ result: { data: checkedIn } }));
  vi.setSystemTime(5);
  await postCheckIn("account", tap);
  const [address, init] = fetchMock.mock.calls[0]!;
  expect(address).toBe("/api/trpc/bookings.attendees.checkIn");
  expect(init).toMatchObject({ method: "POST", keepalive: true, redirect: "error" });
  expect(Object.fromEntries(new Headers(init?.headers))).toEqual({
    "content-type": "application/json",
    "x-account-id": "account",
  });
  const sentTap = { tappedAt: 1, sentAt: 5 };
  expect(JSON.parse(init?.body as string)).toEqual({
    ticketId: tap.ticketId,
    sessionId: tap.sessionId,
    isHere: true,
    tap: sentTap,
  });
});

const unanswered = { kind: "unanswered" };
const json = (body: unknown, init?: ResponseInit) => Response.json(body, init);
const late = { "Retry-After": "7" };

test.each([
  ["the site's 401", json(refusal(401), { status: 401 }), { kind: "signed_out" }],
  ["a refusal", json(refusal(409, "Full."), { status: 409 }), { kind: "refused", message: "Full." }],
  ["a fault", json(refusal(500), { status: 500 }), { kind: "failed", retryAfterMs: 0 }],
  ["a busy server", json(refusal(503), { status: 503, headers: late }), { kind: "failed", retryAfterMs: 7000 }],
  ["another booking's answer", json({ result: { data: { ticketId: randomUUID() } } }), unanswered],
  ["a refusal of another status", json(refusal(409), { status: 502 }), unanswered],
  ["a proxy's refusal in JSON", json({ message: "Sign in to the network" }, { status: 401 }), unanswered],
  ["a proxy's page", new Response("<html>", { status: 409 }), unanswered],
  ["a proxy's page with 200", new Response("<html>"), unanswered],
  ["JSON that is not the site's", json(null), unanswered],
])("maps %s to an outcome", async (_, response, outcome) => {
  vi.spyOn(globalThis, "fetch").mockResolvedValue(response);
  expect(await postCheckIn("account", tap)).toEqual(outcome);
});
