import { randomUUID } from "node:crypto";
import { liveSessions, purchases } from "@db/schema";
import { releaseUnpaid } from "@server/payments/release";
import { settlePayment } from "@server/payments/settle";
import { eq } from "drizzle-orm";
import { officeOf } from "../../../support/office";
import { asAdmin } from "../../../support/admin";
import { aCode } from "../../../support/codes";
import { aCourseForm, aCourseOf, datesOf, payCourse, someDates } from "../../../support/courses";
import { aCourseWithRates } from "../../../support/rates";
import { expect, test, type TestApp } from "../../../support/test-app";

const purchaseOf = async ({ db }: TestApp, id: string) =>
  (await db.query.purchases.findFirst({ where: eq(purchases.id, id) }))!;

/** Begins to book a course as a guest, up to the payment page. */
async function begin(app: TestApp, id: string, chosen: Parameters<typeof aCourseForm>[2]) {
  const form = await aCourseForm(app, id, chosen);
  const { purchaseId } = await app.as().courses.book(form);
  const payment = await app.db.query.payments.findFirst({ where: (row, is) => is.eq(row.purchaseId, purchaseId) });
  return { form, purchaseId, checkoutId: payment!.stripeCheckoutSessionId! };
}

const oneLine = (text: string) => text.replace(/\s+/g, " ");

test("costs what its rate and a code leave, everywhere, and names the rate to those who pay and are paid", async ({
  app,
}) => {
  const { id } = await aCourseWithRates(app, await someDates(app.db), 5);
  await aCode(app.db, "TEN", { discountPercentage: 10 });
  const chosen = { rate1: 2, discountCode: "TEN" };
  expect(await app.as().courses.getForm({ id, ...chosen })).toMatchObject({
    listPrice: "£50.00",
    total: "£45.00",
    prices: { chosen: ["2"] },
  });
  const open = await begin(app, id, chosen);
  expect(open.form.quote).toMatch(/^GBP:1x2\.5000:4500:[0-9a-f]{16}$/);
  const page = await app.services.stripe.client.checkout.sessions.retrieve(open.checkoutId);
  expect(page.amount_total).toBe(4500);
  await payCourse(app, open);
  const purchase = await purchaseOf(app, open.purchaseId);
  expect(purchase).toMatchObject({ priceRateName: "Low income", listPriceMinor: 5000, totalMinor: 4500 });
  expect(await datesOf(app.db, open.purchaseId)).toEqual(Array(3).fill("completed free 1500"));
  await app.runJobs();
  const named = app.sentMails.filter(({ text }) => oneLine(text).includes("£45.00 (Low income at £50.00) (10% off"));
  expect(named).toHaveLength(2);
  const held = await app.as().courses.getHeld({ purchaseId: open.purchaseId, key: purchase.manageKey });
  expect(held.amount).toBe("£45.00, Low income at £50.00");
  const { orders } = await asAdmin(app);
  expect((await orders.get({ kind: "purchase", id: open.purchaseId })).notes).toContain("Low income at £50.00");
  // Others see how many are left, and not who has booked at which rate.
  expect(await app.as().courses.get({ id })).toMatchObject({
    price: "£50 to £100",
    from: "£50",
    prices: ["Standard, £100", "Low income, £50: 4 places left"],
  });
});

test("who joins late pays the share of the chosen rate; another rate than shown is asked again", async ({ app }) => {
  const sessions = await someDates(app.db);
  const { id } = await aCourseWithRates(app, sessions);
  const form = await aCourseForm(app, id, { rate1: 2 });
  await app.db
    .update(liveSessions)
    .set({ startTime: new Date(0) })
    .where(eq(liveSessions.id, sessions[0]!.id));
  await expect(app.as().courses.book(form)).rejects.toThrow("The dates of the course have changed");
  const late = await aCourseForm(app, id, { rate1: 2 });
  expect(late.quote).toMatch(/^GBP:1x2\.3333:3333:/);
  const other = app.as().courses.book({ ...late, rate1: 1, formKey: randomUUID() });
  await expect(other).rejects.toThrow("that of what you have chosen now");
  const { purchaseId } = await app.as().courses.book(late);
  expect(await datesOf(app.db, purchaseId)).toEqual(["pending pending 1667", "pending pending 1666"]);
});

