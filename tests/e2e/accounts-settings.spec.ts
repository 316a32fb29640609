import type { Page } from "@playwright/test";
import {
  aMember,
  signInByCookie,
  submitSignIn,
  expectDashboard,
  expectMessage,
  password,
  signIn,
} from "../support/e2e-accounts";
import { expect, test } from "../support/e2e-test";

const newPassword = "longer-exhale-9";
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Change Password" });
const changeButton = (page: Page) => dialogOf(page).getByRole("button", { name: "Change Password" });

async function fillIn(page: Page, current: string, next: string, again = next) {
  await dialogOf(page).getByLabel("Current password", { exact: true }).fill(current);
  await dialogOf(page).getByLabel("New password", { exact: true }).fill(next);
  await dialogOf(page).getByLabel("Confirm new password", { exact: true }).fill(again);
}

test("shows a member's name and email, and changes the password @scripted", async ({
  page,
  site,
  isScripted,
  pageErrors,
}) => {
  const member = await aMember(site.db);
  const { email } = member;
  await signInByCookie({ page, site }, member);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Profile" }).click();
  await expect(page.getByLabel("Full name")).toHaveValue("Maeve Donnelly");
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await page.getByRole("link", { name: "Change Password" }).click();
  await expect(page).toHaveURL("/dashboard/settings/password");

  pageErrors.expectStatuses(422);
  await fillIn(page, password, newPassword, "another-one");
  await changeButton(page).click();
  const again = dialogOf(page).getByLabel("Confirm new password", { exact: true });
  await expect(again).toHaveAccessibleDescription("Passwords don't match");
  await expect(again).toBeFocused();

  await fillIn(page, "short", "short");
  await changeButton(page).click();
  for (const label of ["Current password", "New password", "Confirm new password"]) {
    await expect(dialogOf(page).getByLabel(label, { exact: true })).toHaveAccessibleDescription(
      "Password must be at least 6 characters",
    );
  }

  await fillIn(page, "not-this-one", newPassword);
  await changeButton(page).click();
  const current = dialogOf(page).getByLabel("Current password", { exact: true });
  await expect(current).toHaveAccessibleDescription("Current password is incorrect");
  await expect(current).toBeFocused();

  await fillIn(page, password, newPassword);
  await changeButton(page).click();
  await expect(page).toHaveURL("/dashboard/settings");
  await expectMessage(page, isScripted, { kind: "status", title: "Success", text: "Your password has been updated." });
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(page).toHaveURL("/");
  await page.goto("/sign-in");
  await submitSignIn(page, email, newPassword);
  await expectDashboard(page);
});

test("the button reads Updating... while the password is being saved @scripted", async ({ page, site }) => {
  await signInByCookie({ page, site });
  await page.goto("/dashboard/settings/password");
  await fillIn(page, password, newPassword);
  let unblock = () => {};
  const held = new Promise<void>((resolve) => (unblock = resolve));
  await page.route(/settings\/password/, async (route) => {
    await held;
    await route.continue();
  });
  await changeButton(page).click();
  await expect(dialogOf(page).getByRole("button", { name: "Updating..." })).toHaveAttribute("aria-disabled", "true");
  unblock();
  await expect(dialogOf(page)).toHaveCount(0);
});

test("Escape closes the dialog and returns the focus @scripted", async ({ page, site }) => {
  await signInByCookie({ page, site });
  await page.goto("/dashboard/settings");
  await page.getByRole("link", { name: "Change Password" }).click();
  await expect(dialogOf(page).getByLabel("Current password", { exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Change Password" })).toBeFocused();
});

const devicesOf = (page: Page) => page.getByRole("region", { name: "Signed-in devices" });

test("signs out another device and keeps this one @scripted", async ({ page, site, newVisitor, isScripted }) => {
  const member = await aMember(site.db);
  await signIn(page, member);
  const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  const other = await newVisitor({ baseURL: site.url, userAgent: firefox });
  await signIn(other, member);

  await page.goto("/dashboard/settings");
  const list = devicesOf(page).getByRole("listitem");
  await expect(list).toHaveCount(2);
  await expect(list.filter({ hasText: "This device" })).toHaveCount(1);
  await devicesOf(page).getByRole("link", { name: "Sign out Firefox on Linux" }).click();
  const dialog = page.getByRole("dialog", { name: "Sign out Firefox on Linux?" });
  await dialog.getByLabel("Current password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Sign out", exact: true }).click();
  await expectMessage(page, isScripted, {
    kind: "status",
    title: "Signed out",
    text: "That device has been signed out.",
  });
  await expect(list).toHaveCount(1);
  await other.goto("/dashboard/settings");
  await expect(other).toHaveURL("/sign-in?returnTo=%2Fdashboard%2Fsettings");
});
