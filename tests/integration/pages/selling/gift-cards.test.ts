import { desc } from "drizzle-orm";
import { giftCards } from "@db/schema";
import type { Database } from "@db/client";
import { PlainBrowser, type Page, textOf } from "../../../support/browser-without-javascript";
import { errorsOf, hrefsOf, noticeOf } from "../../../support/page-parts";
import { aGiftCardOnSale } from "../../../support/gift-cards";
import { buyCard, codeOn, giftForm } from "../../../support/gift-cards-http";
import { hannah } from "../../../support/guest-passes";
import { aPassOnSale } from "../../../support/passes";
import { addressOf, expect, linkNamed, mainText } from "../../../support/recordings-http";
import { aSession } from "../../../support/sessions";
import { test } from "../../../support/site-over-http";

const dialogForm = "dialog form";
const ben = { firstName: "Ben", lastName: "Okafor", email: "ben@example.com" };

const newestCard = async (db: Database) => (await db.select().from(giftCards).orderBy(desc(giftCards.createdAt)))[0]!;

const valueOf = (page: Page, name: string) => page.root.querySelector(`[name=${name}]`)?.getAttribute("value");

test("sells a gift card to a guest for another address without JavaScript, keeps what was typed, and shows it", async ({
  server,
  db,
}) => {
  const browser = new PlainBrowser(server.url);
  const { id } = await aGiftCardOnSale(db);
  const page = await browser.open(`/gift-cards/${id}`);
  const typed = {
    ...ben,
    amount: "20",
    to: "other",
    recipientEmail: "hannah@",
    words: "For you",
    recipientName: "Hannah",
  };
  const refused = await browser.submit(page, typed, giftForm);
  expect([refused.status, errorsOf(refused)]).toEqual([422, ["Enter a full email address"]]);
  const tooLittle = await browser.submit(refused, { recipientEmail: "hannah@example.com" }, giftForm);
  expect([tooLittle.status, errorsOf(tooLittle)]).toEqual([422, ["Enter an amount from £25 to £500"]]);
  expect([valueOf(tooLittle, "amount"), valueOf(tooLittle, "firstName")]).toEqual(["20", "Ben"]);
  expect(textOf(tooLittle, "[name=words]")).toBe("For you");
  const left = await browser.submit(await browser.submit(tooLittle, { amount: "50" }, giftForm), { action: "cancel" });
  const back = await browser.submit(left);
  expect(noticeOf(back)).toBe("Your payment was cancelled and nothing was charged.");
  expect([valueOf(back, "amount"), valueOf(back, "lastName"), textOf(back, "[name=words]")]).toEqual([
    ...["50", "Okafor", "For you"],
  ]);
  const payment = await browser.submit(back, {}, giftForm);
  expect(payment.html).toContain("£50.00");
  const returned = await browser.submit(payment, { action: "pay" });
  expect(noticeOf(returned)).toContain("Payment Successful Your gift card is ready.");
  const card = await browser.open(linkNamed(returned, "Open your gift card"));
  expect(mainText(card)).toContain("to hannah@example.com");
  expect(mainText(card)).toContain("For you");
  const { id: cardId } = await newestCard(db);
  const [pdf] = hrefsOf(card, "main a[href$='card.pdf']");
  expect(pdf).toBe(`/my-gift-card/${cardId}/card.pdf`);
  const other = new PlainBrowser(server.url);
  for (const path of [`/my-gift-card/${cardId}`, pdf!, `/my-gift-card/${cardId}?key=wrong`]) {
    expect([path, (await other.open(path)).status]).toEqual([path, 404]);
  }
});

test("redeems two cards in the booking dialog and pays the rest, without JavaScript", async ({ server, db }) => {
  const { id } = await aGiftCardOnSale(db);
  const codes = [await buyCard(server.url, id, "50"), await buyCard(server.url, id, "25")];
  const session = await aSession(db, { priceMinor: 8000 });
  const browser = new PlainBrowser(server.url);
  const dialog = await browser.open(`/sessions/${session.id}/book`);
  const apply = (page: Page, giftCode: string) =>
    browser.submit(page, { ...hannah, giftCode, intent: "gift-apply" }, dialogForm);
  const wrong = await apply(dialog, "0000-0000");
  expect([wrong.status, valueOf(wrong, "giftCode"), valueOf(wrong, "firstName")]).toEqual([422, "0000-0000", "Hannah"]);
  expect(mainText(wrong)).toContain("This code is not that of a gift card that can pay.");
  const one = await apply(wrong, codes[0]!);
  expect(mainText(one)).toContain("pays £50.00, £0.00 stays on it");
  const two = await apply(one, codes[1]!.toLowerCase());
  expect(mainText(two)).toContain("pays £25.00");
  const payment = await browser.submit(two, hannah, dialogForm);
  expect(payment.html).toContain("£5.00");
  const booked = await browser.submit(payment, { action: "pay" });
  const confirmation = async () => textOf(await browser.open(addressOf(booked)), "h1");
  await expect.poll(confirmation).toBe("You're booked, Hannah.");
  const empty = await browser.submit(await browser.open("/gift-cards/balance"), { giftCode: codes[0]! }, "main form");
  const unknown = await browser.submit(empty, { giftCode: "0000-0000" }, "main form");
  expect([empty.status, errorsOf(empty)]).toEqual([unknown.status, errorsOf(unknown)]);
});