test("money that comes late goes back whole where its rate is full meanwhile, and the places stay free", async ({
  app,
}) => {
  const { id } = await aCourseWithRates(app, await someDates(app.db), 1);
  const late = await begin(app, id, { rate1: 2 });
  await releaseUnpaid(app.services, { kind: "purchase", id: late.purchaseId });
  await payCourse(app, await begin(app, id, { rate1: 2 }));
  const refused = app.as().courses.book({ ...(await aCourseForm(app, id)), ...late.form, formKey: randomUUID() });
  await expect(refused).rejects.toThrow("No places are left at “Low income”.");
  const checkout = await app.services.stripe.client.checkout.sessions.retrieve(late.checkoutId);
  await settlePayment(app.services, { ...checkout, status: "complete", payment_status: "paid" });
  expect((await purchaseOf(app, late.purchaseId)).status).toBe("cancelled");
  expect(await datesOf(app.db, late.purchaseId)).toEqual(Array(3).fill(expect.stringContaining("cancelled cancelled")));
  await app.runJobs();
  const why = app.sentMails.filter(({ text }) => oneLine(text).includes("none was left at the price that you paid"));
  expect(why).toHaveLength(1);
});

test("takes any amount within the limits of the dates to come, and no other", async ({ app }) => {
  const between = { pricing: "between" as const, priceMinor: 3000, highestPriceMinor: 9000 };
  const sessions = await someDates(app.db);
  const { id } = await aCourseOf(app.db, sessions, between);
  await app.db
    .update(liveSessions)
    .set({ startTime: new Date(0) })
    .where(eq(liveSessions.id, sessions[0]!.id));
  const { amountRefusal } = await app.as().courses.getForm({ id, amount: "19.99" });
  expect(amountRefusal).toBe("Enter an amount from £20 to £60");
  const form = await aCourseForm(app, id, { amount: "25" });
  const forged = { ...form, amount: "5", quote: form.quote.replaceAll("2500", "500"), formKey: randomUUID() };
  await expect(app.as().courses.book(forged)).rejects.toThrow("Enter an amount from £20 to £60");
  const { purchaseId } = await app.as().courses.book(form);
  expect((await purchaseOf(app, purchaseId)).totalMinor).toBe(2500);
});

test("the instructor sets rates, and an early price whose last day can be over; none of them is free", async ({
  app,
}) => {
  const admin = officeOf(await asAdmin(app), "course");
  const sessionIds = (await someDates(app.db)).map(({ id }) => id);
  const typed = {
    title: "Three evenings",
    description: "",
    price: 0,
    currency: "GBP" as const,
    sessionIds,
    isSoldSingly: true,
    canMakeUp: false,
    isOn: true,
    pricing: "rates" as const,
    rate1Name: "Standard",
    rate1Price: "90",
    rate2Name: "Low income",
    rate2Price: "60",
  };
  const id = randomUUID();
  await expect(admin.create({ ...typed, rate2Price: "0", formKey: id })).rejects.toThrow("A course can’t be free.");
  await admin.create({ ...typed, formKey: id });
  const rowOf = () => app.db.query.priceRates.findFirst({ where: (row, is) => is.eq(row.name, "Low income") });
  const before = await rowOf();
  const open = await begin(app, id, { rate1: 2 });
  const versionNow = async () => (await admin.getForm({ id })).version;
  await admin.edit({ ...typed, rate2Price: "50", rate2Places: 1, id, version: await versionNow() });
  expect(await rowOf()).toMatchObject({ id: before!.id, priceMinor: 5000, places: 1 });
  expect((await purchaseOf(app, open.purchaseId)).totalMinor).toBe(6000);
  const early = { ...typed, pricing: "early" as const, price: 9000, earlyPrice: "70", earlyUntil: "2099-01-01" };
  await admin.edit({ ...early, id, version: await versionNow() });
  await app.db.execute("update price_rates set last_day = '2020-01-01' where kind = 'early'");
  const over = { ...early, earlyUntil: "2020-01-01", id };
  await admin.edit({ ...over, title: "Evenings", version: await versionNow() });
  expect(await app.as().courses.get({ id })).toMatchObject({ title: "Evenings", price: "£90", prices: [] });
});
