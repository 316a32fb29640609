import { and, asc, eq } from "drizzle-orm";
import { recordings } from "@db/schema";
import { signIn } from "../support/e2e-accounts";
import { pressOnPaymentPage } from "../support/e2e-booking";
import { crawl, type CrawlContext } from "../support/e2e-crawl";
import { enterWithSeries } from "../support/e2e-series";
import type { Site } from "../support/e2e-site";
import { aPaidResource } from "../support/e2e-recordings";
import { expect } from "../support/e2e-test";
import { productIds } from "../support/products";

crawl("the recordings and resources", "a visitor", {
  "the birth recordings": "/birth-recordings",
  "the stress recordings": "/stress-recordings",
  "the page on breathwork for birth": "/breathwork-for-birth",
  "a free recording for visitors": async ({ page, site }) => page.goto(await pathTo(site, { isFree: true })),
  "a free recording's refused form": async ({ page, site, pageErrors }) => {
    await page.goto(await pathTo(site, { isFree: true }));
    pageErrors.expectStatuses(422);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("alert").first()).toBeVisible();
  },
  "a premium recording for visitors": async ({ page, site }) => page.goto(await pathTo(site, { isFree: false })),
  "an unknown recording": ({ page, pageErrors }) => {
    pageErrors.expectStatuses(404);
    return page.goto("/birth-recordings/none");
  },
  "withdrawing from a contract": "/withdraw",
  "the confirmation of a withdrawal": async ({ page }) => {
    await page.goto("/withdraw?reference=7B0C3A52");
    await page.getByLabel("Your name").fill("Hannah Okafor");
    await page.getByLabel("Email").fill("hannah@example.com");
    await page.getByRole("button", { name: "Withdraw from contract here" }).click();
    await expect(page.getByRole("button", { name: "Confirm withdrawal here" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Confirm your withdrawal" })).toBeFocused();
  },
  "the resources": "/resources",
  "the resources without a match": "/resources?q=nothing",
  "a resource": async ({ page }) => {
    await page.goto("/resources");
    await page
      .getByRole("link", { name: /^View Details/ })
      .first()
      .click();
    await expect(page.getByRole("link", { name: "Learning Resources" })).toBeVisible();
  },
});

crawl("a member's recordings", "a member", {
  "a premium recording for members": async ({ page, site }) => page.goto(await pathTo(site, { isFree: false })),
  "a recording that plays": async ({ page, site }) => page.goto(await pathTo(site, { isFree: true })),
  "the purchase dialog": "/birth-recordings?purchase=true",
  "the purchase dialog after a cancelled payment": "/birth-recordings?purchase=true&notice=payment-cancelled",
  "the purchase dialog of a resource": async ({ page, site }) => {
    const { id } = await aPaidResource(site);
    await page.goto(`/resources/${id}?purchase=true`);
    await expect(page.getByRole("dialog").getByRole("link", { name: "Cancel" })).toBeFocused();
  },
  "a completed payment": async ({ page }) => {
    await page.goto("/stress-recordings?purchase=true");
    await page.getByRole("checkbox", { name: /^I ask for access at once/ }).check();
    await page.getByRole("button", { name: /^Pay/ }).click();
    await pressOnPaymentPage(page, "Pay");
    await expect(page.getByText("Payment Successful")).toBeVisible();
  },
});

crawl("a collection in progress", asDemoMember, {
  "a collection with progress": async ({ page }) => {
    await page.goto("/birth-recordings");
    await expect(page.getByText("Continue where you left off")).toBeVisible();
  },
});

let series: Awaited<ReturnType<typeof enterWithSeries>>;

crawl("the player", async (context) => void (series = await enterWithSeries(context)), {
  "watching with chapters and a transcript": async ({ page }) => {
    await page.goto(`${series.path}?watch&at=11`);
    await expect(page.getByRole("link", { name: "Continue at 0:11" })).toBeVisible();
  },
  listening: async ({ page }) => {
    await page.goto(`${series.path}?listen`);
    await expect(page.getByLabel("Sleep timer")).toBeEnabled();
  },
  "a recording that is only heard": ({ page }) => page.goto(series.nextPath),
  "an ended session": async ({ page, pageErrors }) => {
    await page.goto(`${series.path}?watch`);
    await page.context().clearCookies();
    pageErrors.expectStatuses(401, 404);
    await page.getByRole("link", { name: "Listen" }).click();
    await expect(page.getByText("You have been signed out.")).toBeVisible();
  },
});

function asDemoMember({ page }: CrawlContext) {
  return signIn(page, { email: "member@example.com" }, "breathe-demo");
}

async function pathTo({ db }: Site, { isFree }: { isFree: boolean }): Promise<string> {
  const [found] = await db
    .select({ id: recordings.id })
    .from(recordings)
    .where(and(eq(recordings.productId, productIds.birth), eq(recordings.isFree, isFree)))
    .orderBy(asc(recordings.orderIndex))
    .limit(1);
  return `/birth-recordings/${found!.id}`;
}
