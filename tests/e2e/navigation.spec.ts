import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { sql } from "drizzle-orm";
import type { Database } from "@db/client";
import { signInByCookie } from "../support/e2e-accounts";
import { expectHeading } from "../support/e2e-booking";
import { expect, test } from "../support/e2e-test";

const topOf = (page: Page) => page.getByRole("navigation", { name: "Main" });
const groupOf = (page: Page) => topOf(page).locator("summary", { hasText: "Offering" });
const itemOf = (page: Page) => topOf(page).getByRole("link", { name: "Workshops" });

test("a header menu opens and closes by click and by keyboard", async ({ page }) => {
  await page.goto("/");
  await expect(itemOf(page)).toBeHidden();
  await groupOf(page).click();
  await expect(itemOf(page)).toBeVisible();
  await groupOf(page).click();
  await expect(itemOf(page)).toBeHidden();
  await page.mouse.move(0, 400);
  await groupOf(page).focus();
  await page.keyboard.press("Enter");
  await expect(itemOf(page)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(itemOf(page)).toBeFocused();
});

test("a menu opens after 200 ms of hovering, and closes 200 ms after the pointer leaves @scripted", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/");
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  await groupOf(page).hover();
  await page.clock.runFor(199);
  await expect(itemOf(page)).toBeHidden();
  await page.clock.runFor(1);
  await expect(itemOf(page)).toBeVisible();
  await page.mouse.move(640, 600);
  await page.clock.runFor(199);
  await expect(itemOf(page)).toBeVisible();
  await page.clock.runFor(1);
  await expect(itemOf(page)).toBeHidden();
});

