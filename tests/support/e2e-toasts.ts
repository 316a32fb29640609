import { expect, type Page } from "@playwright/test";

/** Opens a session's page and shows so many toasts by copying its link. Returns the toasts. The clock stands still. */
export async function stackToasts(page: Page, session: { id: string }, count: number) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.clock.install();
  await page.goto(`/sessions/${session.id}`);
  const copied = page.getByRole("listitem").filter({ hasText: "Link copied!" });
  for (let nth = 1; nth <= count; nth += 1) {
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect(copied).toHaveCount(nth);
  }
  return copied;
}

/** Returns the names of the links, buttons and fields that a toast would take a press from where it covers them. */
export const controlsBehindToasts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const toaster = "[data-sonner-toaster]";
    const toasts = [...document.querySelectorAll(`${toaster} li`)].map((toast) => toast.getBoundingClientRect());
    const isTaken = (control: DOMRect) =>
      toasts.some((toast) => {
        const [left, right] = [Math.max(toast.left, control.left), Math.min(toast.right, control.right)];
        const [top, bottom] = [Math.max(toast.top, control.top), Math.min(toast.bottom, control.bottom)];
        if (left >= right || top >= bottom) return false;
        return document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest(toaster) !== null;
      });
    return [...document.querySelectorAll<HTMLElement>("a, button, input, summary")]
      .filter((control) => !control.closest(toaster) && isTaken(control.getBoundingClientRect()))
      .map((control) => control.innerText);
  });
