import { expect, test } from "../support/e2e-test";
import { controlsBehindToasts, stackToasts } from "../support/e2e-toasts";

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 667 } });

  test("stacked toasts take no press, and none stays while the pointer rests on it @scripted", async ({
    page,
    publishSession,
  }) => {
    const copied = await stackToasts(page, await publishSession(), 3);
    const { x, y, width, height } = (await copied.last().boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    expect(await controlsBehindToasts(page)).toEqual([]);
    await page.mouse.wheel(0, -5000);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    expect(await controlsBehindToasts(page), "at the top of the page").toEqual([]);
    await page.clock.runFor(5000);
    await expect(copied).toHaveCount(0);
  });
});

test("toasts last four seconds, and at most three are visible @scripted", async ({ page, publishSession }) => {
  const copied = await stackToasts(page, await publishSession(), 4);
  await expect(copied.and(page.locator("[data-visible=true]"))).toHaveCount(3);
  await page.clock.runFor(3000);
  await expect(copied).toHaveCount(4);
  await page.clock.runFor(3000);
  await expect(copied).toHaveCount(0);
});
