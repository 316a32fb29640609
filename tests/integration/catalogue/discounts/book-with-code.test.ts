import { eq } from "drizzle-orm";
import { discountCodes, outboxEmails, payments, sessionBookings } from "@db/schema";
import { aCode } from "../../../support/codes";
import { aBookingOf, aSession } from "../../../support/sessions";
import { leaveCheckout } from "../../../support/leave-checkout";
import { expect, test, type TestApp } from "../../../support/test-app";

type Currency = "GBP" | "EUR" | "USD";

/** Returns what the dialog shows with a code, and the booking made with it. */
async function shownWith(app: TestApp, session: { id: string }, discountCode: string, currency: Currency = "GBP") {
  return app.as({ visitor: { currency } }).bookings.getForm({ sessionId: session.id, discountCode });
}

test("takes a percentage off with two decimals, and charges, stores and mails the result", async ({ app }) => {
  await aCode(app.db, "WINTER20");
  const session = await aSession(app.db, { priceMinor: 1800 });
  const form = await shownWith(app, session, " winter20 ");
  expect(form).toMatchObject({
    listPrice: "£18.00",
    discount: { code: "WINTER20", terms: "20% off", amount: "£3.60" },
    total: "£14.40",
    quote: "GBP:1440",
    codeRefusal: null,
  });
  await app.as().bookings.create({ ...aBookingOf(session), quote: form.quote, discountCode: "winter20" });
  expect(await app.db.query.sessionBookings.findFirst()).toMatchObject({
    listPriceMinor: 1800,
    discountMinor: 360,
    totalMinor: 1440,
    appliedDiscountCode: "WINTER20",
    discountTerms: { type: "percentage", percentage: 20 },
  });
  const payment = (await app.db.query.payments.findFirst())!;
  expect(payment.amountMinor).toBe(1440);
  await app.stripe.control.payNow(payment.stripeCheckoutSessionId!);
  await expect.poll(() => app.db.$count(outboxEmails)).toBe(2);
  const mails = await app.db.select().from(outboxEmails);
  for (const { props } of mails) {
    expect(props).toMatchObject({ paid: { amount: "£14.40", discount: "20% off with WINTER20" } });
  }
});

test("converts a fixed amount into the visitor's currency to the cent, and stores rate and terms", async ({ app }) => {
  await aCode(app.db, "FIVEOFF", { discountType: "fixed_amount", discountAmountMinor: 500 });
  const session = await aSession(app.db, { priceMinor: 1800 });
  const form = await shownWith(app, session, "FIVEOFF", "EUR");
  expect(form).toMatchObject({
    listPrice: "€21.00",
    discount: { terms: "£5 off", amount: "€5.85" },
    total: "€15.15",
    quote: "EUR:1515",
  });
  const booking = { ...aBookingOf(session), quote: form.quote, discountCode: "FIVEOFF" };
  await app.as({ visitor: { currency: "EUR" } }).bookings.create(booking);
  expect(await app.db.query.sessionBookings.findFirst()).toMatchObject({
    currency: "EUR",
    discountMinor: 585,
    totalMinor: 1515,
    exchangeRate: "1.17",
    discountTerms: { type: "fixed_amount", amountMinor: 500, currency: "GBP" },
  });
});

test("books at once when a code brings the price to nothing", async ({ app }) => {
  await aCode(app.db, "FREE100", { discountPercentage: 100 });
  const session = await aSession(app.db, { priceMinor: 1800 });
  await app.as().bookings.create({ ...aBookingOf(session), quote: "GBP:0", discountCode: "FREE100" });
  expect(await app.db.query.sessionBookings.findFirst()).toMatchObject({ status: "completed", paymentStatus: "free" });
  expect(await app.db.$count(payments)).toBe(0);
});

test("makes a rest below Stripe's minimum free, and shows how much that was", async ({ app }) => {
  await aCode(app.db, "NEARLY", { discountType: "fixed_amount", discountAmountMinor: 1780 });
  const session = await aSession(app.db, { priceMinor: 1800 });
  expect(await shownWith(app, session, "NEARLY")).toMatchObject({ isFree: true, tooLittle: "£0.20", quote: "GBP:0" });
  await app.as().bookings.create({ ...aBookingOf(session), quote: "GBP:0", discountCode: "NEARLY" });
  expect(await app.db.query.sessionBookings.findFirst()).toMatchObject({ status: "completed", discountMinor: 1780 });
});

