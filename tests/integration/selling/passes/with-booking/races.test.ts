import { and, eq, sql } from "drizzle-orm";
import { creditEntries, passes, purchases, refunds, sessionBookings } from "@db/schema";
import { checkoutOf, readPurchase, settleCheckout } from "../../../../support/guest-passes";
import { disableSessionLockUntilAllCounted, withoutTriggers } from "../../../../support/disabled-protections";
import { statusOf } from "../../../../support/money";
import { bookAndBuy, formWithNewPass, payCheckout } from "../../../../support/new-pass";
import { aPassOnSale } from "../../../../support/passes";
import { createBarrier, interceptStatements } from "../../../../support/statements";
import { aSession } from "../../../../support/sessions";
import { leaveCheckout } from "../../../../support/leave-checkout";
import { expect, test, type TestApp } from "../../../../support/test-app";

/** As many as have a connection each. */
const racers = 6;

/** Lets six guests buy a pass with the last place of a session at once; returns the places that are held. */
async function raceForLastPlace(app: TestApp, before: (session: { id: string }) => void = () => {}): Promise<number> {
  const product = await aPassOnSale(app.db);
  const session = await aSession(app.db, { priceMinor: 1800, maxAttendees: 1 });
  const forms = await Promise.all(
    Array.from({ length: racers }, (_, nth) =>
      formWithNewPass(app, session, product, { email: `guest${nth}@example.com` }),
    ),
  );
  before(session);
  await Promise.allSettled(
    forms.map(({ input }, nth) => app.as({ visitor: { address: `192.0.2.${nth}` } }).bookings.create(input)),
  );
  return app.db.$count(sessionBookings, and(eq(sessionBookings.status, "pending"), eq(sessionBookings.quantity, 1)));
}

test("holds the last place for one of six who buy a pass with it at once, and sells the others nothing", async ({
  app,
}) => {
  expect(await raceForLastPlace(app)).toBe(1);
  expect(await app.db.$count(purchases, eq(purchases.status, "pending"))).toBe(1);
});

test("control: without the lock and the triggers the last place is held six times", async ({ app }) => {
  await withoutTriggers(app, async () => {
    expect(await raceForLastPlace(app, () => disableSessionLockUntilAllCounted(app, racers))).toBe(racers);
    await app.db.execute(sql`update session_bookings set status = 'cancelled', payment_status = 'cancelled'`);
  });
});

const aFirstOffer = ({ db }: TestApp) => aPassOnSale(db, { credits: 3, isIntroduction: true }, { priceMinor: 2000 });

/** Books two sessions in two tabs of one person, each with a first offer that is for each person once, and pays both. */
async function twoTabs(app: TestApp) {
  const product = await aFirstOffer(app);
  const tabs = [];
  for (let nth = 0; nth < 2; nth++) {
    tabs.push(await bookAndBuy(app, await aSession(app.db, { priceMinor: 1800, maxAttendees: 1 }), product));
  }
  await app.stripe.control.hold({});
  for (const { checkoutId } of tabs) await app.stripe.control.payNow(checkoutId);
  return tabs;
}

test("keeps one of two payments for a first offer in two tabs, returns the other and releases its place", async ({
  app,
}) => {
  const tabs = await twoTabs(app);
  await Promise.all(tabs.map(({ checkoutId }) => settleCheckout(app, checkoutId)));
  const states = await Promise.all(
    tabs.map(async ({ bookingId, purchaseId }) =>
      [await statusOf(app, bookingId), (await readPurchase(app, purchaseId)).status].join(", "),
    ),
  );
  expect(states.sort()).toEqual(["cancelled cancelled, cancelled", "completed free, paid"]);
  expect(await app.db.$count(passes)).toBe(1);
  expect(await app.db.select().from(refunds)).toMatchObject([{ amountMinor: 2000, reason: "late_payment" }]);
});

test("control: without the lock of the address both payments are kept", async ({ app }) => {
  const tabs = await twoTabs(app);
  const allHaveLooked = createBarrier(2);
  interceptStatements(app, {
    rewrite: (text) =>
      text.includes("pg_advisory_xact_lock(") ? text.replace("pg_advisory_xact_lock", "concat") : text,
    after: (text) => (text.includes("count(*)") && text.includes('from "purchases"') ? allHaveLooked() : undefined),
  });
  await Promise.all(tabs.map(({ checkoutId }) => settleCheckout(app, checkoutId)));
  expect(await app.db.$count(passes)).toBe(2);
});

const countTaken = (app: TestApp) => app.db.$count(creditEntries, eq(creditEntries.kind, "taken"));

test("grants and takes once, however often and at whatever step the settlement is cut off", async ({ app }) => {
  const product = await aPassOnSale(app.db);
  const session = await aSession(app.db, { priceMinor: 1800, maxAttendees: 2 });
  const { bookingId, purchaseId, checkoutId } = await bookAndBuy(app, session, product, { quantity: 2 });
  await app.stripe.control.hold({});
  await app.stripe.control.payNow(checkoutId);
  let [sent, dies, deaths] = [0, 0, 0];
  interceptStatements(app, {
    before() {
      sent += 1;
      return sent === dies ? Promise.reject(new Error("killed")) : undefined;
    },
  });
  const settle = () => settleCheckout(app, checkoutId).catch((error: unknown) => error);
  for (;;) {
    [sent, dies] = [0, dies + 4];
    if (!(await settle())) break;
    deaths += 1;
    expect([await statusOf(app, bookingId), (await readPurchase(app, purchaseId)).status]).toEqual([
      "pending pending",
      "pending",
    ]);
    expect([await app.db.$count(passes), await countTaken(app)]).toEqual([0, 0]);
  }
  dies = Infinity;
  expect(deaths).toBeGreaterThan(5);
  await Promise.all(Array.from({ length: racers }, () => settleCheckout(app, checkoutId)));
  expect(await statusOf(app, bookingId)).toBe("completed free");
  expect([await app.db.$count(passes), await countTaken(app)]).toEqual([1, 2]);
});

test("ends in one state when a hold is left while its payment is settled", async ({ app }) => {
  const product = await aPassOnSale(app.db);
  const made = await bookAndBuy(app, await aSession(app.db, { priceMinor: 1800 }), product);
  await app.stripe.control.hold({});
  await app.stripe.control.payNow(made.checkoutId);
  const leave = () => leaveCheckout(app, { kind: "booking", id: made.bookingId });
  await Promise.all([leave(), settleCheckout(app, await checkoutOf(app, made.purchaseId)), leave()]);
  expect(await statusOf(app, made.bookingId)).toBe("completed free");
  expect(await countTaken(app)).toBe(1);
  await payCheckout(app, made.checkoutId).catch(() => {});
  expect(await app.db.$count(passes)).toBe(1);
});
