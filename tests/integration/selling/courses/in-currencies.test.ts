import { eq } from "drizzle-orm";
import { outboxEmails, payments, purchases } from "@db/schema";
import { listLedger } from "@server/office/orders/ledger/list-ledger";
import { compareCourses } from "@server/payments/ledger/compare-courses";
import { anAccount } from "../../../support/accounts";
import { asAdmin } from "../../../support/admin";
import { aCode } from "../../../support/codes";
import { aCourseForm, datesOf, payCourse, someDates } from "../../../support/courses";
import { refundsAtStripe, waitForAllEvents } from "../../../support/money";
import { aCourseWithRates } from "../../../support/rates";
import { actingAs } from "../../../support/recordings";
import { expect, test } from "../../../support/test-app";

/**
 * A course of three dates at the rate of £50, with 15 % off, in each currency. £50 is €58.50 and $63.50, each rounded to
 * whole units before the discount. The second date is cancelled by the instructor, the others by the buyer.
 */
const sales = [
  { currency: "GBP", list: "£50.00", total: "£42.50", shares: [1417, 1417, 1416], share: "£14.17", rest: "£28.33" },
  { currency: "EUR", list: "€59.00", total: "€50.15", shares: [1672, 1672, 1671], share: "€16.72", rest: "€33.43" },
  { currency: "USD", list: "$64.00", total: "$54.40", shares: [1814, 1813, 1813], share: "$18.13", rest: "$36.27" },
] as const;

test.for(sales)(
  "charges, mails and refunds a course in $currency to the penny, from its form to the ledger",
  async ({ currency, list, total, shares, share, rest }, { app }) => {
    const dates = await someDates(app.db);
    const { id } = await aCourseWithRates(app, dates);
    await aCode(app.db, "FIFTEEN", { discountPercentage: 15 });
    const account = await anAccount(app.db, { currency });
    const caller = app.as({ ...actingAs(account), visitor: { currency } });
    const chosen = { rate1: 2, discountCode: "FIFTEEN" };
    expect(await caller.courses.getForm({ id, ...chosen })).toMatchObject({ listPrice: list, total });
    expect((await caller.courses.get({ id })).from).toBe(list.replace(".00", ""));
    const { purchaseId } = await caller.courses.book(await aCourseForm(app, id, chosen, caller));
    const totalMinor = shares[0] + shares[1] + shares[2];
    const [open] = await app.db.select().from(payments).where(eq(payments.purchaseId, purchaseId));
    const checkoutId = open!.stripeCheckoutSessionId!;
    const page = await app.services.stripe.client.checkout.sessions.retrieve(checkoutId);
    expect(page).toMatchObject({ amount_total: totalMinor, currency: currency.toLowerCase() });
    await payCourse(app, { checkoutId });
    expect(await datesOf(app.db, purchaseId)).toEqual(shares.map((minor) => `completed free ${minor}`));

    const propsOf = async (template: string) =>
      (await app.db.select().from(outboxEmails).where(eq(outboxEmails.template, template))).map(({ props }) => props);
    const rates = `Low income at ${list}`;
    expect(await propsOf("course-confirmation")).toMatchObject([{ paid: { amount: total, rates } }]);
    expect((await caller.courses.getHeld({ purchaseId })).amount).toBe(`${total}, ${rates}`);
    expect((await caller.purchases.getReceipt({ purchaseId })).total).toBe(total);

    const admin = await asAdmin(app);
    expect(await admin.orders.get({ kind: "purchase", id: purchaseId })).toMatchObject({ price: total });
    await admin.sessions.cancel({ id: dates[1]!.id });
    await app.runJobs();
    const aboutDate = app.sentMails.filter(({ subject }) => /cancelled/i.test(subject));
    expect(aboutDate.map(({ text }) => text).join()).toContain(share);
    expect((await caller.courses.getHeld({ purchaseId })).cancelling).toContain(rest);
    await caller.courses.cancel({ purchaseId });
    expect(JSON.stringify(await propsOf("course-cancelled"))).toContain(rest);
    await app.runJobs();
    await waitForAllEvents(app);
    const left = shares[0] + shares[2];
    expect((await refundsAtStripe(app, checkoutId)).sort()).toEqual(
      [`${shares[1]} succeeded`, `${left} succeeded`].sort(),
    );
    expect(await app.db.query.purchases.findFirst({ where: eq(purchases.id, purchaseId) })).toMatchObject({
      status: "refunded",
    });
    const { counts, lines } = await listLedger(app.services, { page: 1 });
    expect(counts).toMatchObject({ unexplained: 0, payments: 1, refunds: 2 });
    expect(lines.map(({ amount }) => amount)).toEqual(
      expect.arrayContaining([total, share, rest].map(withSign(lines))),
    );
    expect((await compareCourses(app.db, app.clock.now())).unexplained).toEqual([]);
  },
);

/** Returns an amount as the ledger's lines have it: refunds may have a sign. */
const withSign = (lines: { amount: string }[]) => (amount: string) =>
  lines.find((line) => line.amount.endsWith(amount))?.amount ?? amount;
