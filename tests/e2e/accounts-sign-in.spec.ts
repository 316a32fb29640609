import { aMember, submitSignIn, exhaustAttempts, expectMessage, signIn } from "../support/e2e-accounts";
import { expectHeading } from "../support/e2e-booking";
import { expect, test } from "../support/e2e-test";

test("gives the same message for a wrong password and an unknown email @scripted", async ({
  page,
  site,
  guest,
  isScripted,
  pageErrors,
}) => {
  const { email } = await aMember(site.db);
  pageErrors.expectStatuses(401);
  for (const address of [email, guest.email]) {
    await page.goto("/sign-in");
    await submitSignIn(page, address, "not-this-one");
    await expectMessage(page, isScripted, {
      kind: "alert",
      title: "Sign-in failed",
      text: "Invalid email or password",
    });
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(address);
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  }
});

test("an empty form shows what is missing and focuses the first field @scripted", async ({ page, pageErrors }) => {
  await page.goto("/sign-in");
  await page.locator("form").evaluate((form: HTMLFormElement) => (form.noValidate = true));
  pageErrors.expectStatuses(422);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByLabel("Email", { exact: true })).toHaveAccessibleDescription("Enter a full email address");
  await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription("Enter your password");
});

test("refuses too many attempts and says how long to wait @scripted", async ({
  page,
  site,
  isScripted,
  pageErrors,
}) => {
  const { email } = await aMember(site.db);
  pageErrors.expectStatuses(401, 429);
  await page.goto("/sign-in");
  await submitSignIn(page, email, "not-this-one");
  await expect(page.getByRole("alert").first()).toContainText("Sign-in failed");
  await exhaustAttempts(site.db);
  await page.goto("/sign-in");
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === "POST"),
    submitSignIn(page, email),
  ]);
  expect(Number(answer.headers()["retry-after"])).toBeGreaterThan(60);
  await expectMessage(page, isScripted, {
    kind: "alert",
    title: "Sign-in failed",
    text: "Too many attempts. Please try again in 15 minutes.",
  });
});

test("a member's page sends a visitor to sign in, then opens", async ({ page, site }) => {
  const member = await aMember(site.db);
  await page.goto("/dashboard/settings/password");
  await expect(page).toHaveURL("/sign-in?returnTo=%2Fdashboard%2Fsettings%2Fpassword");
  await submitSignIn(page, member.email);
  await expect(page.getByRole("dialog", { name: "Change Password" })).toBeVisible();
  await expect(page).toHaveURL("/dashboard/settings/password");
});

test("signing in from a session's page returns to it @scripted", async ({ page, site, publishSession }) => {
  const member = await aMember(site.db);
  const session = await publishSession();
  await page.goto(`/sessions/${session.id}`);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Sign In" }).click();
  await submitSignIn(page, member.email);
  await expectHeading(page, session.title);
  const account = page.getByRole("navigation", { name: "Main" });
  await expect(account.getByRole("link", { name: "Dashboard" })).toBeVisible();
  await expect(account.getByRole("link", { name: "Sign In" })).toHaveCount(0);
  await expect(account.getByRole("link", { name: "Admin" })).toHaveCount(0);
});

test("a button shows the password with JavaScript, and is absent without it", async ({ page, isScripted }) => {
  await page.goto("/sign-in");
  const field = page.getByLabel("Password", { exact: true });
  const toggle = page.getByRole("button", { name: "Show password" });
  await field.fill("slow");
  await expect(field).toHaveAttribute("type", "password");
  if (!isScripted) return expect(toggle).toHaveCount(0);
  await toggle.click();
  await expect(field).toHaveAttribute("type", "text");
  await expect(field).toHaveValue("slow");
  await expect(toggle).toHaveAttribute("aria-pressed", "true");
  await toggle.click();
  await expect(field).toHaveAttribute("type", "password");
});

test("signing out leads home with a message, and closes the member's pages", async ({ page, site, isScripted }) => {
  await signIn(page, await aMember(site.db));
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/");
  await expectMessage(page, isScripted, {
    kind: "status",
    title: "Logged out",
    text: "You have been successfully logged out.",
  });
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Sign In" })).toBeVisible();
  await page.goto("/dashboard");
  await expect(page).toHaveURL("/sign-in");
});

test.describe("below 768 px", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the member's pages have a drawer with Sign Out", async ({ page, site, isScripted }) => {
    await signIn(page, await aMember(site.db));
    const items = page.getByRole("navigation", { name: "Member" });
    await expect(items).toHaveCount(0);
    await page.locator("summary[aria-label='Menu']").click();
    await expect(items.getByRole("link", { name: "Home" })).toHaveAttribute("aria-current", "page");
    await items.getByRole("link", { name: "Profile" }).click();
    await expectHeading(page, "Profile");
    await expect(items).toHaveCount(0);
    await page.locator("summary[aria-label='Menu']").click();
    if (isScripted) {
      await page.keyboard.press("Escape");
      await expect(items).toHaveCount(0);
      await expect(page.locator("summary[aria-label='Menu']")).toBeFocused();
      await page.keyboard.press("Enter");
    }
    await items.getByRole("button", { name: "Sign Out" }).click();
    await expect(page).toHaveURL("/");
  });
});
