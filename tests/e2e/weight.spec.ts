import { gzipSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";
import { takePlace } from "../support/e2e-booking";
import { expect, test } from "../support/e2e-test";

const most = { html: 12, scripts: 130, styles: 18 };

test(`the schedule loads at most ${most.html} kB of HTML, ${most.scripts} of scripts and ${most.styles} of styles @scripted`, async ({
  page,
}) => {
  const scripts: Response[] = [];
  const styles: Response[] = [];
  page.on("response", (response) => {
    const type = response.headers()["content-type"] ?? "";
    if (type.includes("javascript")) scripts.push(response);
    if (type.includes("text/css")) styles.push(response);
  });
  const html = await (await page.goto("/"))!.body();
  await page.waitForLoadState("networkidle");
  const sizeOf = async (files: Response[]) => kilobytes(await Promise.all(files.map((file) => file.body())));
  expect([scripts.length > 3, styles.length > 0]).toEqual([true, true]);
  expect(kilobytes([html])).toBeLessThanOrEqual(most.html);
  expect(await sizeOf(scripts)).toBeLessThanOrEqual(most.scripts);
  expect(await sizeOf(styles)).toBeLessThanOrEqual(most.styles);
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
