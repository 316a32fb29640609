import { randomUUID } from "node:crypto";
import { test as base, type BrowserContextOptions, type Page } from "@playwright/test";
import { inArray } from "drizzle-orm";
import { liveSessions } from "@db/schema";
import { KeptBrowser } from "./e2e-browser";
import { enterSite, type Site } from "./e2e-site";
import { untilScripted, waitForScript } from "./e2e-visit";
import { Watch } from "./e2e-watch";
import { aSession } from "./sessions";

export type Guest = { firstName: string; lastName: string; email: string };
export type Session = Awaited<ReturnType<typeof aSession>>;

/** Puts a session on the schedule; it leaves the schedule with the test. */
export type Offer = (values?: Parameters<typeof aSession>[1]) => Promise<Session>;

type Fixtures = {
  /** Fails the test when anything goes wrong in the background of any of its browsers. */
  watch: Watch;
  /** Whether this run has JavaScript. */
  isScripted: boolean;
  guest: Guest;
  anotherGuest: Guest;
  offer: Offer;
  /** Another visitor, in a browser of her own. */
  newVisitor: (options?: BrowserContextOptions) => Promise<Page>;
};

/** A journey through a site that no other worker uses. */
export const test = base.extend<Fixtures, { site: Site; kept: KeptBrowser }>({
  site: [
    async ({ playwright: _ }, use, { parallelIndex }) => {
      const { site, leave } = enterSite(parallelIndex);
      await use(site);
      await leave();
    },
    { scope: "worker" },
  ],
  baseURL: ({ site }, use) => use(site.url),
  kept: [({ playwright: _ }, use) => use(new KeptBrowser()), { scope: "worker" }],
  context: async ({ browser, kept, site, javaScriptEnabled, timezoneId }, use) => {
    const context = await kept.lend(browser, `${javaScriptEnabled} ${timezoneId}`);
    await use(context);
    await kept.takeBack(context, site.url);
  },
  page: async ({ context, kept, viewport, javaScriptEnabled }, use) => {
    const page = await kept.pageOf(context, javaScriptEnabled ? waitForScript : undefined);
    await page.setViewportSize(viewport!);
    await use(page);
  },
  watch: [
    async ({ context }, use) => {
      const watch = new Watch();
      const unfollow = watch.follow(context);
      await use(watch);
      unfollow();
      expect(watch.findings(), "what went wrong in the background").toEqual([]);
    },
    { auto: true },
  ],
  isScripted: ({ javaScriptEnabled }, use) => use(javaScriptEnabled),
  guest: ({ playwright: _ }, use) => use(aGuest()),
  anotherGuest: ({ playwright: _ }, use) => use(someone("Tomás", "O’Brien")),
  offer: async ({ site: { db } }, use) => {
    const offered: string[] = [];
    await use(async (values) => {
      const session = await aSession(db, { title: "Harbour Breath", ...values });
      offered.push(session.id);
      return session;
    });
    if (offered.length > 0) {
      await db.update(liveSessions).set({ isPublished: false }).where(inArray(liveSessions.id, offered));
    }
  },
  newVisitor: async ({ browser, watch, isScripted }, use) => {
    const contexts: { close(): Promise<void> }[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      watch.follow(context);
      const page = await context.newPage();
      if (isScripted && options.javaScriptEnabled !== false) waitForScript(page);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

export const { expect } = test;
export { untilScripted };

/** Somebody new to the site. */
export const aGuest = (): Guest => someone("Hannah", "Okafor");

const someone = (firstName: string, lastName: string): Guest => ({
  firstName,
  lastName,
  email: `guest-${randomUUID().slice(0, 13)}@example.com`,
});
