import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { liveSessions } from "@db/schema";
import { topOf } from "../support/e2e-position";
import { waitForRefresh } from "../support/e2e-refresh";
import { expect, test, type Session } from "../support/e2e-test";

const procedure = "schedule.listUpcoming";

/** Opens the schedule with a test clock, and waits for its first refresh. */
async function openSchedule(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto("/");
  expect((await waitForRefresh(page, procedure)).status()).toBe(200);
}

const rowOf = (page: Page, { title }: Session) =>
  page.getByRole("region", { name: "Sessions" }).getByRole("listitem").filter({ hasText: title });
const countSaid = (page: Page) => page.getByRole("status").filter({ hasText: /^\d+ sessions$/ });

/** Counts DOM changes from now on. */
async function watchChanges(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as unknown as { changes: number };
    counted.changes = 0;
    new MutationObserver((records) => (counted.changes += records.length)).observe(document.querySelector("main")!, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  });
  return () => page.evaluate(() => (window as unknown as { changes: number }).changes);
}

/** Among the first of the list, which other tests may make longer than a page. */
const inHours = (hours: number): Date => new Date(Date.now() + hours * 3_600_000);

test("an unchanged list gets a 304 and changes nothing, and a new session appears in order @scripted", async ({
  page,
  publishSession,
  site,
}) => {
  const session = await publishSession({ title: "Already There", startTime: inHours(2) });
  await openSchedule(page);
  const changes = await watchChanges(page);
  for (let nth = 0; nth < 2; nth += 1) expect((await waitForRefresh(page, procedure)).status()).toBe(304);
  expect(await changes()).toBe(0);

  const link = rowOf(page, session).getByRole("link");
  await link.focus();
  const before = await topOf(link);
  const count = await countSaid(page).textContent();
  const another = await publishSession({ title: "Just Added", startTime: inHours(3) });
  expect((await waitForRefresh(page, procedure)).status()).toBe(200);
  await expect(rowOf(page, another)).toBeVisible();
  await expect(countSaid(page)).not.toHaveText(count!);
  await expect(link).toBeFocused();
  expect(await topOf(link)).toBe(before);

  // The list takes the focus when the focused row is removed.
  await site.db.update(liveSessions).set({ isPublished: false }).where(eq(liveSessions.id, session.id));
  await waitForRefresh(page, procedure);
  await expect(rowOf(page, session)).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Sessions" })).toBeFocused();
});

test("keeps the list when a refresh fails, and pauses refreshing while hidden @scripted", async ({
  page,
  pageErrors,
}) => {
  await openSchedule(page);
  const rows = page.getByRole("region", { name: "Sessions" }).getByRole("listitem");
  const shown = await rows.count();
  pageErrors.expectStatuses(503);
  const address = `**/api/trpc/${procedure}?*`;
  await page.route(address, (route) => route.fulfill({ status: 503, body: "down" }));
  for (let nth = 0; nth < 4; nth += 1) expect((await waitForRefresh(page, procedure)).status()).toBe(503);
  await expect(rows).toHaveCount(shown);
  await page.unroute(address);
  expect((await waitForRefresh(page, procedure)).status()).toBe(304);

  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("/api/trpc/") && asked.push(request.url()));
  const setHidden = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => value });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await setHidden(true);
  await page.clock.runFor(60_000);
  expect(asked).toEqual([]);
  await setHidden(false);
  expect((await waitForRefresh(page, procedure)).status()).toBe(304);
});
