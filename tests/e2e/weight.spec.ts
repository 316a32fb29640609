import { gzipSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";
import { takePlace } from "../support/e2e-booking";
import { expect, test } from "../support/e2e-test";

const most = { scripts: 110, html: 7.2 };

test(`the schedule loads at most ${most.html} kB of HTML and ${most.scripts} kB of scripts @scripted`, async ({
  page,
}) => {
  const scripts: Response[] = [];
  page.on("response", (response) => {
    if (response.headers()["content-type"]?.includes("javascript")) scripts.push(response);
  });
  const html = await (await page.goto("/"))!.body();
  await page.waitForLoadState("networkidle");
  const loaded = await Promise.all(scripts.map((script) => script.body()));
  expect(loaded.length).toBeGreaterThan(3);
  expect(kilobytes([html])).toBeLessThanOrEqual(most.html);
  expect(kilobytes(loaded)).toBeLessThanOrEqual(most.scripts);
});

const kilobytes = (files: Buffer[]) => files.reduce((sum, file) => sum + gzipSync(file).length, 0) / 1000;

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
