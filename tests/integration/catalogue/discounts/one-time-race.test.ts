import { eq } from "drizzle-orm";
import { sessionBookings } from "@db/schema";
import { isCodeFreeFor } from "@server/catalogue/discounts/discount-codes";
import { aCode } from "../../../support/codes";
import { aBookingOf, aSession } from "../../../support/sessions";
import { interceptStatements, createBarrier, disableRowLocks } from "../../../support/statements";
import { leaveCheckout } from "../../../support/leave-checkout";
import { expect, test, type TestApp } from "../../../support/test-app";

type Session = { id: string; priceMinor: number };

/** Books with the one code from all visitors at the same moment, each for the next session of the list. */
async function race(app: TestApp, racers: number, sessions: Session[]) {
  await aCode(app.db, "ONCE50", { discountPercentage: 50, isOneTimeUse: true });
  const bookings = Array.from({ length: racers }, (_, nth) => {
    const booking = aBookingOf(sessions[nth % sessions.length]!);
    return app.as().bookings.create({ ...booking, quote: "GBP:900", discountCode: "ONCE50" });
  });
  const outcomes = await Promise.allSettled(bookings);
  return {
    got: outcomes.filter(({ status }) => status === "fulfilled").length,
    refusals: new Set(outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []))),
    rows: await app.db.$count(sessionBookings, eq(sessionBookings.appliedDiscountCode, "ONCE50")),
  };
}

const sessionsOf = (app: TestApp, count: number) => Promise.all(Array.from({ length: count }, () => aSession(app.db)));

test.for([
  ["ten sessions", 10],
  ["one session", 1],
] as const)(
  "gives a one-time code for %s to exactly one of fifty visitors and tells the others",
  async ([, count], { app }) => {
    const { got, refusals, rows } = await race(app, 50, await sessionsOf(app, count));
    expect([got, rows]).toEqual([1, 1]);
    expect(refusals).toEqual(new Set(["TRPCError: This code has already been used"]));
  },
);

// Control run: shows that the race above would be lost without the code's row lock.
test("gives the code to several without the row lock (control run)", async ({ app }) => {
  const racers = 8;
  disableRowLocks(app, "discount_codes");
  const allHaveCounted = createBarrier(racers);
  const isCount = (text: string) => text.includes("union all") && text.includes('from "purchases"');
  interceptStatements(app, { after: (text) => (isCount(text) ? allHaveCounted() : undefined) });
  const { got, rows } = await race(app, racers, await sessionsOf(app, racers));
  expect(got).toBe(racers);
  expect(rows).toBe(racers);
});

test("frees the one-time code of an expired hold until another booking has used it", async ({ app }) => {
  await aCode(app.db, "ONCE50", { discountPercentage: 50, isOneTimeUse: true });
  const session = await aSession(app.db);
  const book = () => app.as().bookings.create({ ...aBookingOf(session), quote: "GBP:900", discountCode: "ONCE50" });
  const { bookingId } = await book();
  await leaveCheckout(app, { kind: "booking", id: bookingId });
  const booking = (await app.db.query.sessionBookings.findFirst())!;
  const isFree = () => app.db.transaction((tx) => isCodeFreeFor(tx, booking));
  expect(await isFree()).toBe(true);
  await book();
  expect(await isFree()).toBe(false);
  expect(await app.db.transaction((tx) => isCodeFreeFor(tx, { ...booking, appliedDiscountCode: null }))).toBe(true);
  expect(await app.db.transaction((tx) => isCodeFreeFor(tx, { ...booking, appliedDiscountCode: "GONE" }))).toBe(true);
});
