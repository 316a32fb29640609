import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { discountCodes } from "@db/schema";
import { signInByCookie, submitSignIn } from "../support/e2e-accounts";
import { bookPath, dialogOf, expectTyped, fillIn } from "../support/e2e-booking";
import { aFreeRecording } from "../support/e2e-recordings";
import type { Site } from "../support/e2e-site";
import { expect, test, waitForHydration } from "../support/e2e-test";

/** Opens a page whose script is on its way until it is let go. */
async function openBeforeScript(page: Page, path: string): Promise<() => Promise<void>> {
  let letGo = () => {};
  const isLetGo = new Promise<void>((resolve) => (letGo = resolve));
  await page.route("**/build/**/*.js", async (route) => {
    await isLetGo;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  return async () => {
    letGo();
    await waitForHydration(page);
  };
}

test.describe("what is done before the page's script has come counts @scripted", () => {
  test("a selection narrows the schedule down", async ({ page }) => {
    const script = await openBeforeScript(page, "/");
    await page.getByRole("combobox", { name: "Location" }).selectOption("London");
    await script();
    await expect(page).toHaveURL("/?location=London");
    await expect(page.getByRole("combobox", { name: "Location" })).toHaveValue("London");
  });

  test("a menu that was opened stays open", async ({ page }) => {
    const script = await openBeforeScript(page, "/");
    const menu = page.getByRole("navigation", { name: "Main" });
    await menu.locator("summary", { hasText: "Offering" }).focus();
    await page.keyboard.press("Enter");
    await script();
    await expect(menu.getByRole("link", { name: "Workshops" })).toBeVisible();
  });

  test("a phone's menu becomes the dialog that it is with scripting", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const script = await openBeforeScript(page, "/");
    await page.locator("summary[aria-label='Menu']").click();
    await script();
    await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  });

  test("a member's drawer stays open, over a page that is out of reach", async ({ page, site }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signInByCookie({ page, site });
    const script = await openBeforeScript(page, "/dashboard");
    await page.locator("summary[aria-label='Menu']").click();
    await script();
    await expect(page.locator(".drawer__panel").getByRole("link", { name: "Profile" })).toBeVisible();
    await expect(page.locator("#main")).toHaveAttribute("inert", "");
  });

  test("a long dialog stays where it was scrolled to", async ({ page, publishSession }) => {
    await page.setViewportSize({ width: 390, height: 600 });
    const session = await publishSession({ priceMinor: 1800 });
    const script = await openBeforeScript(page, bookPath(session));
    const overlay = page.locator("dialog.overlay");
    await dialogOf(page).getByRole("heading", { level: 1 }).click();
    const end = await overlay.evaluate((element) => {
      element.scrollTop = element.scrollHeight;
      return element.scrollTop;
    });
    expect(end).toBeGreaterThan(300);
    await script();
    expect(await overlay.evaluate((element) => [element.scrollTop, element.matches(":modal")])).toEqual([end, true]);
  });

  test("a password that is typed again is not taken away", async ({ page, pageErrors, guest }) => {
    const script = await openBeforeScript(page, "/sign-in");
    pageErrors.expectStatuses(401);
    await submitSignIn(page, guest.email, "not hers");
    await expect(page.getByRole("alert")).toBeVisible();
    await page.getByLabel("Password", { exact: true }).fill("the right one");
    await script();
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("the right one");
  });

  test("what this browser remembers does not mix with what somebody else has begun to type", async ({ page, site }) => {
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

  test("a booking and its code go on where they stood", async ({ page, publishSession, guest }) => {
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

test.describe("in Los Angeles, where the server takes her to be in London @scripted", () => {
  test.use({ timezoneId: "America/Los_Angeles" });

  /** The page comes by London's clocks, and what is on it is asked for once more by her own. */
  async function openByLondonsClocks({ page, site }: { page: Page; site: Site }, path: string) {
    await page.context().addCookies([{ name: "tz", value: encodeURIComponent("Europe/London"), url: site.url }]);
    const again = page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith(".data"));
    await page.goto(path);
    await again;
  }

  test("a code's days stay those of the clocks that they were shown by", async ({ page, site }) => {
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

  test("a new session's start is read by the clocks that its form has named", async ({ page, site }) => {
    await signInByCookie({ page, site }, { role: "admin" });
    await openByLondonsClocks({ page, site }, "/admin/sessions/new");
    await expect(page.getByText("In your own time zone, Europe/London.")).toBeVisible();
    await expect(page.locator("[name=timeZone]")).toHaveValue("Europe/London");
  });
});
