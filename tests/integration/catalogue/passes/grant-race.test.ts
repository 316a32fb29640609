import { eq, sql } from "drizzle-orm";
import { creditEntries, passes } from "@db/schema";
import { settlePayment } from "@server/payments/settle";
import { anAccount } from "../../../support/accounts";
import { statusOf } from "../../../support/money";
import { aPass, aPassOnSale, anOpenPassPurchase, bookWithPass, entriesOf } from "../../../support/passes";
import { actingAs } from "../../../support/recordings";
import { createBarrier, interceptStatements, stripRowLock } from "../../../support/statements";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

/** Settles the payment of a pass twice at once; returns the passes that were given. */
async function settleTwice(app: TestApp, before: () => void = () => {}): Promise<number> {
  const account = await anAccount(app.db);
  const { checkoutId } = await anOpenPassPurchase(app, account, (await aPassOnSale(app.db)).id);
  await app.stripe.control.hold({});
  await app.stripe.control.payNow(checkoutId);
  const checkout = await app.services.stripe.client.checkout.sessions.retrieve(checkoutId);
  before();
  await Promise.allSettled([settlePayment(app.services, checkout), settlePayment(app.services, checkout)]);
  return app.db.$count(passes);
}

test("gives a pass once for a payment that is settled twice at once", async ({ app }) => {
  expect(await settleTwice(app)).toBe(1);
  expect(await app.db.$count(creditEntries)).toBe(1);
});

test("control: without the locks and the unique purchase, a payment that is settled twice gives two passes", async ({
  app,
}) => {
  await app.db.execute(sql`alter table passes drop constraint "passes_purchaseId_unique"`);
  try {
    const given = await settleTwice(app, () => {
      const bothHaveRead = createBarrier(2);
      interceptStatements(app, {
        rewrite: (text) =>
          stripRowLock(text, ["users", "purchases", "payments"])
            .replace("pg_advisory_xact_lock", "concat")
            .replace(/ on conflict \("purchase_id"\) do nothing/, ""),
        // Neither records the payment before both have seen that it is open.
        before: (text) => (text.startsWith('update "payments"') ? bothHaveRead() : undefined),
      });
    });
    expect(given).toBe(2);
  } finally {
    await app.db.execute(sql`delete from credit_entries`).catch(() => {});
    await app.db.execute(sql`alter table credit_entries disable trigger credit_entries_kept`);
    await app.db.execute(sql`delete from credit_entries`);
    await app.db.execute(sql`alter table credit_entries enable trigger credit_entries_kept`);
    await app.db.execute(sql`delete from passes`);
    await app.db.execute(sql`alter table passes add constraint "passes_purchaseId_unique" unique (purchase_id)`);
  }
});

/** Cancels the booking that has the only credit of a pass while another session is booked with the same credit. */
async function cancelAndUse(app: TestApp, whileBoth: (app: TestApp) => void = () => {}) {
  const account = await anAccount(app.db);
  const pass = await aPass(app, account, (await aPassOnSale(app.db, { credits: 1 })).id);
  const { bookingId } = await bookWithPass(app, account, await aSession(app.db, { priceMinor: 2200 }));
  const { id: sessionId } = await aSession(app.db, { priceMinor: 2200 });
  const { bookings } = app.as(actingAs(account));
  const form = { sessionId, quote: `pass:${pass.id}:1`, paying: pass.id, formKey: crypto.randomUUID() };
  whileBoth(app);
  const [cancelled, used] = await Promise.allSettled([bookings.cancel({ bookingId }), bookings.create(form)]);
  return { pass, bookingId, cancelled, used };
}

test("uses a credit again only once its booking is cancelled", async ({ app }) => {
  const { pass, bookingId, cancelled, used } = await cancelAndUse(app);
  expect(cancelled.status).toBe("fulfilled");
  expect(await statusOf(app, bookingId)).toBe("cancelled cancelled");
  const isUsed = used.status === "fulfilled";
  expect(await entriesOf(app.db, pass)).toBe(`granted 1, taken -1, returned 1${isUsed ? ", taken -1" : ""}`);
});

test("control: without the lock and the trigger, a credit is used again before its booking is cancelled", async ({
  app,
}) => {
  await app.db.execute(sql`alter table credit_entries disable trigger credit_entries_balance`);
  try {
    const { used } = await cancelAndUse(app, () => {
      interceptStatements(app, {
        // Stands for reading a balance that ignores what is not committed, as a stored counter would.
        rewrite: (text) =>
          stripRowLock(text, ["passes"]).replaceAll(
            'sum("credit_entries"."amount")',
            `sum("credit_entries"."amount") filter (where "credit_entries"."kind" <> 'taken')`,
          ),
      });
    });
    expect(used.status).toBe("fulfilled");
    const taken = await app.db.select().from(creditEntries).where(eq(creditEntries.kind, "taken"));
    expect(taken).toHaveLength(2);
  } finally {
    await app.db.execute(sql`alter table credit_entries enable trigger credit_entries_balance`);
  }
});
