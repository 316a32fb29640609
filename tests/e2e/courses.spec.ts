import { expectPaymentPage, expectWholeStatement, healthBox, pressOnPaymentPage } from "../support/e2e-booking";
import { expect, test } from "../support/e2e-test";
import { aCourseOf, someDates } from "../support/courses";

test("a guest buys a course, gives up a date and makes it up", async ({ page, site, guest }) => {
  const category = "Breathwork";
  const dates = await someDates(site.db, { count: 2, category });
  await aCourseOf(site.db, await someDates(site.db, { count: 2, category, title: "Parallel evenings" }));
  const { id } = await aCourseOf(site.db, dates, {}, { canMakeUp: true });
  await page.goto(`/courses/${id}`);
  await page.getByRole("link", { name: "Book the course for £100" }).click();
  await page.getByLabel("First name").fill(guest.firstName);
  await page.getByLabel("Last name").fill(guest.lastName);
  await page.getByLabel("Email", { exact: true }).fill(guest.email);
  await expectWholeStatement(page);
  await healthBox(page).check();
  await page.getByRole("button", { name: "Book £100.00" }).click();
  await expectPaymentPage(page);
  await pressOnPaymentPage(page, "Pay");
  await expect(page.getByRole("heading", { name: "Your course is booked" })).toBeVisible();
  const course = page.url();

  await page.getByRole("list", { name: "Dates" }).getByRole("link").first().click();
  await page.getByRole("link", { name: "Give up this date" }).click();
  const dialog = page.getByRole("dialog", { name: "Give up this date" });
  await expect(dialog).toContainText("giving up a single date brings no refund");
  await dialog.getByRole("button", { name: "Give up this date" }).click();
  await expect(page.getByText("Booking cancelled")).toBeVisible();
  await page.goto(course);
  await expect(page.getByText("Given up", { exact: true })).toBeVisible();
  await page.getByRole("combobox", { name: "Book", exact: true }).selectOption({ index: 0 });
  await page.getByRole("button", { name: "Book this date" }).click();
  await expect(page.getByText("Given up, made up on another date")).toBeVisible();
  await expect(page.getByText("Makes up for another date")).toBeVisible();
});
