import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { CDPSession, Cookie, Page } from "@playwright/test";
import type axe from "axe-core";
import { signInByCookie } from "./e2e-accounts";
import { clearSiteData } from "./e2e-browser";
import type { Site } from "./e2e-site";
import { findSmallTargets } from "./e2e-targets";
import { aGuest, expect, test, type Guest, type SessionPublisher } from "./e2e-test";
import type { PageErrorMonitor } from "./e2e-page-errors";

/** What a state can use; the guest is new for each state. */
export type CrawlContext = {
  page: Page;
  site: Site;
  publishSession: SessionPublisher;
  guest: Guest;
  pageErrors: PageErrorMonitor;
};

/** A page's address, or steps that lead to a state of it. */
type PageState = string | ((stage: CrawlContext) => Promise<unknown>);

/** Who visits a group's pages; a function prepares its own user once. */
type CrawlUser = "a visitor" | "a member" | "the admin" | ((stage: CrawlContext) => Promise<unknown>);

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const phoneWidth = 390;
const desktopWidth = 1280;
const height = 844;
const usualFontSize = 16;

/** Enough states to share a browser, few enough to distribute among workers. */
const statesPerTest = 8;
const millisecondsPerState = 30_000;

/**
 * Checks pages: none scrolls sideways on mobile or on desktop, with text of twice the size either; nothing that is
 * tapped on mobile is smaller than 44 pixels; axe finds nothing on desktop (on mobile for the first page only, which has
 * the shared frame) and no weak contrast in the dark theme. Each state starts with the user's cookies alone; expected
 * error responses are announced by `pageErrors.expectStatuses`. A page is added as a line to its user's group:
 *
 *     crawl("a member's pages", "a member", { "past sessions": "/dashboard/past-sessions" });
 */
export function crawl(name: string, user: CrawlUser, states: Record<string, PageState>): void {
  const all = Object.entries(states);
  for (let first = 0; first < all.length; first += statesPerTest) {
    const some = all.slice(first, first + statesPerTest);
    const range = all.length > some.length ? `, ${first + 1} to ${first + some.length}` : "";
    test(`${name}${range}: pages are accessible and fit a narrow screen @scripted`, async ({
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
      const browser = await context.newCDPSession(page);
      for (const [nth, [state, open]] of some.entries()) {
        await test.step(state, async () => {
          await resetBrowser(page, beginning);
          await openState(state, open, contextOf());
          await setWidth(page, phoneWidth);
          await expectFits(page, state, phoneWidth);
          if (nth === 0) await expectAccessible(page, `${state}, ${phoneWidth} px`);
          await setFontSize(browser, 2 * usualFontSize);
          await expectFits(page, `${state}, text at 200 %`, phoneWidth);
          await setFontSize(browser, usualFontSize);
          await expectTargets(page, state);
          await expectFitsEnlarged(page, state, phoneWidth);
          await setWidth(page, desktopWidth);
          await expectFits(page, state, desktopWidth);
          await expectFitsEnlarged(page, state, desktopWidth);
          await expectAccessible(page, `${state}, ${desktopWidth} px`);
          await page.emulateMedia({ colorScheme: "dark" });
          await expectAccessible(page, `${state}, dark theme`, ["color-contrast"]);
          await page.emulateMedia({ colorScheme: null });
          expect.soft(pageErrors.takeAll(), `${state}: errors in the background`).toEqual([]);
        });
      }
    });
  }
}

/** Restores storage and cookies to what they were before the first page, without the cost of another page in between. */
async function resetBrowser(page: Page, cookies: Cookie[]): Promise<void> {
  await page.evaluate(() => {
    // The page that is left would store its scroll position, and might ask for news without its cookies.
    Storage.prototype.setItem = () => undefined;
    window.fetch = () => new Promise(() => undefined);
  });
  await clearSiteData(page);
  await page.context().addCookies(cookies);
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
    // Fails on a redirect, for example to sign in.
    expect(new URL(page.url()).pathname).toBe(new URL(open, page.url()).pathname);
  } catch (error) {
    throw new Error(`${state}: could not be reached`, { cause: error });
  }
}

async function setWidth(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height });
  // The page adapts to its new width within a frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** @param rootSize font size of the whole page during the check; measuring needs its layout, but no frame */
async function expectFits(page: Page, state: string, width: number, rootSize = ""): Promise<void> {
  const { sideways, above } = await page.evaluate((size) => {
    const root = document.documentElement;
    root.style.fontSize = size;
    const { scrollWidth, clientWidth } = root;
    const dialog = document.querySelector("dialog[open]");
    const top = dialog?.querySelector(":scope > div:has(h1, h2)")?.getBoundingClientRect().top ?? 0;
    const found = { sideways: scrollWidth - clientWidth, above: Math.min(0, top + (dialog?.scrollTop ?? 0)) };
    root.style.fontSize = "";
    return found;
  }, rootSize);
  expect.soft(sideways, `${state}: scrolls sideways at ${width} px by`).toBe(0);
  expect.soft(above, `${state}: begins above what can be scrolled to at ${width} px by`).toBe(0);
}

/** Sets the default font size, as users do in the settings of their browser. */
async function setFontSize(browser: CDPSession, standard: number): Promise<void> {
  await browser.send("Page.setFontSizes", { fontSizes: { standard } });
}

/** Enlarges the text as a user's own style sheet does, which leaves the breakpoints where they are. */
async function expectFitsEnlarged(page: Page, state: string, width: number): Promise<void> {
  await expectFits(page, `${state}, text at 200 % by a style sheet`, width, "200%");
}

async function expectTargets(page: Page, state: string): Promise<void> {
  expect.soft(await findSmallTargets(page), `${state}: targets smaller than 44 px at ${phoneWidth} px`).toEqual([]);
}

async function expectAccessible(page: Page, state: string, rules?: string[]): Promise<void> {
  expect.soft(await findViolations(page, rules), `${state}: violations`).toEqual([]);
}

/** Injects axe without Playwright's wrapping, which would take as long again. */
async function injectAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => "axe" in window)) return;
  const browser = await page.context().newCDPSession(page);
  await browser.send("Runtime.evaluate", { expression: axeSource });
  await browser.detach();
}

/** Runs axe in the page itself, which is faster than its own Playwright package. */
export async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  await injectAxe(page);
  return page.evaluate(async (runOnly) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
      iframes: false,
      resultTypes: ["violations"],
      ...(runOnly && { runOnly }),
    });
    // The rest of the report takes long to send.
    return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id} (${help}): ${html}`));
  }, rules);
}
