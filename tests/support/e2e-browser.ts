import type { Browser, BrowserContext, Page } from "@playwright/test";

/** What a page or its context keeps for good: whoever used one of them has the browser to herself. */
const persistentChanges = {
  context: ["addInitScript", "exposeBinding", "exposeFunction", "grantPermissions", "route", "setOffline"],
  page: ["addInitScript", "emulateMedia", "exposeBinding", "exposeFunction", "route"],
  clock: ["install", "pauseAt", "setFixedTime", "setSystemTime"],
};

/**
 * One browser window that goes from test to test of a worker, with nothing of the test before in it but what the browser
 * has loaded and compiled. A new one each time takes half a second longer, nearly all of which is spent on the same
 * fonts, styles and scripts again.
 */
export class ReusedBrowser {
  #context: BrowserContext | null = null;
  #options = "";
  #isSpent = false;

  /** @param options which options of a context, in any words, the test asks for: others need another context */
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

  /** @param prepare what is done to a page once, when it is new */
  async pageOf(context: BrowserContext, prepare?: (page: Page) => void): Promise<Page> {
    const [kept] = context.pages();
    if (kept) return kept;
    const page = await context.newPage();
    prepare?.(page);
    this.#watchFor(page, persistentChanges.page);
    return page;
  }

  /** Ends all that still goes on in the window, and forgets what the site has stored in it. */
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

/** What the page's site has stored in the browser is gone. */
export async function clearSiteData(page: Page): Promise<void> {
  await page.evaluate(() => {
    // What was never loaded from anywhere has no storage.
    if (location.origin === "null") return;
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.context().clearCookies();
}
