import type { Page } from "@playwright/test";

/** Waits until a page with scripts is hydrated. */
export async function waitForHydration(page: Page): Promise<void> {
  const isAlive = ":root[data-scripted], :root:not(:has(script[type='module']))";
  await page.locator(isAlive).waitFor({ state: "attached" });
}

/** Makes `goto` and `reload` wait for hydration, since most tests are not about the time before it. */
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
