import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { and, asc, eq } from "drizzle-orm";
import { recordings } from "@db/schema";
import { aMember, signIn } from "../support/e2e-accounts";
import { pressOnPaymentPage } from "../support/e2e-booking";
import type { Site } from "../support/e2e-site";
import { expect, test, untilScripted } from "../support/e2e-test";
import type { Watch } from "../support/e2e-watch";

type Stage = { page: Page; site: Site; watch: Watch };

const widths = [390, 1280];

/** Every page about recordings and resources, in every state that it can show. */
const states: Record<string, (stage: Stage) => Promise<unknown>> = {
  "the birth recordings": ({ page }) => page.goto("/birth-recordings"),
  "the stress recordings": ({ page }) => page.goto("/stress-recordings"),
  "a collection with progress": async ({ page }) => {
    await signIn(page, { email: "member@example.com" }, "breathe-demo");
    await page.goto("/birth-recordings");
    await expect(page.getByText("Continue where you left off")).toBeVisible();
  },
  "the page on breathwork for birth": ({ page }) => page.goto("/breathwork-for-birth"),
  "a free recording for visitors": async ({ page, site }) => page.goto(await pathTo(site, { isFree: true })),
  "a free recording's refused form": async ({ page, site, watch }) => {
    await page.goto(await pathTo(site, { isFree: true }));
    await untilScripted(page);
    watch.expects(422);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("alert").first()).toBeVisible();
  },
  "a premium recording for visitors": async ({ page, site }) => page.goto(await pathTo(site, { isFree: false })),
  "a premium recording for members": async (stage) => asMember(await pathTo(stage.site, { isFree: false }))(stage),
  "a recording that plays": async (stage) => asMember(await pathTo(stage.site, { isFree: true }))(stage),
  "a recording that is not there": ({ page, watch }) => {
    watch.expects(404);
    return page.goto("/birth-recordings/none");
  },
  "the purchase dialog": asMember("/birth-recordings?purchase=true"),
  "the purchase dialog after a cancelled payment": asMember("/birth-recordings?purchase=true&notice=payment-cancelled"),
  "the news of a payment": async (stage) => {
    await asMember("/stress-recordings?purchase=true")(stage);
    await stage.page.getByRole("button", { name: /^Pay/ }).click();
    await pressOnPaymentPage(stage.page, "Pay");
    await expect(stage.page.getByText("Payment Successful")).toBeVisible();
  },
  "the resources": ({ page }) => page.goto("/resources"),
  "the resources without a match": ({ page }) => page.goto("/resources?q=nothing"),
  "a resource": async ({ page }) => {
    await page.goto("/resources");
    await page
      .getByRole("link", { name: /^View Details/ })
      .first()
      .click();
    await expect(page.getByRole("link", { name: "Learning Resources" })).toBeVisible();
  },
};

async function pathTo({ db }: Site, { isFree }: { isFree: boolean }): Promise<string> {
  const [found] = await db
    .select({ id: recordings.id })
    .from(recordings)
    .where(and(eq(recordings.collection, "birth"), eq(recordings.isFree, isFree)))
    .orderBy(asc(recordings.orderIndex))
    .limit(1);
  return `/birth-recordings/${found!.id}`;
}

function asMember(path: string) {
  return async ({ page, site }: Stage) => {
    await signIn(page, await aMember(site.db));
    await page.goto(path);
  };
}

for (const [name, open] of Object.entries(states)) {
  test(`${name}: accessible, and nothing of it lies outside of a narrow screen @scripted`, async ({
    page,
    site,
    watch,
  }) => {
    await open({ page, site, watch });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(sideways, `scrolls sideways at ${width} px by`).toBe(0);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id} (${help}): ${html}`));
      expect(found, `violations at ${width} px`).toEqual([]);
    }
  });
}
