import type { Database } from "@db/client";
import { eq } from "drizzle-orm";
import { payments, products, purchases } from "@db/schema";
import { anAccount } from "../../../support/accounts";
import { expect, test } from "../../../support/admin-over-http";
import { type Page, PlainBrowser, textOf } from "../../../support/browser-without-javascript";
import { aGiftCardOnSale } from "../../../support/gift-cards";
import { buyCard } from "../../../support/gift-cards-http";
import { errorsOf, factNamed } from "../../../support/page-parts";
import { fillCollections, tickedWaiver } from "../../../support/recordings";
import { addressOf, mainText, signIn } from "../../../support/recordings-http";
import { pdf } from "../../../support/resources";

const dialogForm = "dialog form";

/** Returns a browser of a member, and what it does with the code of a gift card in the dialog of a purchase. */
async function aBuyer(url: string, db: Database) {
  const { email } = await anAccount(db);
  const browser = new PlainBrowser(url);
  await signIn(browser, email);
  const apply = async (path: string, giftCode: string, values = {}): Promise<Page> => {
    const dialog = await browser.open(`${path}?purchase=true`);
    return browser.submit(dialog, { ...values, giftCode, intent: "gift-apply" }, dialogForm);
  };
  return { browser, apply, buy: (page: Page, values = {}) => browser.submit(page, values, dialogForm) };
}

/** Returns the payments of what was bought of a kind, as "gift_card 5100 paid". */
async function paidFor(db: Database, kind: "collection" | "resource"): Promise<string[]> {
  const rows = await db
    .select({ payment: payments })
    .from(payments)
    .innerJoin(purchases, eq(purchases.id, payments.purchaseId))
    .where(eq(purchases.productKind, kind));
  return rows.map(({ payment }) => `${payment.provider} ${payment.amountMinor} ${payment.state}`).sort();
}

test("a gift card pays all of a collection, keeps the tick, and what is left of it a part of another", async ({
  server,
  db,
}) => {
  await fillCollections(db);
  const code = await buyCard(server.url, (await aGiftCardOnSale(db)).id, "60");
  const { browser, apply, buy } = await aBuyer(server.url, db);
  const applied = await apply("/birth-recordings", code, tickedWaiver);
  expect(mainText(applied)).toContain("pays £51.00, £9.00 stays on it");
  expect(applied.root.querySelector("[name=waiverVersion]")?.hasAttribute("checked")).toBe(true);
  const bought = await buy(applied);
  expect(addressOf(bought)).toBe("/birth-recordings");
  expect(mainText(bought)).toContain("Payment Successful");
  expect(await paidFor(db, "collection")).toEqual(["gift_card 5100 paid"]);

  const part = await apply("/stress-recordings", code);
  expect(mainText(part)).toContain("pays £9.00, £0.00 stays on it");
  const payment = await buy(part, tickedWaiver);
  expect(payment.html).toContain("£42.00");
  expect(mainText(await browser.submit(payment, { action: "pay" }))).toContain("Payment Successful");
  expect(await paidFor(db, "collection")).toEqual(["gift_card 5100 paid", "gift_card 900 paid", "stripe 4200 paid"]);
});

test("a gift card pays a part of a resource, comes back if its buyer leaves, and then pays all of it", async ({
  server,
  db,
  admin,
}) => {
  const typed = { title: "Evening Plan", description: "Ten minutes.", price: "34", currency: "GBP" };
  const file = new File([pdf], "plan.pdf");
  await admin.submit(await admin.open("/admin/products/resource/new"), { ...typed, file });
  const [resource] = await db.select().from(products).where(eq(products.kind, "resource"));
  const path = `/resources/${resource!.id}`;
  const { id } = await aGiftCardOnSale(db);
  const [small, large] = [await buyCard(server.url, id, "25"), await buyCard(server.url, id, "100")];
  const { browser, apply, buy } = await aBuyer(server.url, db);
  const payment = await buy(await apply(path, small), tickedWaiver);
  expect(payment.html).toContain("£9.00");
  const left = await browser.submit(await browser.submit(payment, { action: "cancel" }));
  expect(textOf(left, "dialog [role=status]")).toBe("Your payment was cancelled and nothing was charged.");
  expect(await paidFor(db, "resource")).toEqual(["gift_card 2500 cancelled", "stripe 900 cancelled"]);

  const wrong = await apply(path, "0000-0000", tickedWaiver);
  expect([wrong.status, errorsOf(wrong)]).toEqual([
    422,
    ["This code is not that of a gift card that can pay. Please check it."],
  ]);
  const applied = await browser.submit(wrong, { giftCode: large, intent: "gift-apply" }, dialogForm);
  expect(factNamed(applied, "Total")).toBe("£34.00");
  const bought = await buy(applied);
  expect(addressOf(bought)).toBe(path);
  expect(mainText(bought)).toContain("Payment Successful");
  expect(bought.root.querySelector("main a[download]")).not.toBeNull();
  expect(await paidFor(db, "resource")).toEqual([
    "gift_card 2500 cancelled",
    "gift_card 3400 paid",
    "stripe 900 cancelled",
  ]);
});