test("Escape and a click elsewhere close a menu @scripted", async ({ page }) => {
  await page.goto("/");
  await groupOf(page).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(itemOf(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(itemOf(page)).toBeHidden();
  await expect(groupOf(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(itemOf(page)).toBeVisible();
  await page.mouse.click(640, 600);
  await expect(itemOf(page)).toBeHidden();
});

const roles = [
  { who: "a visitor", role: null },
  { who: "a member", role: "member" },
  { who: "the admin", role: "admin" },
] as const;

for (const { who, role } of roles) {
  test(`the header is one row for ${who} on tablets and desktops @scripted`, async ({ page, site }) => {
    if (role) await signInByCookie({ page, site }, { role });
    await page.goto("/");
    await expect(topOf(page).locator("summary", { hasText: "Prices" })).toBeVisible();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const heights: Record<number, number | undefined> = {};
    for (const width of [768, 820, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      heights[width] = (await page.getByRole("banner").boundingBox())?.height;
    }
    expect(heights).toEqual({ 768: 88, 820: 88, 1024: 88, 1280: 88, 1440: 88 });
  });
}

test("the first Tab stop skips to the content", async ({ page }) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test.describe("below 768 px", () => {
  test.use({ viewport: { width: 390, height: 844 } });
  const burgerOf = (page: Page) => page.locator("summary[aria-label='Menu']");

  test("the menu fills the screen and links the site's pages", async ({ page, publishSession, isScripted }) => {
    const session = await publishSession();
    await page.goto(`/sessions/${session.id}`);
    await expect(topOf(page)).toBeHidden();
    await burgerOf(page).click();
    // With JavaScript a dialog replaces the details element.
    const around = isScripted ? page.getByRole("dialog", { name: "Menu" }) : page;
    const menu = around.getByRole("navigation", { name: "Menu" });
    const schedule = menu.getByRole("link", { name: "Schedule" });
    await expect(schedule).toBeVisible();
    await expect(menu.getByRole("link", { name: "About" })).toBeVisible();
    expect(await menu.locator("..").boundingBox()).toMatchObject({ x: 0, y: 0, width: 390 });
    await schedule.click();
    await expect(page).toHaveURL("/");
    await expect(menu).toBeHidden();
    await expectHeading(page, "UPCOMING SESSIONS");
  });

  test.describe("on a low screen", () => {
    test.use({ viewport: { width: 390, height: 664 } });

    test("the menu shows its items in order, with Join now and Sign In in sight", async ({ page, isScripted }) => {
      await page.goto("/");
      await burgerOf(page).click();
      const around = isScripted
        ? page.getByRole("dialog", { name: "Menu" })
        : page.locator("details[data-covers-page]");
      const items = around.getByRole("navigation", { name: "Menu" }).locator("ul").first().locator("> li");
      await expect(items).toHaveText([/^About/, /^Offering/, /^Contact/, /^Schedule/, /^Recordings/, /^Prices/]);
      for (const name of ["Join now", "Sign In"]) {
        await expect(around.getByRole("link", { name })).toBeInViewport({ ratio: 1 });
      }
      await expect(items.last()).toBeInViewport({ ratio: 1 });
      const inGroup = around.getByRole("link", { name: "Learning Resources" });
      await expect(inGroup).toBeHidden();
      await around.locator("summary", { hasText: "Recordings" }).click();
      await expect(inGroup).toBeVisible();
    });

    test("a member finds Dashboard in the menu without scrolling", async ({ page, site, isScripted }) => {
      await signInByCookie({ page, site });
      await page.goto("/");
      await burgerOf(page).click();
      const around = isScripted
        ? page.getByRole("dialog", { name: "Menu" })
        : page.locator("details[data-covers-page]");
      await expect(around.getByRole("link", { name: "Dashboard" })).toBeInViewport({ ratio: 1 });
    });

    test("the back office's menu opens with the group of the page alone", async ({ page, site }) => {
      await signInByCookie({ page, site }, { role: "admin" });
      await page.goto("/admin/orders");
      await burgerOf(page).click();
      const menu = page.locator("details[data-covers-page]");
      await expect(menu.getByRole("link", { name: "Orders", exact: true })).toBeVisible();
      await expect(menu.locator("nav details[open] > summary")).toHaveText(["Money"]);
      await menu.locator("summary", { hasText: "Sessions" }).click();
      await expect(menu.getByRole("link", { name: "Bookings" })).toBeVisible();
    });
  });

  test("the menu closes by its button", async ({ page, isScripted }) => {
    await page.goto("/");
    await burgerOf(page).click();
    const menu = page.getByRole("navigation", { name: "Menu" });
    await expect(menu).toBeVisible();
    if (isScripted) await page.getByRole("button", { name: "Close menu" }).click();
    else await burgerOf(page).click();
    await expect(menu).toBeHidden();
  });

  test("Escape closes the menu and returns the focus to its button; Tab stays inside it @scripted", async ({
    page,
  }) => {
    await page.goto("/");
    await burgerOf(page).click();
    const menu = page.getByRole("dialog", { name: "Menu" });
    await expect(menu).toBeVisible();
    const inside = menu.locator(":focus");
    for (let press = 0; press < 14; press += 1) {
      await page.keyboard.press("Tab");
      await expect(inside).toHaveCount(1);
    }
    await page.keyboard.press("Escape");
    await expect(menu).toHaveCount(0);
    await expect(burgerOf(page)).toBeFocused();
  });
});

const unknown = [
  { what: "an address without a page", path: () => "/nowhere/at-all", text: "Oops! Page not found" },
  { what: "an unknown session", path: () => `/sessions/${randomUUID()}`, text: "Session not found" },
];

test("answers unknown addresses with 404, a message and a link @scripted", async ({ page, pageErrors }) => {
  pageErrors.expectStatuses(404);
  for (const { what, path, text } of unknown) {
    const answer = await page.goto(path());
    expect(answer!.status(), what).toBe(404);
    await expectHeading(page, text);
    await page.getByRole("main").getByRole("link").click();
    await expect(page).toHaveURL("/");
    await expectHeading(page, "UPCOMING SESSIONS");
  }
});

/** Takes the table away, and what is kept of it in memory. */
async function loseSessions(db: Database): Promise<void> {
  await db.execute(sql`alter table live_sessions rename to lost_sessions`);
  await db.execute(sql`update public_revision set revision = revision + 1`);
}

test("a failed page shows the error page with its reference, and the site goes on", async ({
  page,
  site,
  pageErrors,
}) => {
  pageErrors.expectStatuses(500);
  await loseSessions(site.db);
  try {
    const answer = await page.goto("/");
    await expectHeading(page, "Unexpected Application Error!");
    await expect(page.getByRole("main")).toContainText("500 Internal Server Error");
    await expect(page.getByRole("main")).toContainText(`Reference: ${answer!.headers()["x-request-id"]}`);
    await expect(page.getByRole("main")).not.toContainText("No upcoming sessions");
    expect(await page.content()).not.toContain("live_sessions");
  } finally {
    await site.db.execute(sql`alter table lost_sessions rename to live_sessions`);
  }
  await page.getByRole("link", { name: "Return to home" }).click();
  await expectHeading(page, "UPCOMING SESSIONS");
});

test("the error page after a navigation shows the failed request's own reference @scripted", async ({
  page,
  site,
  pageErrors,
}) => {
  pageErrors.expectStatuses(500);
  await loseSessions(site.db);
  try {
    const first = (await page.goto("/"))!.headers()["x-request-id"];
    const loaded = page.waitForResponse((response) => response.url().includes(".data"));
    await page.getByRole("link", { name: "Return to home" }).click();
    const reference = (await loaded).headers()["x-request-id"];
    expect(reference).not.toBe(first);
    await expect(page.getByRole("main")).toContainText(`Reference: ${reference}`);
  } finally {
    await site.db.execute(sql`alter table lost_sessions rename to live_sessions`);
  }
});
