import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { signInByCookie } from "./e2e-accounts";
import { clearSiteData } from "./e2e-browser";
import type { Site } from "./e2e-site";
import { aGuest, expect, test, type Guest, type PublishSession } from "./e2e-test";
import type { PageErrorMonitor } from "./e2e-page-errors";

/** What a state has at hand to come about: a page of its group's visitor, and somebody whom no other state knows. */
export type CrawlContext = {
  page: Page;
  site: Site;
  publishSession: PublishSession;
  guest: Guest;
  pageErrors: PageErrorMonitor;
};

/** A page's address, or the steps that lead to a state of it. */
type PageState = string | ((stage: CrawlContext) => Promise<unknown>);

/** Whoever walks through a group: nobody known, a new member, the admin, or somebody prepared once for the group. */
type CrawlUser = "a visitor" | "a member" | "the admin" | ((stage: CrawlContext) => Promise<unknown>);

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const phoneWidth = 390;
const desktopWidth = 1280;
const height = 844;

/** The states that one test walks through: enough to share a browser, and few enough to share out among workers. */
const statesPerTest = 8;
const millisecondsPerState = 30_000;

/**
 * Walks through the states of pages. Nothing scrolls sideways at a phone's width or a desk's, and axe finds nothing at
 * a desk's; at a phone's it looks at the first page only, as what is there alone is the frame that pages share. To have
 * another page looked at, add a line to the group of the one who sees it:
 *
 *     crawl("the member's pages", "a member", {
 *       "her past sessions": "/dashboard/past-sessions",
 *       "her past sessions, of which there are some": async ({ page, site, publishSession }) => { …; await page.goto("…") },
 *     });
 *
 * A state begins with the walker's cookies alone and knows nothing of the states before it, but the walker and the
 * site's data are the same. What a state is refused on its way, it announces by `pageErrors.expectStatuses`. A group whose pages
 * need something of the walker (a purchase, a second step) gives its own walker: steps that are taken once before.
 */
export function crawl(name: string, user: CrawlUser, states: Record<string, PageState>): void {
  const all = Object.entries(states);
  for (let first = 0; first < all.length; first += statesPerTest) {
    const some = all.slice(first, first + statesPerTest);
    const range = all.length > some.length ? `, ${first + 1} to ${first + some.length}` : "";
    test(`${name}${range}: accessible, and nothing lies outside of a narrow screen @scripted`, async ({
      page,
      context,
      site,
      publishSession,
      pageErrors,
    }) => {
      test.setTimeout((some.length + 1) * millisecondsPerState);
      const contextOf = () => ({ page, site, publishSession, guest: aGuest(), pageErrors });
      await prepare(user, contextOf());
      const beginning = await context.cookies();
      for (const [nth, [state, open]] of some.entries()) {
        await test.step(state, async () => {
          // The browser is as it was before the first state, and no page goes on with another one's cookies.
          await page.goto(`${site.url}/logo.svg`);
          await clearSiteData(page);
          await context.addCookies(beginning);
          await openState(state, open, contextOf());
          await expectFits(page, state, phoneWidth);
          if (nth === 0) await expectAccessible(page, `${state}, ${phoneWidth} px`);
          await expectFits(page, state, desktopWidth);
          await expectAccessible(page, `${state}, ${desktopWidth} px`);
          expect.soft(pageErrors.takeAll(), `${state}: what went wrong in the background`).toEqual([]);
        });
      }
    });
  }
}

async function prepare(walker: CrawlUser, context: CrawlContext): Promise<void> {
  if (typeof walker === "function") await walker(context);
  else if (walker !== "a visitor") await signInByCookie(context, { role: walker === "the admin" ? "admin" : "member" });
}

async function openState(state: string, open: PageState, context: CrawlContext): Promise<void> {
  const { page } = context;
  try {
    if (typeof open !== "string") return void (await open(context));
    await page.goto(open);
    // Nobody was sent elsewhere, to sign in for example.
    expect(new URL(page.url()).pathname).toBe(new URL(open, page.url()).pathname);
  } catch (error) {
    throw new Error(`${state}: it did not come about`, { cause: error });
  }
}

async function expectFits(page: Page, state: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height });
  const { sideways, above } = await page.evaluate(async () => {
    // What the page does about its new width, it does with the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const { scrollWidth, clientWidth } = document.documentElement;
    const dialog = document.querySelector("dialog[open]");
    const top = dialog?.querySelector(".dialog")?.getBoundingClientRect().top ?? 0;
    return { sideways: scrollWidth - clientWidth, above: Math.min(0, top + (dialog?.scrollTop ?? 0)) };
  });
  expect.soft(sideways, `${state}: scrolls sideways at ${width} px by`).toBe(0);
  expect.soft(above, `${state}: begins above what can be scrolled to at ${width} px by`).toBe(0);
}

async function expectAccessible(page: Page, state: string): Promise<void> {
  expect.soft(await findViolations(page), `${state}: violations`).toEqual([]);
}

/** axe is brought into the page itself, once for each; a page of its own for it, as its package has it, takes longer. */
async function findViolations(page: Page): Promise<string[]> {
  const isThere = await page.evaluate(() => "axe" in window);
  if (!isThere) await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run({ iframes: false, resultTypes: ["violations"] }),
  );
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id} (${help}): ${html}`));
}
