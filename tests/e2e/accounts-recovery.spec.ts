import {
  aMember,
  requestSignInLink,
  signInByCookie,
  submitSignIn,
  expectDashboard,
  expectMessage,
  mailedLink,
  password,
} from "../support/e2e-accounts";
import { expectHeading } from "../support/e2e-booking";
import { expect, test } from "../support/e2e-test";

const newPassword = "longer-exhale-9";
const dialogName = "Forgot your password?";

test("resets a forgotten password through the mailed link @scripted", async ({
  page,
  site,
  isScripted,
  pageErrors,
}) => {
  const { email } = await aMember(site.db);
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page).toHaveURL("/sign-in?tab=reset-password");
  const dialog = page.getByRole("dialog", { name: dialogName });
  await dialog.getByLabel("Email", { exact: true }).fill(email);
  await dialog.getByRole("button", { name: "Send reset link" }).click();
  const sent = page.getByRole("dialog", { name: "Check Your Email" });
  await expect(sent).toBeVisible();
  await sent.getByRole("link", { name: "Back to Sign In" }).click();
  await expect(page).toHaveURL("/sign-in");

  const link = await mailedLink(site, "reset-password", email);
  await page.goto(link);
  await page.getByRole("button", { name: "Continue" }).click();
  await expectHeading(page, "Set a new password");
  await expectMessage(page, isScripted, {
    kind: "status",
    title: "Signed in successfully",
    text: "Please set a new password now.",
  });
  await expect(page.getByLabel("Current password")).toHaveCount(0);
  await page.getByLabel("New password", { exact: true }).fill(newPassword);
  await page.getByLabel("Confirm new password", { exact: true }).fill(newPassword);
  await page.getByRole("button", { name: "Update Password" }).click();
  await expectHeading(page, "Password Updated");
  await expectMessage(page, isScripted, {
    kind: "status",
    title: "Success",
    text: "Your password has been updated.",
  });
  await page.getByRole("link", { name: "Go to Dashboard" }).click();
  await expectDashboard(page);

  pageErrors.expectStatuses(410);
  await page.goto(link);
  await expect(page.getByRole("alert")).toHaveText("This link has expired or has already been used.");
  await page.getByRole("link", { name: "Send a new link" }).click();
  await expect(page.getByRole("dialog", { name: dialogName })).toBeVisible();
});

test("refuses a link that was used elsewhere while its page was open @scripted", async ({
  page,
  site,
  newVisitor,
  pageErrors,
}) => {
  const { email } = await aMember(site.db);
  await page.goto("/sign-in/link");
  await requestSignInLink(page, email);
  const link = await mailedLink(site, "sign-in-link", email);
  const other = await newVisitor();
  for (const visitor of [page, other]) await visitor.goto(new URL(link, site.url).href);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expectDashboard(page);
  pageErrors.expectStatuses(410);
  await other.getByRole("button", { name: "Sign In" }).click();
  await expect(other.getByRole("alert")).toHaveText("This link has expired or has already been used.");
  await other.getByRole("link", { name: "Send a new link" }).click();
  await expectHeading(other, "Email me a sign-in link");
});

const magicLinkSent = {
  kind: "status",
  title: "Magic Link Sent",
  text: "Check your email for a sign-in link. You'll be able to change your password after signing in.",
} as const;

test("a one-time link signs in, returns to the page asked for, and allows a new password @scripted", async ({
  page,
  site,
  isScripted,
}) => {
  const { email } = await aMember(site.db);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Email me a sign-in link" }).click();
  await requestSignInLink(page, email);
  await expectHeading(page, "Check Your Email");
  await expectMessage(page, isScripted, magicLinkSent);

  await page.goto(await mailedLink(site, "sign-in-link", email));
  await page.getByRole("button", { name: "Sign In" }).click();
  await expectDashboard(page);
  await page.getByRole("link", { name: "set a new password" }).click();
  await page.getByLabel("New password", { exact: true }).fill(newPassword);
  await page.getByLabel("Confirm new password", { exact: true }).fill(newPassword);
  await page.getByRole("button", { name: "Update Password" }).click();
  await expectHeading(page, "Password Updated");
});

const wrongPairs = [
  {
    typed: [newPassword, "another-one"],
    title: "Passwords don't match",
    text: "Please make sure both passwords match.",
    field: "Confirm new password",
  },
  {
    typed: ["short", "short"],
    title: "Password too short",
    text: "Password should be at least 6 characters long.",
    field: "New password",
  },
] as const;

for (const { typed, title, text, field } of wrongPairs) {
  test(`/update-password shows "${title}" beside the field and above the form @scripted`, async ({
    page,
    site,
    isScripted,
    pageErrors,
  }) => {
    await signInByCookie({ page, site });
    await page.goto("/update-password");
    pageErrors.expectStatuses(422);
    await page.getByLabel("Current password", { exact: true }).fill(password);
    await page.getByLabel("New password", { exact: true }).fill(typed[0]);
    await page.getByLabel("Confirm new password", { exact: true }).fill(typed[1]);
    await page.getByRole("button", { name: "Update Password" }).click();
    await expectMessage(page, isScripted, { kind: "alert", title, text });
    await expect(page.getByLabel(field, { exact: true })).toHaveAccessibleDescription(text);
    await expect(page.getByLabel(field, { exact: true })).toBeFocused();
    expect(await page.content()).not.toContain(password);
  });
}

test("/update-password asks visitors to sign in, and members for their current password @scripted", async ({
  page,
  site,
  isScripted,
  pageErrors,
}) => {
  const { email } = await aMember(site.db);
  await page.goto("/update-password");
  await expect(page).toHaveURL("/sign-in?returnTo=%2Fupdate-password");
  await expectMessage(page, isScripted, {
    kind: "alert",
    title: "Authentication Required",
    text: "You need to be signed in to change your password.",
  });
  await submitSignIn(page, email);
  await expectHeading(page, "Set a new password");
  pageErrors.expectStatuses(422);
  await page.getByLabel("Current password", { exact: true }).fill("not-this-one");
  await page.getByLabel("New password", { exact: true }).fill(newPassword);
  await page.getByLabel("Confirm new password", { exact: true }).fill(newPassword);
  await page.getByRole("button", { name: "Update Password" }).click();
  const current = page.getByLabel("Current password", { exact: true });
  await expect(current).toHaveAccessibleDescription("Current password is incorrect");
  await expect(current).toBeFocused();
});
