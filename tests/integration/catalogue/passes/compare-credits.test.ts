import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { creditEntries, passes } from "@db/schema";
import { compareCredits, readUnusedValue } from "@server/payments/ledger/compare-credits";
import { passBook } from "@server/selling/kinds/pass-book";
import { checkBook } from "@server/office/doctor/check-books";
import { officeOf } from "../../../support/office";
import { anAccount } from "../../../support/accounts";
import { asAdmin } from "../../../support/admin";
import { aPass, aPassOnSale, bookWithPass } from "../../../support/passes";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

/** Sells three passes for £99.99: one used, one refunded in part, one not used and corrected by hand. */
async function soldPasses(app: TestApp) {
  const product = await aPassOnSale(app.db, {}, { priceMinor: 9999 });
  const [used, refunded, open] = await Promise.all(
    ["Hannah", "Theo", "Priya"].map(async (fullName) => {
      const account = await anAccount(app.db, { fullName });
      return { account, pass: await aPass(app, account, product.id) };
    }),
  );
  for (const _ of [1, 2, 3]) await bookWithPass(app, used!.account, await aSession(app.db));
  await bookWithPass(app, refunded!.account, await aSession(app.db));
  const api = await asAdmin(app);
  const { paymentId } = refunded!.pass;
  await api.payments.refund({ paymentId, amountMinor: 8999, isPlaceCancelled: true, formKey: randomUUID() });
  const { version, formKey } = (await api.orders.getHeldPass({ id: open!.pass.id })).correction;
  await api.passes.admin.correctCredits({
    id: open!.pass.id,
    change: -2,
    reason: "Used at the door",
    version,
    formKey,
  });
  return { api, product, used: used!.pass, open: open!.pass };
}

const compare = ({ db, clock }: TestApp) => compareCredits(db, clock.now());

test("explains every credit by its ticket and every penny by what was paid", async ({ app }) => {
  await soldPasses(app);
  expect(await compare(app)).toEqual({
    passes: 3,
    credits: { granted: 30, adjusted: -2, left: 15, taken: 4, expired: 0, refunded: 9 },
    // Unused: 7 and 8 of 10 shares of £99.99, the used ones being the larger.
    money: [{ currency: "GBP", paid: 29_997, unused: 6999 + 7999, used: 3000 + 2000 + 1000, returned: 8999 }],
    unexplained: [],
  });
  expect(await readUnusedValue(app.db, app.clock.now())).toEqual([{ currency: "GBP", amountMinor: 14_998 }]);
  expect(await checkBook(passBook, app)).toMatchObject([{ state: "fine" }]);
});

test("shows it with the ledger, in insights and for each pass", async ({ app }) => {
  const { api, product } = await soldPasses(app);
  const { books } = await api.payments.listLedger({});
  expect(books.find(({ name }) => name === "Passes")).toMatchObject({
    sums: [
      "Credits: 30 granted − 2 taken by hand = 15 left + 4 used + 9 refunded or taken back",
      "£299.97 paid = £149.98 unused + £60.00 used or expired + £89.99 refunded",
    ],
    unexplained: [],
  });
  expect((await api.insights.get({ period: "" })).unusedCredits).toEqual(["£149.98"]);
  const row = (await officeOf(api, "pass").list()).find(({ ref }) => ref === product.id);
  expect(row).toMatchObject({ cells: expect.arrayContaining(["4 used", "15 credits open", "£149.98"]) as unknown });
});

const controls: Record<string, (app: TestApp, passId: string) => Promise<unknown>> = {
  "an entry that no ticket explains": ({ db }, passId) =>
    db.insert(creditEntries).values({ passId, kind: "granted", amount: 1 }),
  "a credit that came back although the place is kept": async ({ db }, passId) => {
    const isTaken = and(eq(creditEntries.passId, passId), eq(creditEntries.kind, "taken"));
    const [taken] = await db.select().from(creditEntries).where(isTaken).limit(1);
    return db.insert(creditEntries).values({ passId, kind: "returned", amount: 1, takenId: taken!.id });
  },
  "a place that was cancelled and kept its credit": ({ db }) =>
    db.execute(sql`update booking_tickets set cancelled_at = now() where id = (
      select ticket_id from credit_entries where kind = 'taken' limit 1)`),
  "a price that was never paid": ({ db }, passId) =>
    db.update(passes).set({ priceMinor: 20_000 }).where(eq(passes.id, passId)),
  "a pass that ended with credits left": ({ db }, passId) =>
    db.update(passes).set({ endedAt: new Date() }).where(eq(passes.id, passId)),
};

test.for(Object.keys(controls))("does not explain %s", async (name, { app }) => {
  const { used } = await soldPasses(app);
  await controls[name]!(app, used.id);
  expect((await compare(app)).unexplained).toHaveLength(1);
  expect(await checkBook(passBook, app)).toMatchObject([{ state: "fault" }]);
});
