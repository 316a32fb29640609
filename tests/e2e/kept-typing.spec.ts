import { eq } from "drizzle-orm";
import { sessionBookings, siteSettings } from "@db/schema";
import { beSignedIn } from "../support/e2e-accounts";
import { takePlace } from "../support/e2e-booking";
import { expect, test } from "../support/e2e-test";

test("a search goes with the address, and leaves what is being typed alone @scripted", async ({ page, site }) => {
  await page.goto("/resources");
  const resources = page.getByLabel("Search resources");
  await resources.fill("plan");
  await page.keyboard.press("Enter");
  await page.keyboard.type("ning");
  await expect(page).toHaveURL("/resources?q=plan");
  await expect(resources).toHaveValue("planning");
  await expect(resources).toBeFocused();

  await beSignedIn({ page, site }, { role: "admin" });
  await page.goto("/admin/bookings");
  const bookings = page.getByRole("searchbox");
  await bookings.fill("hannah");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/admin/bookings?search=hannah");
  await page.goBack();
  await expect(page).toHaveURL("/admin/bookings");
  await expect(bookings).toHaveValue("");
});

test("what another admin saves takes the place of nothing that is typed; saving tells of it @scripted", async ({
  page,
  site,
  watch,
}) => {
  await beSignedIn({ page, site }, { role: "admin" });
  await page.goto("/admin/settings");
  const hours = page.getByLabel("How many hours an offered place is held");
  await hours.fill("7");
  const saved = { key: "offerHours", value: 9 };
  await site.db.insert(siteSettings).values(saved).onConflictDoUpdate({ target: siteSettings.key, set: saved });
  await page.getByRole("button", { name: "Save Cancelling" }).click();
  await expect(page.getByText("Settings saved")).toBeVisible();
  await expect(hours).toHaveValue("7");
  watch.expects(409);
  await page.getByRole("button", { name: "Save Waitlist" }).click();
  const notice = page.getByRole("region", { name: "Changed meanwhile" });
  await expect(notice).toContainText("9");
  await expect(hours).toHaveValue("7");
  await notice.getByRole("link", { name: /^Drop what I typed/ }).click();
  await expect(notice).toHaveCount(0);
  await expect(hours).toHaveValue("9");
  await site.db.delete(siteSettings).where(eq(siteSettings.key, saved.key));
});

test("a note that is being typed stays, whoever else writes one meanwhile @scripted", async ({ page, site, offer }) => {
  const session = await offer();
  await takePlace(site.db, session);
  await beSignedIn({ page, site }, { role: "admin" });
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
