import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { readRevenue } from "@server/office/insights/revenue";
import { lastTwoMonths } from "@server/office/insights/period";
import { sendGiftCard } from "@server/catalogue/gift-cards/mail-card";
import { tendGiftCards } from "@server/catalogue/gift-cards/tend-gift-cards";
import { refusalOf } from "../../../support/accounts";
import { asAdmin } from "../../../support/admin";
import { readBooking } from "../../../support/bookings";
import {
  aGiftCard,
  aGiftCardOnSale,
  anOpenGift,
  bookWithCards,
  giftBalanceOf,
  giftEntriesOf,
  paymentsOf,
  readCard,
} from "../../../support/gift-cards";
import { actingAs, purchaseStatus } from "../../../support/recordings";
import { aSession } from "../../../support/sessions";
import { expect, test } from "../../../support/test-app";

test("mails the code once it is paid, and keeps it out of the database", async ({ app }) => {
  const card = await aGiftCard(app, { to: "other", recipientEmail: "hannah@example.com", words: "For you" });
  await Promise.all([sendGiftCard(app.services, card.id), sendGiftCard(app.services, card.id)]);
  await app.runJobs();
  const mails = app.sentMails.filter(({ to }) => to === "hannah@example.com");
  expect(mails).toHaveLength(1);
  expect(mails[0]!.text).toContain(card.code);
  expect(mails[0]!.html).toContain("For you");
  const { rows } = await app.db.execute<{ found: string }>(
    sql`select (select json_agg(c)::text from gift_cards c) || (select json_agg(o)::text from outbox_emails o) as found`,
  );
  expect(rows[0]!.found).toContain("gift-card");
  expect(rows[0]!.found).not.toContain(card.code);
  expect(rows[0]!.found).not.toContain(card.code.replaceAll("-", ""));
});

test("waits for 8 in the morning of the chosen day in the giver's zone, and mails once", async ({ app }) => {
  const card = await aGiftCard(app, {
    to: "other",
    recipientEmail: "hannah@example.com",
    timeZone: "America/New_York",
    sendOn: nextDay(app.services.clock.now(), 20),
  });
  expect(card.sendAt!.toLocaleTimeString("en-GB", { timeZone: "America/New_York" })).toBe("08:00:00");
  await tendGiftCards(app.services);
  expect((await readCard(app.db, card.purchaseId)).sentAt).toBeNull();
  app.clock.moveBy((card.sendAt!.getTime() - app.clock.now().getTime()) / 60_000 + 1);
  await Promise.all([tendGiftCards(app.services), sendGiftCard(app.services, card.id)]);
  await app.runJobs();
  expect(app.sentMails.filter(({ to }) => to === "hannah@example.com")).toHaveLength(1);
});

const nextDay = (now: Date, days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);

test("takes with a refund of the sale only what is left; what was booked stays", async ({ app }) => {
  const card = await aGiftCard(app);
  const session = await aSession(app.db, { priceMinor: 3200 });
  const { bookingId } = await bookWithCards(app, session, { codes: [card.code] });
  const { orders, payments } = await asAdmin(app);
  const order = { kind: "purchase" as const, id: card.purchaseId };
  expect((await orders.get(order)).unused).toEqual({ text: "£18.00 of £50.00 is not used.", amount: "£18.00" });
  await payments.refund({
    paymentId: card.paymentId,
    amountMinor: 1800,
    isPlaceCancelled: true,
    formKey: randomUUID(),
  });
  await app.runJobs();
  expect(await giftEntriesOf(app.db, card)).toBe("issued 5000, taken -3200, refunded -1800");
  expect((await readBooking(app, bookingId)).status).toBe("completed");
  const { manageKey: key } = await readBooking(app, bookingId);
  await app.as().bookings.cancel({ bookingId, key });
  await app.runJobs();
  expect(await giftBalanceOf(app.db, card)).toBe(3200);
});

test("takes a part that was refunded from a card that goes on, once", async ({ app }) => {
  const card = await aGiftCard(app);
  const { payments } = await asAdmin(app);
  await payments.refund({
    paymentId: card.paymentId,
    amountMinor: 2000,
    isPlaceCancelled: false,
    formKey: randomUUID(),
  });
  await app.runJobs();
  await expect.poll(() => giftEntriesOf(app.db, card)).toBe("issued 5000, refunded -2000");
});

