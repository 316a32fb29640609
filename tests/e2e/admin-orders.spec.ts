import { payments } from "@db/schema";
import { signInByCookie, expectMessage } from "../support/e2e-accounts";
import { expectHeading, takePlace } from "../support/e2e-booking";
import { crawl, type CrawlContext } from "../support/e2e-crawl";
import { expect, test } from "../support/e2e-test";

async function aPaidPlace(
  { site, publishSession }: Pick<CrawlContext, "site" | "publishSession">,
  title = "Harbour Breath",
): Promise<string> {
  const bookingId = await takePlace(site.db, await publishSession({ title }));
  await site.db
    .insert(payments)
    .values({ bookingId, provider: "outside", state: "paid", amountMinor: 1800, currency: "GBP", paidAt: new Date() });
  return bookingId;
}

const onOrder = (what: string) => async (stage: CrawlContext) =>
  stage.page.goto(`/admin/orders/booking/${await aPaidPlace(stage)}/${what}`);

crawl("the admin's orders", "the admin", {
  "all orders": "/admin/orders",
  "no orders": "/admin/orders?search=no-such-order",
  "all bookings": "/admin/bookings",
  "purchases of a collection": "/admin/birth-purchases",
  "granting a collection or resource": "/admin/purchases/grant",
  "an order": onOrder(""),
  "cancelling an order": onOrder("status?to=cancelled"),
  "marking a refund as returned by hand": onOrder("returned"),
  "moving a booking": async (stage) => {
    await stage.publishSession({ title: "The Long Exhale" });
    await onOrder("move")(stage);
  },
  "a refund above the amount paid": async (stage) => {
    await onOrder("refund")(stage);
    stage.pageErrors.expectStatuses(422);
    await stage.page.getByLabel("Amount in GBP").fill("99");
    await stage.page.getByRole("button", { name: "Refund" }).click();
    await expect(stage.page.getByLabel("Amount in GBP")).toHaveAttribute("aria-invalid", "true");
  },
});

test("the admin finds an order, refunds part of it and cancels it from its menu @scripted", async ({
  page,
  site,
  publishSession,
}) => {
  await aPaidPlace({ site, publishSession }, "The Long Way Down");
  await signInByCookie({ page, site }, { role: "admin" });
  await page.goto("/admin/orders");
  await page.getByLabel("Name, email, item or reference").fill("long way");
  await page.getByLabel("Status", { exact: true }).selectOption({ label: "Paid" });
  await expect(page).toHaveURL("/admin/orders?search=long+way&status=paid");
  await expect(page.getByRole("row")).toHaveCount(2);

  const menu = page.locator("summary[aria-label='Change the order of Priya Raman']");
  await menu.click();
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
  await menu.click();
  await page.getByRole("link", { name: "Refund" }).click();
  await expectHeading(page, "Refund Priya Raman");
  await page.getByLabel("Amount in GBP").fill("5");
  await page.getByRole("button", { name: "Refund" }).click();
  await expectMessage(page, true, { kind: "status", title: "Refund made", text: "Refund it yourself." });
  await expect(page.getByText("£5.00 to refund yourself")).toBeVisible();

  await menu.click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expectHeading(page, "Cancel the booking of Priya Raman?");
  await expect(page.getByRole("radio", { name: "Yes, you refund it yourself" })).toBeChecked();
  await page.getByRole("button", { name: "Cancel booking" }).click();
  await expect(page.getByText("£18.00 to refund yourself")).toBeVisible();

  let unblock = () => {};
  const unblocked = new Promise<void>((resolve) => (unblock = resolve));
  await page.route(/\/admin\/bookings\.data/, async (route) => {
    await unblocked;
    await route.continue();
  });
  await page.locator("header summary").filter({ hasText: "Sessions", visible: true }).click();
  await page.getByRole("link", { name: "Bookings" }).click();
  await expectHeading(page, "Bookings");
  await expect(page.getByText("Loading...")).toBeVisible();
  unblock();
  await expectHeading(page, "Session Bookings");
  await expect(page.getByText("Loading...")).toHaveCount(0);
});
