import type { Page } from "@playwright/test";
import { expect, test } from "../support/e2e-test";

test.use({ viewport: { width: 390, height: 667 } });

test("stacked toasts take no press on a phone, and none stays while the pointer rests on it @scripted", async ({
  page,
  publishSession,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const session = await publishSession();
  await page.clock.install();
  await page.goto(`/sessions/${session.id}`);
  const copied = page.getByRole("listitem").filter({ hasText: "Link copied!" });
  for (let nth = 1; nth <= 3; nth += 1) {
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect(copied).toHaveCount(nth);
  }
  const { x, y, width, height } = (await copied.last().boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  expect(await toastsOverControls(page)).toEqual([]);
  await page.mouse.wheel(0, -5000);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  expect(await toastsOverControls(page), "at the top of the page").toEqual([]);
  await page.clock.runFor(5000);
  await expect(copied).toHaveCount(0);
});

/** Returns the names of the links, buttons and fields in view whose middle belongs to a toast. */
const toastsOverControls = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("a, button, input, summary")]
      .map((control) => ({ control, box: control.getBoundingClientRect() }))
      .filter(({ control, box }) => box.width > 0 && !control.closest("[data-sonner-toaster]"))
      .filter(({ box: { left, top, width, height } }) =>
        document.elementFromPoint(left + width / 2, top + height / 2)?.closest("[data-sonner-toaster]"),
      )
      .map(({ control }) => control.innerText),
  );
