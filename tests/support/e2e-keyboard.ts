import { expect, type Locator, type Page } from "@playwright/test";

/** More Tab stops than any page has before its content. */
const mostStops = 120;

/** Presses Tab until the element has the focus, which must be visible. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const isThere = () => target.evaluate((element) => element.matches(":focus-visible"));
  for (let stops = 0; stops < mostStops && !(await isThere()); stops += 1) await page.keyboard.press("Tab");
  await expect(target).toBeFocused();
}

/** Presses Enter on an element that Tab has reached. */
export async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

/** Types into a field that Tab has reached. */
export async function fill(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}