test("redeems a card in the purchase dialog of a pass, all of it or with a rest, without JavaScript", async ({
  server,
  db,
}) => {
  const { id } = await aGiftCardOnSale(db);
  const code = await buyCard(server.url, id, "100");
  const pass = await aPassOnSale(db, {}, { priceMinor: 9000 });
  const browser = new PlainBrowser(server.url);
  const dialog = await browser.open(`/passes/${pass.id}?purchase=true`);
  const applied = await browser.submit(dialog, { ...hannah, giftCode: code, intent: "gift-apply" }, dialogForm);
  expect(mainText(applied)).toContain("pays £90.00, £10.00 stays on it");
  const bought = await browser.submit(applied, hannah, dialogForm);
  expect(addressOf(bought)).toContain(`/passes/${pass.id}`);
  expect(mainText(await browser.open(linkNamed(bought, "Open your pass")))).toContain("10 of 10 left");

  const again = await browser.open(`/passes/${pass.id}?purchase=true`);
  const rest = await browser.submit(again, { ...hannah, giftCode: code, intent: "gift-apply" }, dialogForm);
  const payment = await browser.submit(rest, hannah, dialogForm);
  expect(payment.html).toContain("£80.00");
  const paid = await browser.submit(payment, { action: "pay" });
  expect(noticeOf(paid)).toContain("Payment Successful");
});

test("gives a pass by a gift card of its price, which buys it, without JavaScript", async ({ server, db }) => {
  const { id: cardId } = await aGiftCardOnSale(db, { highestMinor: 5000 });
  const pass = await aPassOnSale(db, {}, { priceMinor: 9000, title: "Ten evenings" });
  const giver = new PlainBrowser(server.url);
  const form = await giver.open(linkNamed(await giver.open(`/passes/${pass.id}`), "Give it to someone"));
  expect(mainText(form)).toContain("£90.00, the price of “Ten evenings”, which is named on the card.");
  const refused = await giver.submit(form, { ...ben, recipientEmail: "hannah@" }, giftForm);
  expect([refused.status, valueOf(refused, "passId")]).toEqual([422, pass.id]);
  const gift = { to: "other", recipientEmail: hannah.email, words: "Breathe" };
  const left = await giver.submit(await giver.submit(refused, gift, giftForm), { action: "cancel" });
  const back = await giver.submit(left);
  expect(noticeOf(back)).toBe("Your payment was cancelled and nothing was charged.");
  expect([addressOf(back), textOf(back, "[name=words]")]).toEqual([
    ...[`/gift-cards/${cardId}?pass=${pass.id}&notice=payment-cancelled`, "Breathe"],
  ]);
  const payment = await giver.submit(back, {}, giftForm);
  expect(payment.html).toContain("£90.00");
  const returned = await giver.submit(payment, { action: "pay" });
  expect(noticeOf(returned)).toContain("Your gift card is ready.");
  const bought = await giver.open(linkNamed(returned, "Open your gift card"));
  expect(mainText(bought)).toContain("Meant forTen evenings");

  const browser = new PlainBrowser(server.url);
  // The address that an earlier version mailed.
  const asked = await browser.open(`/gift-cards/redeem?code=${codeOn(bought)}`);
  expect(addressOf(asked)).toBe(`/gift-cards/balance?code=${codeOn(bought)}`);
  const shown = await browser.submit(asked, {}, "main form");
  expect(mainText(shown)).toContain("What it can pay forTen eveningsSessionsPassesRecordings and resources");
  const dialog = await browser.open(`${linkNamed(shown, "Ten evenings")}?purchase=true`);
  const applied = await browser.submit(
    dialog,
    { ...hannah, giftCode: codeOn(bought), intent: "gift-apply" },
    dialogForm,
  );
  const held = await browser.submit(applied, hannah, dialogForm);
  expect(mainText(await browser.open(linkNamed(held, "Open your pass")))).toContain("10 of 10 left");
});
