import type { Page } from "@playwright/test";
import { dialogOf, expectHeading } from "../support/e2e-booking";
import { topOf } from "../support/e2e-position";
import { expect, test } from "../support/e2e-test";

const rowsOf = (page: Page) => page.getByRole("region", { name: "Sessions" }).getByRole("listitem");

/** Expects the text in every session of the list. */
async function expectInAll(page: Page, text: RegExp) {
  await expect(rowsOf(page).filter({ hasNot: page.getByText(text) })).toHaveCount(0);
  await expect(rowsOf(page)).not.toHaveCount(0);
}

/** Selects a filter; without JavaScript its Show button submits it. */
async function choose(page: Page, selector: "Category" | "Location", option: string, isScripted: boolean) {
  await page.getByRole("combobox", { name: selector }).selectOption(option);
  const show = page.getByRole("button", { name: "Show" });
  await expect(show).toBeVisible({ visible: !isScripted });
  if (!isScripted) await show.click();
}

test("a category chip filters the schedule, and the back button clears it", async ({ page }) => {
  await page.goto("/");
  const chips = page.getByRole("navigation", { name: "Category" });
  await expect(chips.getByRole("link", { name: "All" })).toHaveAttribute("aria-current", "true");
  const all = await rowsOf(page).count();
  await chips.getByRole("link", { name: "Meditation" }).click();
  await expect(page).toHaveURL("/?category=Meditation");
  await expect(chips.getByRole("link", { name: "Meditation" })).toHaveAttribute("aria-current", "true");
  await expect(page.getByRole("combobox", { name: "Category" })).toHaveValue("Meditation");
  await expect.poll(() => rowsOf(page).count()).toBeLessThan(all);
  await expectInAll(page, /^Meditation$/);
  await page.goBack();
  await expect(page).toHaveURL("/");
  await expect(rowsOf(page)).toHaveCount(all);
  await expect(page.getByRole("combobox", { name: "Category" })).toHaveValue("");
});

test("the selects filter the schedule by category, by location and by both", async ({ page, isScripted }) => {
  await page.goto("/");
  await choose(page, "Location", "London", isScripted);
  await expect(page).toHaveURL(/[?&]location=London/);
  await expectInAll(page, /^London\b/);
  const inLondon = await rowsOf(page).count();

  await choose(page, "Category", "Meditation", isScripted);
  await expect(page).toHaveURL(/[?&]category=Meditation/);
  await expect(page).toHaveURL(/[?&]location=London/);
  await expect.poll(() => rowsOf(page).count()).toBeLessThan(inLondon);
  await expectInAll(page, /^London\b/);
  await expectInAll(page, /^Meditation$/);

  await choose(page, "Location", "Online", isScripted);
  await expect(page).toHaveURL(/[?&]location=Online/);
  await expectInAll(page, /^Online\b/);
  await expectInAll(page, /^Meditation$/);
});

test("names a category without sessions and links to all sessions @scripted", async ({ page }) => {
  await page.goto("/?category=Sound%20%26%20Silence");
  await expect(
    page.getByText('No upcoming sessions in the "Sound & Silence" category.', { exact: true }),
  ).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Show all sessions" }).click();
  await expect(page).toHaveURL("/");
  await expect(rowsOf(page).first()).toBeVisible();
});

test("says when a location has no sessions @scripted", async ({ page }) => {
  await page.goto("/?location=Atlantis");
  await expect(page.getByText("No upcoming sessions in Atlantis.", { exact: true })).toBeVisible();
});

test.describe("in New York", () => {
  test.use({ timezoneId: "America/New_York" });

  const start = new Date(Date.now() + 5 * 86_400_000);
  const timeIn = (timeZone: string) =>
    new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", timeZone })
      .format(start)
      .replace(/\s/g, " ");
  const zoneName = (locale: string, timeZone: string) =>
    new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "short" })
      .formatToParts(start)
      .find(({ type }) => type === "timeZoneName")!.value;
  const here = `${timeIn("America/New_York")} ${zoneName("en-US", "America/New_York")}`;
  const atTheSite = `${timeIn("Europe/London")} ${zoneName("en-GB", "Europe/London")}`;
  const inPerson = { title: "Harbour Loft", startTime: start, locationType: "onsite", city: "Margate" } as const;
  const onScreen = { title: "Living Room", startTime: start };

  test("shows online sessions in the visitor's time and on-site ones in the site's @scripted", async ({
    page,
    publishSession,
  }) => {
    const online = await publishSession(onScreen);
    const onsite = await publishSession(inPerson);
    await page.goto("/");
    const rowOf = (title: string) => rowsOf(page).filter({ hasText: title });
    await expect(rowOf(online.title)).toContainText(timeIn("America/New_York"));
    await expect(rowOf(onsite.title)).toContainText(timeIn("Europe/London"));
    await expect(page.getByText("Times are in")).toHaveText(
      /^Times are in E[SD]T.* for online sessions, in (GMT|BST).* for sessions in person\.$/,
    );
    // The server knows the zone after the first visit.
    const html = await (await page.request.get(`/sessions/${online.id}`)).text();
    expect(html.replaceAll("<!-- -->", "")).toContain(here);
    await page.goto(`/sessions/${online.id}`);
    await expect(page.getByRole("complementary", { name: "Session details" })).toContainText(here);
    await page.getByRole("link", { name: "Book Now" }).click();
    await expect(dialogOf(page)).toContainText(here);
    await page.goto(`/sessions/${onsite.id}`);
    await expect(page.getByRole("complementary", { name: "Session details" })).toContainText(atTheSite);
  });

  test("without JavaScript every session is shown in the site's time, with its zone @plain", async ({
    page,
    publishSession,
  }) => {
    for (const session of [await publishSession(onScreen), await publishSession(inPerson)]) {
      await page.goto(`/sessions/${session.id}`);
      await expectHeading(page, session.title);
      await expect(page.getByRole("complementary", { name: "Session details" })).toContainText(atTheSite);
    }
    await page.goto("/");
    await expect(page.getByText("Times are in")).toHaveText(/^Times are in (GMT|BST)[^.]*\.$/);
  });
});

test("going back shows the schedule where it was left @scripted", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/");
  const link = rowsOf(page).last().getByRole("link");
  await link.scrollIntoViewIfNeeded();
  const place = await topOf(link);
  const title = await link.innerText();
  await link.click();
  await expect(page).toHaveURL(/\/sessions\//);
  await expectHeading(page, title);
  await page.goBack();
  expect(await topOf(link)).toBe(place);
});
