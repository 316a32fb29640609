import type { Page, Response } from "@playwright/test";
import { liveSessions } from "@db/schema";
import { sql } from "drizzle-orm";
import { takePlace } from "../support/e2e-booking";
import type { Site } from "../support/e2e-site";
import { expect, test } from "../support/e2e-test";

const most = { html: 12, scripts: 130, styles: 18 };

test(`the schedule loads at most ${most.html} kB of HTML, ${most.scripts} of scripts and ${most.styles} of styles @scripted`, async ({
  newVisitor,
  site,
}) => {
  await unpublishOthers(site);
  // The tests' own page may have the files in its cache.
  const page = await newVisitor();
  const scripts: Response[] = [];
  const styles: Response[] = [];
  page.on("response", (response) => {
    const type = response.headers()["content-type"] ?? "";
    if (type.includes("javascript")) scripts.push(response);
    if (type.includes("text/css")) styles.push(response);
  });
  const html = (await page.goto("/"))!;
  expect(await page.getByRole("region", { name: "Sessions" }).getByRole("listitem").count()).toBeGreaterThan(5);
  await page.waitForLoadState("networkidle");
  expect([scripts.length > 3, styles.length > 0]).toEqual([true, true]);
  expect(await kilobytesOf([html])).toBeLessThanOrEqual(most.html);
  expect(await kilobytesOf(scripts)).toBeLessThanOrEqual(most.scripts);
  expect(await kilobytesOf(styles)).toBeLessThanOrEqual(most.styles);
});

/** Leaves the demo's sessions, which have ids of version 5: what other tests have left published makes the page longer. */
async function unpublishOthers({ db }: Site): Promise<void> {
  await db
    .update(liveSessions)
    .set({ isPublished: false })
    .where(sql`${liveSessions.id}::text not like '________-____-5%'`);
}

/** As the browser has received them, compressed. */
async function kilobytesOf(responses: Response[]): Promise<number> {
  const sizes = await Promise.all(responses.map((response) => response.request().sizes()));
  expect(sizes.every(({ responseBodySize }) => responseBodySize > 0)).toBe(true);
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) / 1000;
}

/** Returns the main part's text, including what CSS hides. */
const textOf = async (page: Page) => ((await page.getByRole("main").textContent()) ?? "").replace(/\s+/g, " ").trim();

test("every page has the same text with and without JavaScript @scripted", async ({
  page,
  site,
  publishSession,
  newVisitor,
}) => {
  const session = await publishSession({ title: "The Same to All", maxAttendees: 3 });
  const bookingId = await takePlace(site.db, session);
  const plain = await newVisitor({ javaScriptEnabled: false });
  const addresses = [
    "/",
    "/?category=Reiki",
    "/live-sessions",
    "/live-sessions?tab=past",
    `/sessions/${session.id}`,
    `/sessions/${session.id}/book`,
    `/booking-confirmation?bookingId=${bookingId}`,
  ];
  for (const address of addresses) {
    await plain.goto(address);
    const complete = await textOf(plain);
    expect(complete.length).toBeGreaterThan(100);
    await page.goto(address);
    await expect.poll(() => textOf(page), address).toBe(complete);
  }
});
