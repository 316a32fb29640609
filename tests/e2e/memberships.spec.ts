import { mailedLink, signUp } from "../support/e2e-accounts";
import { bookButton, dialogOf, expectBooked, expectHeading, healthBox, openDialog } from "../support/e2e-booking";
import { expect, test } from "../support/e2e-test";
import { aPlan } from "../support/memberships";

test("a visitor signs up on the way to a membership, books with it, cancels it, stays and changes to a dearer one", async ({
  page,
  site,
  guest,
  publishSession,
}) => {
  const plan = await aPlan(site.db, {}, { title: `Evenings of ${guest.email.slice(6, 14)}` });
  await page.goto("/memberships");
  await page.getByRole("link", { name: `${plan.title}, £40 a month` }).click();
  await signUp(page, guest);
  await expectHeading(page, "Confirm your email");
  await page.goto(await mailedLink(site, "verify-email", guest.email));
  await page.getByRole("button", { name: "Confirm my email" }).click();
  await expectHeading(page, `Join “${plan.title}”`);
  await page.getByRole("button", { name: "Go to payment" }).click();
  await page.getByRole("button", { name: "Subscribe", exact: true }).click();
  await expectHeading(page, "My Membership");
  await expect(page.getByText("1 of 1 session left this week.")).toBeVisible();

  await openDialog(page, await publishSession());
  await expect(dialogOf(page)).toContainText("Covered by your membership");
  await healthBox(page).check();
  await bookButton(page).click();
  await expectBooked(page, guest);

  await page.goto("/user/membership");
  await page.getByRole("link", { name: "Cancel membership" }).click();
  await expectHeading(page, `Cancel “${plan.title}”?`);
  await page.getByLabel("Why do you leave? (optional)").fill("I am moving");
  await page.getByRole("button", { name: "Cancel membership" }).click();
  await expect(page.getByText(/^Ends after /)).toBeVisible();
  await page.getByRole("button", { name: "Keep my membership" }).click();
  await expect(page.getByText(/^Renews on .* £40/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Cancel membership" })).toBeVisible();

  const dearer = await aPlan(site.db, { monthlyMinor: 8000 }, { title: `All ${plan.title}`, priceMinor: 8000 });
  await page.getByRole("button", { name: "Change plan" }).click();
  await page.getByRole("button", { name: `Confirm ${dearer.title}, £80.00 / month` }).click();
  await expectHeading(page, "My Membership");
  await expect(page.getByRole("heading", { name: dearer.title })).toBeVisible();
});
