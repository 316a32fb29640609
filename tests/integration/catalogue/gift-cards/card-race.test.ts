import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { aGiftCard, giftBalanceOf } from "../../../support/gift-cards";
import { createBarrier, disableRowLocks, interceptStatements } from "../../../support/statements";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

const tabs = 10;

/** Books ten sessions of £40 at once with a card of £50, each in a tab that shows that the card pays all. */
async function bookInTabs(app: TestApp, code: string) {
  const { bookings } = app.as();
  const forms = await Promise.all(
    Array.from({ length: tabs }, async (_, index) => {
      const { id: sessionId } = await aSession(app.db, { priceMinor: 4000 });
      const { quote } = await bookings.getForm({ sessionId, quantity: 1, giftCodes: code });
      const contact = { firstName: "Ada", lastName: "Guest", email: `guest${index}@example.com` };
      return { sessionId, ...contact, quantity: 1, quote, giftCodes: code, formKey: randomUUID() };
    }),
  );
  const done = await Promise.allSettled(forms.map((form) => bookings.create(form)));
  return done.filter(({ status }) => status === "fulfilled").length;
}

test("pays once with a card that is used in ten tabs at once", async ({ app }) => {
  const card = await aGiftCard(app);
  expect(await bookInTabs(app, card.code)).toBe(1);
  expect(await giftBalanceOf(app.db, card)).toBe(1000);
});

test("control: without the card's lock and the trigger it pays more than was on it", async ({ app }) => {
  const card = await aGiftCard(app);
  disableRowLocks(app, "gift_cards");
  const all = createBarrier(tabs);
  interceptStatements(app, { after: (text) => (isLookAtCard(text) ? all() : undefined) });
  await app.db.execute(sql`alter table gift_card_entries disable trigger gift_card_entries_balance`);
  try {
    expect(await bookInTabs(app, card.code)).toBeGreaterThan(1);
    expect(await giftBalanceOf(app.db, card)).toBeLessThan(0);
  } finally {
    await app.db.execute(sql`alter table gift_card_entries enable trigger gift_card_entries_balance`);
  }
});

const isLookAtCard = (text: string) => text.includes('from "gift_cards"') && text.includes("order by");

test("refuses what would make a card negative, whatever code writes it", async ({ app }) => {
  const card = await aGiftCard(app);
  const take = () =>
    app.db.execute(sql`insert into gift_card_entries (card_id, kind, amount_minor, reason)
      values (${card.id}, 'adjusted', -3000, 'Test')`);
  const done = await Promise.allSettled(Array.from({ length: 6 }, take));
  expect(done.filter(({ status }) => status === "fulfilled").length).toBe(1);
  await expect(app.db.execute(sql`update gift_card_entries set amount_minor = 9999`)).rejects.toThrow();
  expect(await giftBalanceOf(app.db, card)).toBe(2000);
});
