import type { Page } from "@playwright/test";
import { aMember, signIn } from "../support/e2e-accounts";
import { expect, test } from "../support/e2e-test";

// Playwright turns the back/forward cache off, and Chromium then gives no reasons.
test.use({
  launchOptions: [
    ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ["--disable-back-forward-cache"] }),
    { scope: "worker" },
  ],
});

/** Goes back without `goBack`, which waits for a load that a kept page does not have. */
const goBack = (page: Page, steps = 1) => page.evaluate((count) => void setTimeout(() => history.go(-count)), steps);

/** What in the page keeps Chromium from keeping it. The headless shell keeps none, but gives the reasons. */
async function obstaclesIn(page: Page, prepare = () => Promise.resolve()): Promise<string[]> {
  const address = page.url();
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Page.enable");
  await prepare();
  await page.goto("/accessibility");
  const explained = new Promise<string[]>((resolve) => {
    devTools.on("Page.backForwardCacheNotUsed", ({ notRestoredExplanations: all }) => {
      resolve(all.filter(({ type }) => type !== "Circumstantial").map(({ reason }) => reason));
    });
  });
  await goBack(page);
  const obstacles = await explained;
  await page.waitForURL(address);
  await devTools.detach();
  return obstacles;
}

test("browsers may keep a visitor's pages for going back @scripted", async ({ page, publishSession }) => {
  const session = await publishSession({ title: "Seen Before" });
  for (const address of ["/", "/live-sessions", "/resources", "/birth-recordings", `/sessions/${session.id}`]) {
    await page.goto(address);
    expect([address, await obstaclesIn(page)]).toEqual([address, []]);
  }
  const listen = () => page.evaluate(() => window.addEventListener("unload", () => undefined));
  expect(await obstaclesIn(page, listen)).toEqual(["UnloadHandlerExistsInMainFrame"]);
});

test("going back after signing out shows nothing of a member's pages @scripted", async ({ page, site }) => {
  await signIn(page, await aMember(site.db));
  const answer = await page.goto("/dashboard/settings");
  expect(answer?.headers()["cache-control"]).toBe("no-store");
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Sign Out" }).first().click();
  await page.waitForURL("/");
  await goBack(page, 2);
  await page.waitForURL(/\/sign-in/);
  await expect(page.getByText("Signed-in devices")).toHaveCount(0);
});

test("a member's page that a browser kept is loaded again @scripted", async ({ page, context, site }) => {
  await signIn(page, await aMember(site.db));
  await page.goto("/dashboard/settings");
  await context.clearCookies();
  await page.evaluate(() => void window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await page.waitForURL(/\/sign-in/);
  await expect(page.getByText("Signed-in devices")).toHaveCount(0);
});
