import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { discountCodes } from "@db/schema";
import { signInByCookie, submitSignIn } from "../support/e2e-accounts";
import { bookPath, dialogOf, expectTyped, fillIn } from "../support/e2e-booking";
import { aFreeRecording } from "../support/e2e-recordings";
import type { Site } from "../support/e2e-site";
import { expect, test, waitForHydration } from "../support/e2e-test";

/** Opens a page without its scripts. Returns a function that lets them load. */
async function openBeforeScript(page: Page, path: string): Promise<() => Promise<void>> {
  let unblock = () => {};
  const isUnblocked = new Promise<void>((resolve) => (unblock = resolve));
  await page.route("**/build/**/*.js", async (route) => {
    await isUnblocked;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  return async () => {
    unblock();
    await waitForHydration(page);
  };
}

test.describe("input before hydration @scripted", () => {
  test("filters the schedule by a selection", async ({ page }) => {
    const script = await openBeforeScript(page, "/");
    await page.getByRole("combobox", { name: "Location" }).selectOption("London");
    await script();
    await expect(page).toHaveURL("/?location=London");
    await expect(page.getByRole("combobox", { name: "Location" })).toHaveValue("London");
  });

  test("keeps an opened menu open", async ({ page }) => {
    const script = await openBeforeScript(page, "/");
    const menu = page.getByRole("navigation", { name: "Main" });
    await menu.locator("summary", { hasText: "Offering" }).focus();
    await page.keyboard.press("Enter");
    await script();
    await expect(menu.getByRole("link", { name: "Workshops" })).toBeVisible();
  });

  test("turns the opened mobile menu into its dialog", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const script = await openBeforeScript(page, "/");
    await page.locator("summary[aria-label='Menu']").click();
    await script();
    await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  });

  test("keeps the member's drawer open, over an inert page", async ({ page, site }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signInByCookie({ page, site });
    const script = await openBeforeScript(page, "/dashboard");
    await page.locator("summary[aria-label='Menu']").click();
    await script();
    await expect(page.locator("details[open]").getByRole("link", { name: "Profile" })).toBeVisible();
    await expect(page.locator("#main")).toHaveAttribute("inert", "");
  });

  test("keeps the scroll position of a long dialog", async ({ page, publishSession }) => {
    await page.setViewportSize({ width: 390, height: 600 });
    const session = await publishSession({ priceMinor: 1800 });
    const script = await openBeforeScript(page, bookPath(session));
    const overlay = dialogOf(page);
    await overlay.getByRole("heading", { level: 1 }).click();
    // Far from the end: what is there for lack of scripts only makes the dialog shorter once they run.
    const reached = await overlay.evaluate((element) => {
      element.scrollTop = 200;
      return element.scrollTop;
    });
    expect(reached).toBe(200);
    await script();
    expect(await overlay.evaluate((element) => [element.scrollTop, element.matches(":modal")])).toEqual([200, true]);
  });

  test("keeps a retyped password", async ({ page, pageErrors, guest }) => {
    const script = await openBeforeScript(page, "/sign-in");
    pageErrors.expectStatuses(401);
    await submitSignIn(page, guest.email, "not hers");
    await expect(page.getByRole("alert")).toBeVisible();
    await page.getByLabel("Password", { exact: true }).fill("the right one");
    await script();
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("the right one");
  });

  test("does not prefill remembered names into a form that is being filled in", async ({ page, site }) => {
    const { id } = await aFreeRecording(site);
    await page.goto("/logo.svg");
    await page.evaluate(() => {
      localStorage.setItem("user_first_name", "Old");
      localStorage.setItem("user_last_name", "Name");
    });
    const script = await openBeforeScript(page, `/birth-recordings/${id}`);
    await page.getByLabel("Email", { exact: true }).fill("ann@example.com");
    await script();
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue("ann@example.com");
    await expect(page.getByLabel("First name")).toHaveValue("");
    await expect(page.getByLabel("Last name")).toHaveValue("");
  });

  test("keeps a booking form and its discount code", async ({ page, publishSession, guest }) => {
    const session = await publishSession({ priceMinor: 1800 });
    const script = await openBeforeScript(page, bookPath(session));
    await fillIn(page, guest);
    await dialogOf(page).locator("summary", { hasText: "Discount code" }).click();
    const code = dialogOf(page).getByRole("textbox", { name: "Discount code" });
    await code.fill("WELCOME10");
    await script();
    await expect(code).toBeFocused();
    await expectTyped(page, guest);
    await dialogOf(page).getByRole("button", { name: "Apply" }).click();
    await expect(dialogOf(page)).toContainText("10%");
  });
});

test.describe("in Los Angeles, while the server assumes London @scripted", () => {
  test.use({ timezoneId: "America/Los_Angeles" });

  /** Opens a page rendered for London, and waits until it has been loaded again for the browser's zone. */
  async function openByLondonsClocks({ page, site }: { page: Page; site: Site }, path: string) {
    await page.context().addCookies([{ name: "tz", value: encodeURIComponent("Europe/London"), url: site.url }]);
    const again = page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith(".data"));
    await page.goto(path);
    await again;
  }

  test("saves a discount code's days in the zone they were shown in", async ({ page, site }) => {
    await signInByCookie({ page, site }, { role: "admin" });
    const days = { validFrom: new Date("2030-12-01T00:00Z"), validUntil: new Date("2031-01-01T00:00Z") };
    const code = { code: randomUUID().slice(0, 8).toUpperCase(), discountPercentage: 10, ...days };
    const [row] = await site.db
      .insert(discountCodes)
      .values({ ...code, discountType: "percentage" })
      .returning();
    await openByLondonsClocks({ page, site }, `/admin/discount-codes/${row!.id}`);
    await expect(page.getByLabel("First day (optional)")).toHaveValue("2030-12-01");
    await page.getByLabel("Number of uses (optional)").fill("20");
    await page.getByRole("button", { name: "Save code" }).click();
    await expect(page.getByText("Discount code saved")).toBeVisible();
    const saved = await site.db.query.discountCodes.findFirst({ where: eq(discountCodes.id, row!.id) });
    expect(saved).toMatchObject({ ...days, maxUses: 20 });
  });

  test("reads a new session's start in the zone that the form names", async ({ page, site }) => {
    await signInByCookie({ page, site }, { role: "admin" });
    await openByLondonsClocks({ page, site }, "/admin/sessions/new");
    await expect(page.getByText("In your own time zone, Europe/London.")).toBeVisible();
    await expect(page.locator("[name=timeZone]")).toHaveValue("Europe/London");
  });
});
