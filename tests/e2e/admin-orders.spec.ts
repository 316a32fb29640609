import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { payments } from "@db/schema";
import { aMember, expectSaid, signIn } from "../support/e2e-accounts";
import { expectHeading, takePlace } from "../support/e2e-booking";
import { expect, test } from "../support/e2e-test";

async function expectAccessible(page: Page): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`)).toEqual([]);
  }
}

test("the admin finds an order, refunds a part of it and cancels it from its menu @scripted", async ({
  page,
  site,
  offer,
}) => {
  const session = await offer({ title: "The Long Way Down" });
  const bookingId = await takePlace(site.db, session);
  await site.db
    .insert(payments)
    .values({ bookingId, provider: "outside", state: "paid", amountMinor: 1800, currency: "GBP", paidAt: new Date() });
  await signIn(page, await aMember(site.db, { role: "admin" }));
  await page.goto("/admin/orders");
  await page.getByLabel("Name, email or item").fill("long way");
  await page.getByLabel("Status", { exact: true }).selectOption({ label: "Paid" });
  await expect(page).toHaveURL("/admin/orders?search=long+way&status=paid");
  await expect(page.getByRole("row")).toHaveCount(2);
  await expectAccessible(page);

  const menu = page.locator("summary[aria-label='Change the order of Priya Raman']");
  await menu.click();
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
  await menu.click();
  await page.getByRole("link", { name: "Refund" }).click();
  await expectHeading(page, "Refund");
  await page.getByLabel("Amount in GBP").fill("5");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Refund" }).click();
  await expectSaid(page, true, { kind: "status", title: "Refund made", text: "To be given back by you." });
  await expect(page.getByText("£5.00 to be given back by you")).toBeVisible();

  await menu.click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expectHeading(page, "Cancel?");
  await expect(page.getByRole("radio", { name: "Yes, to be given back by you" })).toBeChecked();
  await page.getByRole("button", { name: "Cancel booking" }).click();
  await expect(page.getByText("£18.00 to be given back by you")).toBeVisible();
  await page.getByRole("link", { name: "Bookings" }).click();
  await expectHeading(page, "Session Bookings");
  await expectAccessible(page);
});
