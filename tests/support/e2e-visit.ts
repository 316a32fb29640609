import type { Page } from "@playwright/test";

/** Until a page with scripting has come to life; other pages and files are there as they come. */
export async function waitForHydration(page: Page): Promise<void> {
  const isAlive = ":root[data-scripted], :root:not(:has(script[type='module']))";
  await page.locator(isAlive).waitFor({ state: "attached" });
}

/**
 * From now on whoever opens a page by its address, or once again, waits until it has come to life: what she does before
 * is not what most journeys are about, and goes another way, that of a page without scripting.
 */
export function waitForHydrationOnNavigation(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    if (!options?.waitUntil) await waitForHydration(page);
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload(options);
    await waitForHydration(page);
    return answer;
  };
}