test("makes a card unusable whose sale was refunded in full", async ({ app }) => {
  const card = await aGiftCard(app);
  const { payments } = await asAdmin(app);
  await payments.refund({
    paymentId: card.paymentId,
    amountMinor: 5000,
    isPlaceCancelled: true,
    formKey: randomUUID(),
  });
  await app.runJobs();
  await expect.poll(() => purchaseStatus(app, card.purchaseId)).toBe("refunded");
  const session = await aSession(app.db, { priceMinor: 3200 });
  expect((await refusalOf(bookWithCards(app, session, { codes: [card.code] }))).code).toBe("discount_refused");
});

test("sells no gift card for a gift card, for another amount than allowed, or without paying", async ({ app }) => {
  const card = await aGiftCard(app);
  const { giftCards, purchases } = app.as(actingAs(card.giver));
  const product = (await aGiftCardOnSale(app.db)).id;
  const gift = { id: product, currency: "GBP" as const, formKey: randomUUID() };
  expect((await refusalOf(giftCards.buy({ ...gift, amount: 2400 }))).message).toBe("Enter an amount from £25 to £500");
  const form = { product, quote: `GBP:0+gift:${card.id}:1:1`, giftCodes: card.code, formKey: randomUUID() };
  expect((await refusalOf(purchases.create(form))).code).toBe("not_found");
  expect((await refusalOf(purchases.create({ ...form, quote: "GBP:0" }))).code).toBe("not_found");
  const open = await anOpenGift(app);
  expect(await readCard(app.db, open.purchaseId)).toMatchObject({ codeHash: null, sealedCode: null, issuedAt: null });
});

test("counts income once: as something is bought with the card, not as the card is sold", async ({ app }) => {
  const card = await aGiftCard(app);
  await bookWithCards(app, await aSession(app.db, { priceMinor: 3200 }), { codes: [card.code] });
  const revenue = await readRevenue(app.db, lastTwoMonths(app.services.clock.now(), "Europe/London"));
  expect(revenue).toMatchObject([{ kind: "sessions", currency: "GBP", netMinor: 3200 }]);
  const admin = await asAdmin(app);
  expect((await admin.giftCards.admin.listSold({ page: 1 })).open).toBe("£18.00");
});

for (const [currency, price, cost] of [
  ["GBP", "£32.00", 3200],
  ["EUR", "€37.00", 3162],
  ["USD", "$41.00", 3228],
] as const) {
  test(`pays in ${currency} from a card in pounds, and gives back to the penny`, async ({ app }) => {
    const card = await aGiftCard(app);
    const session = await aSession(app.db, { priceMinor: 3200, enteredPriceMinor: 3200, enteredCurrency: "GBP" });
    const as = { visitor: { currency } };
    const { form, bookingId, parts } = await bookWithCards(app, session, { codes: [card.code], as });
    expect(form.total).toBe(price);
    expect(await giftEntriesOf(app.db, card)).toBe(`issued 5000, taken -${cost}`);
    expect(parts).toEqual([`gift_card ${Number(price.slice(1)) * 100} paid`]);
    const { manageKey: key } = await readBooking(app, bookingId);
    await app.as(as).bookings.cancel({ bookingId, key });
    await app.runJobs();
    expect(await giftBalanceOf(app.db, card)).toBe(5000);
    expect((await paymentsOf(app.db, bookingId)).parts).toHaveLength(1);
  });
}

test("corrects what is on a card by hand, once for a form and never below 0", async ({ app }) => {
  const card = await aGiftCard(app);
  const { giftCards } = await asAdmin(app);
  const change = { id: card.id, amountMinor: -1000, reason: "Used at the door", formKey: randomUUID() };
  await app.runJobs();
  await giftCards.admin.adjust(change);
  await giftCards.admin.adjust(change);
  expect(await giftEntriesOf(app.db, card)).toBe("issued 5000, adjusted -1000");
  const tooMuch = { ...change, amountMinor: -4001, formKey: randomUUID() };
  expect((await refusalOf(giftCards.admin.adjust(tooMuch))).code).toBe("invalid");
  await app.runJobs();
  const told = app.sentMails.filter(({ subject }) => subject.startsWith("Your gift card has changed"));
  expect(told).toHaveLength(1);
  expect(told[0]!.text).toContain("£10.00 was taken off it. The reason: Used at the door");
  app.clock.moveBy(4 * 366 * 24 * 60);
  const late = { ...change, amountMinor: 500, formKey: randomUUID() };
  expect((await refusalOf(giftCards.admin.adjust(late))).code).toBe("closed");
});
