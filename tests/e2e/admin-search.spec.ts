import { signInByCookie } from "../support/e2e-accounts";
import { expectHeading } from "../support/e2e-booking";
import { expect, test } from "../support/e2e-test";
import { takePlace } from "../support/sessions";

test("the admin finds a person and a setting by / and the arrows, and turns / off @scripted", async ({
  page,
  site,
  publishSession,
}) => {
  const name = { attendeeFirstName: "Isolde", attendeeLastName: "Quay", attendeeEmail: "isolde.quay@example.com" };
  await takePlace(site.db, await publishSession(), name);
  await signInByCookie({ page, site }, { role: "admin" });
  await page.goto("/admin/users");
  const field = page.getByRole("combobox", { name: "Search" });
  const option = page.getByRole("option");

  await page.keyboard.press("Control+/");
  await expect(field).not.toBeFocused();
  await page.keyboard.press("/");
  await expect(field).toBeFocused();
  await page.keyboard.type("isolde");
  await expect(option.filter({ hasText: name.attendeeEmail })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option", { selected: true })).toHaveText(/Isolde Quay/);
  await page.keyboard.press("Enter");
  await expectHeading(page, "Isolde Quay");

  await page.keyboard.press("/");
  await page.keyboard.type("cancellation");
  await expect(option).toHaveText([/Cancelling/, "Show all results"]);
  await page.keyboard.press("Escape");
  await expect(option).toHaveCount(0);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/admin/settings?section=cancelling#cancelling");

  // In a field, a slash is a slash.
  await page.goto("/admin/search?q=isolde");
  const again = page.getByRole("searchbox", { name: "What are you looking for?" });
  await again.press("End");
  await again.press("/");
  await expect(again).toHaveValue("isolde/");
  await page.getByRole("checkbox", { name: "Press / on any admin page to search" }).uncheck();
  await page.goto("/admin");
  await page.keyboard.press("/");
  await expect(field).not.toBeFocused();
});

test("the search of the menu leads to a page of results @plain", async ({ page, site, publishSession }) => {
  const session = await publishSession({ title: "Isthmus Breath" });
  await signInByCookie({ page, site }, { role: "admin" });
  await page.goto("/admin");
  await page.getByRole("textbox", { name: "Search" }).fill("isthmus");
  await page.getByRole("button", { name: "Show all results" }).click();
  await expect(page).toHaveURL("/admin/search?q=isthmus");
  await page.getByRole("link", { name: session.title }).click();
  await expectHeading(page, session.title);
});
