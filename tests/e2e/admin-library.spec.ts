import type { Page } from "@playwright/test";
import { asc, eq } from "drizzle-orm";
import { recordings } from "@db/schema";
import { signInByCookie, expectMessage } from "../support/e2e-accounts";
import { expectHeading } from "../support/e2e-booking";
import { crawl, type CrawlContext } from "../support/e2e-crawl";
import { expect, test, waitForHydration } from "../support/e2e-test";
import type { PageErrorMonitor } from "../support/e2e-page-errors";
import { productIds } from "../support/products";

const uploads = /\/api\/uploads\/[\w-]+$/;

/** A file on disk, because resuming an upload compares the file's date. */
const film = "dev/seed/media/rise.webm";

/** Aborts every chunk of an upload. Returns a function that restores the connection. */
async function loseConnection(page: Page, pageErrors: PageErrorMonitor) {
  pageErrors.allowFailedRequests();
  await page.route(uploads, (route) => (route.request().method() === "PATCH" ? route.abort() : route.continue()));
  return () => page.unroute(uploads);
}

test("an interrupted upload resumes after a reload, and a member sees the recording @scripted", async ({
  page,
  site,
  newVisitor,
  pageErrors,
}) => {
  await signInByCookie({ page, site }, { role: "admin" });
  await page.goto("/admin/birth-recordings");
  await page.getByRole("link", { name: "Add Recording" }).click();
  await expectHeading(page, "Add Recording");
  await waitForHydration(page);
  await page.getByLabel("Title").fill("Sunrise");

  await loseConnection(page, pageErrors);
  await page.getByLabel("Video file").setInputFiles(film);
  await expect(page.getByRole("progressbar", { name: "Upload of rise.webm" })).toBeVisible();
  await expect(page.getByText("Connection lost.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("The upload of rise.webm didn’t finish.")).toBeVisible();

  const restoreConnection = await loseConnection(page, pageErrors);
  const begun: string[] = [];
  page.on("request", (request) => request.method() === "POST" && begun.push(new URL(request.url()).pathname));
  await page.getByLabel("Title").fill("Sunrise");
  await page.getByLabel("Video file").setInputFiles(film);
  await expect(page.getByText("Connection lost.")).toBeVisible();
  await restoreConnection();
  await expect(page.getByText("rise.webm 125 kB, uploaded")).toBeVisible();
  expect(begun, "uploads started anew").toEqual([]);
  await page.getByLabel("Free for every member").check();
  await page.getByRole("button", { name: "Save recording" }).click();
  await expectMessage(page, true, { kind: "status", title: "Recording added", text: "Sunrise" });
  await page.getByRole("button", { name: "Move Sunrise up" }).click();
  await expect(page.getByRole("row", { name: /8\. Sunrise/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Move Sunrise up" })).toBeFocused();

  const other = await newVisitor();
  await signInByCookie({ page: other, site });
  await other.goto("/birth-recordings");
  await other.getByRole("link", { name: "Sunrise", exact: true }).click();
  const video = other.locator("video");
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThan(0);

  const [sunrise] = await site.db.select().from(recordings).where(eq(recordings.title, "Sunrise"));
  await page.goto(`/admin/birth-recordings/${sunrise!.id}/delete`);
  await page.getByRole("button", { name: "Delete recording" }).click();
  await expectMessage(page, true, { kind: "status", title: "Recording deleted", text: "Sunrise" });
  await expect(page.getByRole("row", { name: /Sunrise/ })).toHaveCount(0);
  const left = await site.db
    .select({ place: recordings.orderIndex })
    .from(recordings)
    .where(eq(recordings.productId, productIds.birth))
    .orderBy(asc(recordings.orderIndex));
  expect(left.map(({ place }) => place)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test("creates a discount code in its dialog, which returns the focus @scripted", async ({ page, site, pageErrors }) => {
  pageErrors.expectStatuses(422);
  await signInByCookie({ page, site }, { role: "admin" });
  await page.goto("/admin/discount-codes");
  const create = page.getByRole("link", { name: "Create Code" });
  const dialog = page.getByRole("dialog", { name: "Create Code" });
  await create.click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(create).toBeFocused();
  await create.click();
  await dialog.getByRole("button", { name: "Create code" }).click();
  await expect(dialog.getByText("Code is required")).toBeVisible();
  await dialog.getByLabel("Code", { exact: true }).fill("dusk");
  await dialog.getByLabel("Percentage").fill("150");
  await dialog.getByLabel("Code", { exact: true }).focus();
  await expect(dialog.getByLabel("Percentage")).toHaveValue("100");
  await dialog.getByLabel("A fixed amount").check();
  await expect(dialog.getByLabel("Percentage")).toBeHidden();
  await dialog.getByRole("textbox", { name: "Amount" }).fill("7.50");
  await dialog.getByRole("button", { name: "Create code" }).click();
  await expectMessage(page, true, { kind: "status", title: "Discount code created", text: "You can now share DUSK." });
  await expect(page).toHaveURL("/admin/discount-codes");
  await expect(page.getByRole("row", { name: /DUSK.*£7\.50 off/ })).toBeVisible();
});

async function waitingUpload({ page, pageErrors }: CrawlContext): Promise<void> {
  await page.goto("/admin/stress-recordings/new");
  await loseConnection(page, pageErrors);
  await page.getByLabel("Video file").setInputFiles(film);
  await expect(page.getByText("Connection lost.")).toBeVisible();
  await page
    .getByRole("button", { name: "Pause" })
    .or(page.getByRole("button", { name: "Try again" }))
    .focus();
}

crawl("the admin's library", "the admin", {
  "a collection’s recordings": "/admin/birth-recordings",
  "a new recording with an interrupted upload": waitingUpload,
  "a collection’s purchases": "/admin/stress-recordings?tab=purchases",
  "the discount codes": "/admin/discount-codes",
  "a new discount code": "/admin/discount-codes/new",
  "the learning resources": "/admin/products/resource",
  "a new learning resource": "/admin/products/resource/new",
  "the categories": "/admin/categories",
});
