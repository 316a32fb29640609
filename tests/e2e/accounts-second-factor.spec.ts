import type { Page } from "@playwright/test";
import {
  aMember,
  authenticator,
  signInByCookie,
  confirmPassword,
  submitSignIn,
  expectMessage,
  mailedLink,
  password,
  recoveryCodesOn,
  secretKey,
  setUpSecondFactor,
  signIn,
} from "../support/e2e-accounts";
import { expectHeading } from "../support/e2e-booking";
import { expectToast } from "../support/e2e-connection";
import { expect, test } from "../support/e2e-test";

const codeOf = (page: Page) => page.getByLabel("Code", { exact: true });

async function signOut(page: Page) {
  await page.goto("/sign-out");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/");
}

test("an admin sets up the second step, and signs in with a code and with a recovery code @scripted", async ({
  page,
  site,
  pageErrors,
}) => {
  const { email } = await aMember(site.db, { role: "admin", fullName: "Clara Marsh" });
  await page.goto("/admin");
  await submitSignIn(page, email);
  await expectHeading(page, "Admin Dashboard");
  await expect(page.getByText("Protect your admin area")).toBeVisible();
  await page.getByRole("link", { name: "Set it up now" }).click();
  await confirmPassword(page);
  await expect(page.getByRole("img", { name: "QR code for your app" })).toBeVisible();

  pageErrors.expectStatuses(422);
  await codeOf(page).fill("000000");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(codeOf(page)).toHaveAttribute("aria-invalid", "true");
  await expect(codeOf(page)).toBeFocused();
  // A mistyped code does not require another scan.
  await expect(secretKey(page)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Start again" })).toBeVisible();

  const { app, recoveryCodes } = await setUpSecondFactor(page);
  expect(new Set(recoveryCodes).size).toBe(10);
  await page.getByRole("link", { name: "I’ve saved my codes" }).click();
  await expect(page.getByText("10 recovery codes are left.")).toBeVisible();
  await page.goto("/admin");
  await expectHeading(page, "Admin Dashboard");
  await expect(page.getByText("Protect your admin area")).toHaveCount(0);

  await signOut(page);
  await page.goto("/admin");
  await submitSignIn(page, email);
  await expectHeading(page, "Enter your code");
  // A sign-in without its code opens no page.
  await page.goto("/dashboard");
  await expectHeading(page, "Enter your code");
  await codeOf(page).fill("000000");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(codeOf(page)).toHaveAttribute("aria-invalid", "true");
  await codeOf(page).fill(app.nextCode());
  await page.getByRole("button", { name: "Sign In" }).click();
  await expectHeading(page, "Admin Dashboard");

  await signOut(page);
  await page.goto("/admin");
  await submitSignIn(page, email);
  await codeOf(page).fill(recoveryCodes[0]!);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expectHeading(page, "Admin Dashboard");
  await page.goto("/dashboard/settings");
  await expect(page.getByText("9 recovery codes are left.")).toBeVisible();
});

test("a reset link requires the second step before the new password @scripted", async ({ page, site, isScripted }) => {
  const member = await aMember(site.db);
  await signInByCookie({ page, site }, member);
  const { app } = await setUpSecondFactor(page);
  await signOut(page);
  await page.goto("/sign-in?tab=reset-password");
  await page.getByRole("dialog").getByLabel("Email", { exact: true }).fill(member.email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expect(page.getByRole("dialog", { name: "Check Your Email" })).toBeVisible();
  await page.goto(await mailedLink(site, "reset-password", member.email));
  await page.getByRole("button", { name: "Continue" }).click();
  await expectHeading(page, "Enter your code");
  await codeOf(page).fill(app.nextCode());
  await page.getByRole("button", { name: "Sign In" }).click();
  await expectHeading(page, "Set a new password");
  await expectMessage(page, isScripted, {
    kind: "status",
    title: "Signed in successfully",
    text: "Please set a new password now.",
  });
  await expect(page.getByLabel("Current password")).toHaveCount(0);
});

test("shows recovery codes once, replaces them, and turns the second step off with one @scripted", async ({
  page,
  site,
  isScripted,
  pageErrors,
}) => {
  const member = await aMember(site.db);
  await signInByCookie({ page, site }, member);
  const { recoveryCodes } = await setUpSecondFactor(page);
  await page.goto("/dashboard/settings/second-factor");
  await expect(page.getByText("Two-step sign-in is already on.")).toBeVisible();
  for (const code of recoveryCodes) expect(await page.content()).not.toContain(code);

  await page.goto("/dashboard/settings");
  await page.getByRole("link", { name: "New recovery codes" }).click();
  await page.getByLabel("Current password", { exact: true }).fill(password);
  await codeOf(page).fill(recoveryCodes[0]!);
  await page.getByRole("button", { name: "Make new codes" }).click();
  await expectHeading(page, "Your recovery codes");
  const renewed = await recoveryCodesOn(page).allInnerTexts();
  expect(renewed).toHaveLength(10);
  await page.getByRole("link", { name: "I’ve saved my codes" }).click();

  await page.getByRole("link", { name: "Turn off" }).click();
  const dialog = page.getByRole("dialog", { name: "Turn off two-step sign-in" });
  pageErrors.expectStatuses(422);
  await dialog.getByLabel("Current password", { exact: true }).fill(password);
  await dialog.getByLabel("Code", { exact: true }).fill(recoveryCodes[1]!);
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await expect(dialog.getByLabel("Code", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Current password", { exact: true }).fill(password);
  await dialog.getByLabel("Code", { exact: true }).fill(renewed[0]!);
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await expect(page).toHaveURL("/dashboard/settings");
  await expectMessage(page, isScripted, {
    kind: "status",
    title: "Two-step sign-in turned off",
    text: "You now sign in with your password only.",
  });
  await expect(page.getByRole("link", { name: "Set up" })).toBeVisible();

  await signOut(page);
  await signIn(page, member);
});

test("copies the recovery codes @scripted", async ({ page, context, site }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInByCookie({ page, site });
  const { recoveryCodes } = await setUpSecondFactor(page);
  await page.getByRole("button", { name: "Copy codes" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Copied!" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(recoveryCodes.join("\n"));
});

test("replaces recovery codes whose answer was lost @scripted", async ({ page, site, pageErrors }) => {
  pageErrors.allowFailedRequests();
  const member = await aMember(site.db);
  await signInByCookie({ page, site }, member);
  const loseAnswers = () =>
    page.route(/\.data/, async (route) => {
      await route.fetch();
      await route.abort();
    });
  await page.goto("/dashboard/settings/second-factor");
  await confirmPassword(page);
  const app = authenticator(await secretKey(page).innerText());
  await codeOf(page).fill(app.code());
  await loseAnswers();
  await page.getByRole("button", { name: "Turn on" }).click();
  await expectToast(page, "Error Failed to set up two-step sign-in. Please try again.");
  await page.unroute(/\.data/);
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("Two-step sign-in is already on.")).toBeVisible();
  await expect(page.getByText("If you have not seen your recovery codes, make new ones.")).toBeVisible();

  await page.getByRole("link", { name: "make new ones" }).click();
  await page.getByLabel("Current password", { exact: true }).fill(password);
  await codeOf(page).fill(app.nextCode());
  await loseAnswers();
  await page.getByRole("button", { name: "Make new codes" }).click();
  await expectToast(page, "Error Failed to make new codes. Your old ones may no longer work: please try again.");
});
