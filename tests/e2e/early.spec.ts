import type { Page } from "@playwright/test";
import { beSignedIn } from "../support/e2e-accounts";
import { bookPath, dialogOf, expectTyped, fillIn } from "../support/e2e-booking";
import { expect, test, untilScripted } from "../support/e2e-test";

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
    await untilScripted(page);
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
    await beSignedIn({ page, site });
    const script = await openBeforeScript(page, "/dashboard");
    await page.locator("summary[aria-label='Menu']").click();
    await script();
    await expect(page.locator(".drawer__panel").getByRole("link", { name: "Profile" })).toBeVisible();
    await expect(page.locator("#main")).toHaveAttribute("inert", "");
  });

  test("a booking and its code go on where they stood", async ({ page, offer, guest }) => {
    const session = await offer({ priceMinor: 1800 });
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
