import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { sessionBookings, sessionCategories, siteSettings } from "@db/schema";
import { aMember, signInByCookie, submitSignIn } from "../support/e2e-accounts";
import { takePlace } from "../support/e2e-booking";
import { loseResponses } from "../support/e2e-connection";
import { expect, test } from "../support/e2e-test";
import { waitForHydrationOnNavigation } from "../support/e2e-visit";

test("a search follows the address and does not overwrite what is being typed @scripted", async ({ page, site }) => {
  await page.goto("/resources");
  const resources = page.getByLabel("Search resources");
  await resources.fill("plan");
  await page.keyboard.press("Enter");
  await page.keyboard.type("ning");
  await expect(page).toHaveURL("/resources?q=plan");
  await expect(resources).toHaveValue("planning");
  await expect(resources).toBeFocused();

  await signInByCookie({ page, site }, { role: "admin" });
  await page.goto("/admin/bookings");
  const bookings = page.getByRole("searchbox");
  await bookings.fill("hannah");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/admin/bookings?search=hannah");
  await page.goBack();
  await expect(page).toHaveURL("/admin/bookings");
  await expect(bookings).toHaveValue("");
});

test("another admin's change does not overwrite what is typed, and is shown on saving @scripted", async ({
  page,
  site,
  pageErrors,
}) => {
  await signInByCookie({ page, site }, { role: "admin" });
  await page.goto("/admin/settings?section=waitlist");
  const hours = page.getByLabel("How many hours an offered place is held");
  await hours.fill("7");
  const saved = { key: "offerHours", value: 9 };
  await site.db.insert(siteSettings).values(saved).onConflictDoUpdate({ target: siteSettings.key, set: saved });
  await page.locator("summary", { hasText: "Cancelling" }).click();
  await page.getByRole("button", { name: "Save Cancelling" }).click();
  await expect(page.getByText("Settings saved")).toBeVisible();
  await expect(hours).toBeVisible();
  await expect(hours).toHaveValue("7");
  pageErrors.expectStatuses(409);
  await page.getByRole("button", { name: "Save Waitlist" }).click();
  const notice = page.getByRole("region", { name: "Changed since you opened it" });
  await expect(notice).toContainText("9");
  await expect(hours).toHaveValue("7");
  await notice.getByRole("link", { name: /^Discard my changes/ }).click();
  await expect(notice).toHaveCount(0);
  await expect(hours).toHaveValue("9");
  await site.db.delete(siteSettings).where(eq(siteSettings.key, saved.key));
});

test("keeps a note being typed when another admin saves one @scripted", async ({ page, site, publishSession }) => {
  const session = await publishSession();
  await takePlace(site.db, session);
  await signInByCookie({ page, site }, { role: "admin" });
  await page.clock.install();
  await page.goto(`/admin/sessions/${session.id}/attendees`);
  await page.locator("summary", { hasText: "Add a note" }).click();
  const note = page.getByLabel(/^Your note about /);
  await note.fill("Brings her own mat");
  const isHers = eq(sessionBookings.sessionId, session.id);
  await site.db.update(sessionBookings).set({ attendeeNote: "Pregnant" }).where(isHers);
  await page.clock.runFor(61_000);
  await expect(page.getByText("Pregnant").first()).toBeVisible();
  await expect(note).toHaveValue("Brings her own mat");
});

/** Signs out in another tab. */
async function signOutElsewhere(page: Page) {
  const other = await page.context().newPage();
  waitForHydrationOnNavigation(other);
  await other.goto("/sign-out");
  await other.getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(other).toHaveURL("/");
  await other.close();
}

test("restores unsaved input after signing in again, and forgets it once saved @scripted", async ({
  page,
  site,
  pageErrors,
}) => {
  pageErrors.allowFailedRequests();
  const admin = await aMember(site.db, { role: "admin" });
  await signInByCookie({ page, site }, admin);
  const unsaved = page.getByText("Not saved yet.");

  await page.goto("/dashboard/settings");
  await signOutElsewhere(page);
  const name = page.getByLabel("Full name");
  await name.fill("Maeve Byrne");
  const save = page.getByRole("button", { name: "Save changes" });
  await save.click();
  await submitSignIn(page, admin.email);
  await expect(unsaved.first()).toBeVisible();
  await expect(name).toHaveValue("Maeve Byrne");
  await name.fill("Maeve Weir");
  await loseResponses(page, "cut connection", async () => {
    await save.click();
    await expect(page.getByText("Failed to update profile")).toBeVisible();
  });
  await expect(page.locator("main").getByText("Not saved yet.")).toBeVisible();
  await expect(name).toHaveValue("Maeve Weir");
  await save.click();
  await expect(page.getByText("Your profile has been updated.")).toBeVisible();
  await expect(unsaved).toHaveCount(0);
  await expect(name).toHaveValue("Maeve Weir");

  await page.goto("/admin/categories");
  await signOutElsewhere(page);
  const category = page.getByLabel("New category");
  await category.fill("Weir Breath");
  const add = page.getByRole("button", { name: "Add Category" });
  await add.click();
  await submitSignIn(page, admin.email);
  // The message above went by itself; this one would take as long.
  await page.getByRole("button", { name: "Dismiss: Not saved yet." }).click();
  await expect(category).toHaveValue("Weir Breath");
  await add.click();
  await expect(page.getByRole("link", { name: "Weir Breath", exact: true })).toBeVisible();
  await expect(unsaved).toHaveCount(0);
  await expect(category).toHaveValue("");
  await site.db.delete(sessionCategories).where(eq(sessionCategories.name, "Weir Breath"));
});
