import { DateTime } from "luxon";
import { tendGiftCards } from "@server/catalogue/gift-cards/tend-gift-cards";
import { refusalOf } from "../../../support/accounts";
import { readBooking } from "../../../support/bookings";
import { aGiftCard, aGiftCardOnSale, bookWithCards, giftBalanceOf, giftEntriesOf } from "../../../support/gift-cards";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

const minutesTo = (app: TestApp, at: Date) => (at.getTime() - app.clock.now().getTime()) / 60_000;

async function tend(app: TestApp): Promise<void> {
  await tendGiftCards(app.services);
  await app.runJobs();
}

const endMails = (app: TestApp) =>
  app.sentMails.filter(({ subject }) => subject.startsWith("Your gift card is valid until"));

test("is valid for three years; its holder is mailed once a month before, with the code", async ({ app }) => {
  const card = await aGiftCard(app, { to: "other", recipientEmail: "hannah@example.com" });
  const bought = DateTime.fromJSDate(card.issuedAt!, { zone: "Europe/London" });
  expect(card.endsAt).toEqual(bought.plus({ months: 36 }).startOf("day").plus({ days: 1 }).toJSDate());
  await tend(app);
  const day = 24 * 60;
  app.clock.moveBy(minutesTo(app, card.endsAt!) - 31 * day);
  await tend(app);
  expect(endMails(app)).toHaveLength(0);
  app.clock.moveBy(2 * day);
  await tend(app);
  await Promise.all([tend(app), tend(app)]);
  expect(endMails(app).map(({ to }) => to)).toEqual(["hannah@example.com"]);
  expect(endMails(app)[0]!.text).toContain(card.code);
  app.clock.moveBy(29 * day);
  await tend(app);
  await tend(app);
  expect(await giftEntriesOf(app.db, card)).toBe("issued 5000, expired -5000");
  expect((await refusalOf(app.as().giftCards.readBalance({ giftCode: card.code }))).code).toBe("not_found");
});

test("mails no end of a used card, nor of one that is valid for a month only", async ({ app }) => {
  const month = await aGiftCardOnSale(app.db, { months: 1 });
  await aGiftCard(app, { productId: month.id });
  const used = await aGiftCard(app);
  await bookWithCards(app, await aSession(app.db, { priceMinor: 5000 }), { codes: [used.code] });
  await tend(app);
  app.clock.moveBy(minutesTo(app, used.endsAt!) - 60);
  await tend(app);
  expect(endMails(app)).toEqual([]);
});

test("what comes back after the end can be used for as long as it was away", async ({ app }) => {
  const card = await aGiftCard(app);
  app.clock.moveBy(minutesTo(app, card.endsAt!) - 60);
  const startTime = new Date(app.clock.now().getTime() + 10 * 86_400_000);
  const session = await aSession(app.db, { priceMinor: 3200, startTime });
  const { bookingId } = await bookWithCards(app, session, { codes: [card.code] });
  app.clock.moveBy(120);
  await tend(app);
  const { manageKey: key } = await readBooking(app, bookingId);
  await app.as().bookings.cancel({ bookingId, key });
  await app.runJobs();
  expect(await giftEntriesOf(app.db, card)).toBe("issued 5000, taken -3200, expired -1800, returned 3200");
  expect((await app.as().giftCards.readBalance({ giftCode: card.code })).balance).toContain("£32 of £50");
  app.clock.moveBy(61);
  await tend(app);
  expect(await giftBalanceOf(app.db, card)).toBe(0);
});
