import { crawl } from "../support/e2e-crawl";
import {
  bookButton,
  dialogOf,
  expectBooked,
  expectPaymentPage,
  fillIn,
  openDialog,
  pressOnPaymentPage,
} from "../support/e2e-booking";
import { expect, test } from "../support/e2e-test";
import { aGiftCardOnSale } from "../support/gift-cards";
import { aPassOnSale } from "../support/passes";

test("a guest gives a gift card to another address, and it pays a part of a session", async ({
  page,
  site,
  publishSession,
  guest,
}) => {
  const { id } = await aGiftCardOnSale(site.db);
  await page.goto(`/gift-cards/${id}`);
  await page.getByLabel("Amount in GBP").fill("50");
  await page.getByLabel("Their email").fill("hannah.gift@example.com");
  await page.getByLabel("First name").fill(guest.firstName);
  await page.getByLabel("Last name").fill(guest.lastName);
  await page.getByLabel("Email", { exact: true }).fill(guest.email);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expectPaymentPage(page);
  await pressOnPaymentPage(page, "Pay");
  await page.getByRole("link", { name: "Open your gift card" }).click();
  await expect(page.getByText("to hannah.gift@example.com")).toBeVisible();
  const code = /(?:\w{4}-){6}\w{4}/.exec(await page.getByRole("main").innerText())![0];

  await openDialog(page, await publishSession({ priceMinor: 8000 }));
  const dialog = dialogOf(page);
  await dialog.getByText("Gift card", { exact: true }).click();
  await dialog.getByRole("textbox", { name: "Code of the gift card" }).fill(code);
  await dialog.getByRole("button", { name: "Apply gift card" }).click();
  await expect(dialog).toContainText("pays £50.00, £0.00 stays on it");
  await fillIn(page, guest);
  await bookButton(page).click();
  await expectPaymentPage(page);
  await expect(page.getByText("£30.00").first()).toBeVisible();
  await pressOnPaymentPage(page, "Pay");
  await expectBooked(page, guest);
});

crawl("gift cards", "a visitor", {
  "a gift card": async ({ page, site }) => {
    const { id } = await aGiftCardOnSale(site.db);
    await page.goto(`/gift-cards/${id}`);
  },
  "a pass as a gift": async ({ page, site }) => {
    const card = await aGiftCardOnSale(site.db);
    const { id } = await aPassOnSale(site.db);
    await page.goto(`/gift-cards/${card.id}?pass=${id}`);
  },
});
