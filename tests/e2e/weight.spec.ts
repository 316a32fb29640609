import { gzipSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";
import { takePlace } from "../support/e2e-booking";
import { expect, test } from "../support/e2e-test";

const mostKilobytes = 113;

test(`the schedule loads at most ${mostKilobytes} kB of scripts @scripted`, async ({ page }) => {
  const scripts: Response[] = [];
  page.on("response", (response) => {
    if (response.headers()["content-type"]?.includes("javascript")) scripts.push(response);
  });
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  const inline = await page.locator("script:not([src])").allTextContents();
  const loaded = await Promise.all(scripts.map((script) => script.body()));
  const sizes = [...loaded, ...inline].map((script) => gzipSync(script).length);
  expect(loaded.length).toBeGreaterThan(3);
  expect(sizes.reduce((sum, size) => sum + size, 0) / 1000).toBeLessThanOrEqual(mostKilobytes);
});

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
