import { signInByCookie } from "../support/e2e-accounts";
import { expectHeading, takePlace } from "../support/e2e-booking";
import { crawl, type CrawlContext } from "../support/e2e-crawl";
import { aGuest, expect, test } from "../support/e2e-test";
import { addToWaitlist } from "../support/e2e-waitlist";

const list = "/admin/sessions";

/** Opens a page of a full session with one booking and one waitlist entry. */
const ofSession =
  (what: string) =>
  async ({ page, site, publishSession, guest }: CrawlContext) => {
    const session = await publishSession({ maxAttendees: 1, locationType: "onsite", address: "14 Lamb Lane" });
    await takePlace(site.db, session);
    await addToWaitlist(site.db, session, guest);
    await page.goto(`${list}/${session.id}${what}`);
  };

crawl("the admin's sessions", "the admin", {
  "all sessions": list,
  "no sessions": `${list}?search=nothing-at-all`,
  "a session’s details": ofSession(""),
  "its attendees": ofSession("/attendees"),
  "its waitlist": ofSession("/waitlist"),
  "the check-in": ofSession("/check-in"),
  "its form with an invalid field": async (stage) => {
    await ofSession("/edit")(stage);
    stage.pageErrors.expectStatuses(422);
    await stage.page.getByLabel("Max attendees").fill("0");
    await stage.page.locator("form#session").evaluate((form: HTMLFormElement) => form.setAttribute("novalidate", ""));
    await stage.page.getByRole("button", { name: "Save session" }).click();
    await expect(stage.page.getByLabel("Max attendees")).toHaveAttribute("aria-invalid", "true");
  },
  "cancelling it": ofSession("/delete"),
});

test("the admin creates a series, checks an attendee in, sees another admin's change, and publishes a copy @scripted", async ({
  page,
  context,
  site,
  publishSession,
  pageErrors,
}) => {
  await signInByCookie({ page, site }, { role: "admin", fullName: "Mara Lind" });
  await page.goto(`${list}/new`);
  await page.getByLabel("Title").fill("A Series of Mine");
  await page.getByLabel("Description").fill("Long exhales by the water.");
  await page.getByLabel("Start time").fill("2031-12-02T19:30");
  await page.getByLabel("On-site").check();
  await expect(page.getByLabel("Zoom link")).toBeHidden();
  await page.getByLabel("City").fill("Margate");
  await page.getByLabel("Repeat").selectOption({ label: "Monthly, on the same weekday (first Tuesday)" });
  await page.getByLabel("How many sessions").fill("3");
  await page.getByRole("button", { name: "Create session" }).click();
  await expect(page.getByRole("group", { name: "Series" }).getByRole("listitem")).toHaveCount(3);
  await expect(page.getByText("on the first Tuesday of the month")).toBeVisible();
  await page.getByRole("button", { name: "Create 3 sessions" }).click();
  await expect(page.getByText("3 sessions created")).toBeVisible();

  const session = await publishSession({ title: "The Weir" });
  await takePlace(site.db, session, { attendeeFirstName: aGuest().firstName });
  await takePlace(site.db, session, { attendeeFirstName: "Zoë", attendeeLastName: "Marsh" });
  await page.goto(`${list}/${session.id}/check-in`);
  const names = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("button", { name: /^Here/ }) })
    .locator("b");
  await expect(names).toHaveCount(2);
  await page.getByLabel("Name").fill("zoe m");
  await expect(names).toHaveText(["Zoë Marsh"]);
  await expect(page).toHaveURL(/check-in$/);
  const here = page.getByRole("button", { name: "Here: Zoë Marsh" });
  await here.click();
  await expect(page.getByText("The Weir: 1 of 2 here")).toBeVisible();
  await expect(here).toHaveAttribute("aria-pressed", "true");
  await here.click();
  await expect(page.getByText("The Weir: 0 of 2 here")).toBeVisible();

  const other = await context.newPage();
  for (const tab of [page, other]) await tab.goto(`${list}/${session.id}/edit`);
  await other.getByLabel("Title").fill("The Mill");
  await other.getByRole("button", { name: "Save session" }).click();
  await expectHeading(other, "The Mill");
  await page.getByLabel("Duration in minutes").fill("45");
  pageErrors.expectStatuses(409);
  await page.getByRole("button", { name: "Save session" }).click();
  const notice = page.getByRole("region", { name: "Changed since you opened it" });
  await expect(notice).toContainText("The Mill");
  await expect(notice).toBeFocused();
  await expect(notice).toBeInViewport();
  await expect(page.getByLabel("Title")).toHaveValue("The Mill");
  await page.getByRole("button", { name: "Save session" }).click();
  const change = page.getByRole("region", { name: "Check the change" });
  await expect(change).toContainText("1 person will be told by mail.");
  await expect(change).toBeFocused();
  await expect(page.getByLabel("Duration in minutes")).toHaveValue("45");
  await page.getByRole("button", { name: "Save and tell 1 person" }).click();
  await expectHeading(page, "The Mill");
  await expect(page.getByText("45 minutes")).toBeVisible();

  await page.getByRole("button", { name: "Duplicate The Mill" }).click();
  await expectHeading(page, "Edit Session");
  await page.getByLabel("Title").fill("The Mill Again");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("It is hidden and can’t be booked.")).toBeVisible();
  await page.getByRole("link", { name: "Edit Session" }).click();
  await page.getByRole("button", { name: "Save and publish" }).click();
  await expect(page.getByRole("link", { name: "View Public Page" })).toBeVisible();
});
