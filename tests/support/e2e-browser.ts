import type { Browser, BrowserContext, Page } from "@playwright/test";

/** Calls whose effect cannot be undone: a context in which one was used is not reused. */
const persistentChanges = {
  context: ["addInitScript", "exposeBinding", "exposeFunction", "grantPermissions", "route", "setOffline"],
  page: ["addInitScript", "emulateMedia", "exposeBinding", "exposeFunction", "route"],
  clock: ["install", "pauseAt", "setFixedTime", "setSystemTime"],
};

/** Reuses one browser context for a worker's tests: a new one costs half a second for loading the same scripts again. */
export class ReusedBrowser {
  #context: BrowserContext | null = null;
  #options = "";
  #isSpent = false;

  /** @param options key of the context's options; another key needs a new context */
  async acquire(browser: Browser, options: string): Promise<BrowserContext> {
    if (this.#context !== null && options !== this.#options) await this.#close();
    if (this.#context === null) {
      this.#context = await browser.newContext();
      this.#options = options;
      this.#watchFor(this.#context, persistentChanges.context);
      this.#watchFor(this.#context.clock, persistentChanges.clock);
    }
    return this.#context;
  }

  /** @param prepare called once for a new page */
  async pageOf(context: BrowserContext, prepare?: (page: Page) => void): Promise<Page> {
    const [kept] = context.pages();
    if (kept) return kept;
    const page = await context.newPage();
    prepare?.(page);
    this.#watchFor(page, persistentChanges.page);
    return page;
  }

  /** Leaves the test's page and clears the site's storage and cookies. */
  async release(context: BrowserContext, site: string): Promise<void> {
    const [page, ...others] = context.pages();
    if (this.#isSpent || page === undefined) return this.#close();
    await Promise.all(others.map((other) => other.close()));
    await page.goto(`${site}/logo.svg`);
    await clearSiteData(page);
  }

  async #close() {
    await this.#context?.close();
    this.#context = null;
    this.#isSpent = false;
  }

  #watchFor(target: object, names: string[]) {
    for (const name of names) {
      const original = Reflect.get(target, name) as (...values: unknown[]) => unknown;
      Reflect.set(target, name, (...values: unknown[]) => {
        this.#isSpent = true;
        return original.apply(target, values);
      });
    }
  }
}

export async function clearSiteData(page: Page): Promise<void> {
  await page.evaluate(() => {
    // A blank page has no storage.
    if (location.origin === "null") return;
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.context().clearCookies();
}