test("refuses an unknown or inactive code in the words of the specification", async ({ app }) => {
  await aCode(app.db, "OLD20", { isActive: false });
  const session = await aSession(app.db);
  for (const discountCode of ["OLD20", "NOPE", "\0", "x".repeat(200)]) {
    const form = await shownWith(app, session, discountCode);
    expect(form).toMatchObject({ codeRefusal: "Invalid discount code", discount: null, total: "£18.00" });
  }
  const booking = { ...aBookingOf(session), discountCode: "OLD20" };
  await expect(app.as().bookings.create(booking)).rejects.toThrow("Invalid discount code");
  expect(await app.db.$count(sessionBookings)).toBe(0);
});

test("counts a one-time code as used while its booking lives, and frees it when that is cancelled unpaid", async ({
  app,
}) => {
  await aCode(app.db, "ONCE50", { discountPercentage: 50, isOneTimeUse: true });
  const session = await aSession(app.db);
  const book = () => app.as().bookings.create({ ...aBookingOf(session), quote: "GBP:900", discountCode: "ONCE50" });
  const { bookingId } = await book();
  expect(await shownWith(app, session, "ONCE50")).toMatchObject({ codeRefusal: "This code has already been used" });
  await expect(book()).rejects.toThrow("This code has already been used");
  await leaveCheckout(app, { kind: "booking", id: bookingId });
  await expect(book()).resolves.toHaveProperty("next");
});

test("charges nothing when the terms change between showing and booking", async ({ app }) => {
  await aCode(app.db, "WINTER20");
  const session = await aSession(app.db);
  const shown = { ...aBookingOf(session), quote: "GBP:1440", discountCode: "WINTER20" };
  const change = (values: Partial<typeof discountCodes.$inferInsert>) =>
    app.db.update(discountCodes).set(values).where(eq(discountCodes.code, "WINTER20"));
  await change({ discountPercentage: 10 });
  await expect(app.as().bookings.create(shown)).rejects.toThrow("The price has changed.");
  await change({ isActive: false });
  await expect(app.as().bookings.create(shown)).rejects.toThrow("Invalid discount code");
  expect(await app.db.$count(sessionBookings)).toBe(0);
});

test("shows the discount first when a visitor types a code and books at once", async ({ app }) => {
  await aCode(app.db, "WINTER20");
  const session = await aSession(app.db);
  const unapplied = { ...aBookingOf(session), discountCode: "WINTER20" };
  await expect(app.as().bookings.create(unapplied)).rejects.toThrow("Your discount code has been applied.");
});

test("uses no code for a free session", async ({ app }) => {
  await aCode(app.db, "ONCE50", { isOneTimeUse: true });
  const session = await aSession(app.db, { priceMinor: 0 });
  expect(await shownWith(app, session, "ONCE50")).toMatchObject({ hasDiscounts: false, discount: null });
  await app.as().bookings.create({ ...aBookingOf(session), discountCode: "ONCE50" });
  expect(await app.db.query.sessionBookings.findFirst()).toMatchObject({ appliedDiscountCode: null });
});

const day = 24 * 3_600_000;
const limits = [
  ["is refused before its first day", { validFrom: new Date(Date.now() + day) }, "This code can’t be used yet"],
  ["is refused after its last day", { validUntil: new Date(Date.now() - day) }, "This code has expired"],
  ["is accepted on its days", { validFrom: new Date(Date.now() - day), validUntil: new Date(Date.now() + day) }, null],
] as const;

test.for(limits)("a code %s", async ([, days, refusal], { app }) => {
  await aCode(app.db, "SPRING20", days);
  const session = await aSession(app.db, { priceMinor: 1800 });
  expect((await shownWith(app, session, "SPRING20")).codeRefusal).toBe(refusal);
  const booked = app.as().bookings.create({ ...aBookingOf(session), quote: "GBP:1440", discountCode: "SPRING20" });
  if (refusal) await expect(booked).rejects.toThrow(refusal);
  else await expect(booked).resolves.toHaveProperty("bookingId");
});

test("sells a code for two uses twice among eight simultaneous bookings, and frees a cancelled use", async ({
  app,
}) => {
  await aCode(app.db, "TWO", { maxUses: 2 });
  const session = await aSession(app.db, { priceMinor: 1800 });
  const form = () => ({ ...aBookingOf(session), quote: "GBP:1440", discountCode: "TWO" });
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => app.as().bookings.create(form())));
  const made = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  expect(made).toHaveLength(2);
  await expect(app.as().bookings.create(form())).rejects.toThrow("This code has been used up");
  await leaveCheckout(app, { kind: "booking", id: made[0]!.bookingId });
  await expect(app.as().bookings.create(form())).resolves.toHaveProperty("bookingId");
});
