import { randomUUID } from "node:crypto";
import { test as base, type BrowserContextOptions, type Page } from "@playwright/test";
import { inArray } from "drizzle-orm";
import { liveSessions } from "@db/schema";
import { ReusedBrowser } from "./e2e-browser";
import { connectToSite, type Site } from "./e2e-site";
import { waitForHydration, waitForHydrationOnNavigation } from "./e2e-visit";
import { PageErrorMonitor } from "./e2e-page-errors";
import { aSession } from "./sessions";

export type Guest = { firstName: string; lastName: string; email: string };
export type Session = Awaited<ReturnType<typeof aSession>>;

/** Publishes a session until the end of the test. */
export type SessionPublisher = (values?: Parameters<typeof aSession>[1]) => Promise<Session>;

type Fixtures = {
  /** Fails the test on errors in any of its browsers. */
  pageErrors: PageErrorMonitor;
  isScripted: boolean;
  guest: Guest;
  anotherGuest: Guest;
  publishSession: SessionPublisher;
  /** Opens a page in a separate browser context. */
  newVisitor: (options?: BrowserContextOptions) => Promise<Page>;
};

/** Runs on a site that no other worker uses. */
export const test = base.extend<Fixtures, { site: Site; reusedBrowser: ReusedBrowser }>({
  site: [
    async ({ playwright: _ }, use, { parallelIndex }) => {
      const { site, disconnect } = connectToSite(parallelIndex);
      await use(site);
      await disconnect();
    },
    { scope: "worker" },
  ],
  baseURL: ({ site }, use) => use(site.url),
  reusedBrowser: [({ playwright: _ }, use) => use(new ReusedBrowser()), { scope: "worker" }],
  context: async ({ browser, reusedBrowser, site, javaScriptEnabled, timezoneId }, use) => {
    const context = await reusedBrowser.acquire(browser, `${javaScriptEnabled} ${timezoneId}`);
    await use(context);
    await reusedBrowser.release(context, site.url);
  },
  page: async ({ context, reusedBrowser, viewport, javaScriptEnabled }, use) => {
    const page = await reusedBrowser.pageOf(context, javaScriptEnabled ? waitForHydrationOnNavigation : undefined);
    await page.setViewportSize(viewport!);
    await use(page);
  },
  pageErrors: [
    async ({ context }, use) => {
      const monitor = new PageErrorMonitor();
      const stopWatching = monitor.watch(context);
      await use(monitor);
      stopWatching();
      expect(monitor.list(), "errors in the background").toEqual([]);
    },
    { auto: true },
  ],
  isScripted: ({ javaScriptEnabled }, use) => use(javaScriptEnabled),
  guest: ({ playwright: _ }, use) => use(aGuest()),
  anotherGuest: ({ playwright: _ }, use) => use(guestNamed("Tomás", "O’Brien")),
  publishSession: async ({ site: { db } }, use) => {
    const published: string[] = [];
    await use(async (values) => {
      const session = await aSession(db, { title: "Harbour Breath", ...values });
      published.push(session.id);
      return session;
    });
    if (published.length > 0) {
      await db.update(liveSessions).set({ isPublished: false }).where(inArray(liveSessions.id, published));
    }
  },
  newVisitor: async ({ browser, pageErrors, isScripted }, use) => {
    const contexts: { close(): Promise<void> }[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      pageErrors.watch(context);
      const page = await context.newPage();
      if (isScripted && options.javaScriptEnabled !== false) waitForHydrationOnNavigation(page);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

export const { expect } = test;
export { waitForHydration };

export const aGuest = (): Guest => guestNamed("Hannah", "Okafor");

const guestNamed = (firstName: string, lastName: string): Guest => ({
  firstName,
  lastName,
  email: `guest-${randomUUID().slice(0, 13)}@example.com`,
});
