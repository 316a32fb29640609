import { randomUUID } from "node:crypto";
import { payments } from "@db/schema";
import { asc } from "drizzle-orm";
import { allInvoices, printed, turnOnInvoices } from "../../../support/invoices";
import { aPlan } from "../../../support/memberships";
import { choicesIn, pressIn } from "../../../support/portal";
import { joinAtStripe, ownMembership, paidPurchases, passDays } from "../../../support/subscriptions";
import { expect, test } from "../../../support/test-app";

test("invoices an upgrade as it was shown and sold, and credits what is refunded of it", async ({ app }) => {
  const admin = await turnOnInvoices(app);
  app.clock.moveBy(1);
  await aPlan(app.db, { monthlyMinor: 8000 }, { title: "Two evenings a week" });
  await app.stripe.control.hold({});
  const { own, account, reference } = await joinAtStripe(app);
  await app.runJobs("issue-invoices");
  await passDays(app, 10);
  const { next } = await own.openPortal({ for: "plan" });
  const [choice] = await choicesIn(app, next);
  await pressIn(app, next, { action: "change", subscription: reference, price: choice!.price });
  await own.syncJoined();
  await app.runJobs("issue-invoices");
  const [, { totalMinor: taken }] = (await paidPurchases(app)) as [unknown, { totalMinor: number }];
  const [, invoice, ...others] = await allInvoices(app);
  expect(others).toEqual([]);
  expect(invoice).toMatchObject({
    kind: "invoice",
    totalMinor: taken,
    currency: "GBP",
    paid: [{ text: "Paid by card", amountMinor: taken }],
    lines: [{ text: "Two evenings a week (change of plan)", quantity: 1, amountMinor: taken, ratePoints: 2000 }],
    taxes: [{ ratePoints: 2000, grossMinor: taken, taxMinor: Math.round(taken / 6) }],
  });
  expect(choice!.text).toContain(`£${(taken / 100).toFixed(2)} today`);
  // Names of today change nothing.
  await app.db.execute("update products set title = 'Renamed'");

  const [, paid] = await app.db.select().from(payments).orderBy(asc(payments.paidAt));
  const form = { formKey: randomUUID(), isPlaceCancelled: false, reason: "Asked for it" };
  const refund = async (amountMinor: number) => {
    await admin.payments.refund({ ...form, formKey: randomUUID(), paymentId: paid!.id, amountMinor });
    await app.runJobs("send-refund");
    await app.stripe.control.release({});
    await app.stripe.control.hold({});
    await app.runJobs("issue-invoices");
  };
  await refund(1000);
  const tax = (amount: number) => Math.round(amount / 6);
  const documents = ["INV-0001 4000 (667)", `INV-0002 ${taken} (${tax(taken)})`];
  expect(await printed(app)).toEqual(["CN-0001 1000 (167)", ...documents]);
  // Part of it went back: the member keeps the dearer plan, for which the rest was paid.
  expect(await ownMembership(app, account.id)).toMatchObject({ priceMinor: 8000, state: "active" });
  await refund(taken - 1000);
  expect(await printed(app)).toEqual([
    ...["CN-0001 1000 (167)", `CN-0002 ${taken - 1000} (${tax(taken) - 167})`],
    ...documents,
  ]);
  const credits = (await allInvoices(app)).filter(({ kind }) => kind === "credit_note");
  expect(credits.map(({ correctsId }) => correctsId)).toEqual([invoice!.id, invoice!.id]);
  expect(credits[0]!.lines[0]!.text).toContain("Two evenings a week (change of plan)");
});
