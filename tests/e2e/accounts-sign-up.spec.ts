import { eq } from "drizzle-orm";
import { users } from "@db/schema";
import { submitSignIn, expectDashboard, expectMessage, mailedLink, password, signUp } from "../support/e2e-accounts";
import { expectHeading } from "../support/e2e-booking";
import { expect, test } from "../support/e2e-test";

const created = {
  kind: "status",
  title: "Account created successfully",
  text: "Please check your email to confirm your account before signing in.",
} as const;

test("a visitor creates an account, and is signed in by confirming the email @scripted", async ({
  page,
  site,
  guest,
  isScripted,
  pageErrors,
}) => {
  await page.goto("/");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Sign In" }).click();
  await page.getByRole("link", { name: "Create Account" }).click();
  await expect(page.getByText("Password must be at least 6 characters long.")).toBeVisible();
  await signUp(page, guest);
  await expectHeading(page, "Confirm your email");
  await expectMessage(page, isScripted, created);

  await page.getByRole("link", { name: "Back to Sign In" }).click();
  pageErrors.expectStatuses(403);
  await submitSignIn(page, guest.email);
  await expectMessage(page, isScripted, {
    kind: "alert",
    title: "Email not verified",
    text: "Please check your inbox and verify your email before signing in.",
  });
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(guest.email);

  await page.goto(await mailedLink(site, "verify-email", guest.email));
  const confirmedAt = async () =>
    (await site.db.select().from(users).where(eq(users.email, guest.email)))[0]?.emailConfirmedAt;
  expect(await confirmedAt()).toBeNull();
  await page.getByRole("button", { name: "Confirm my email" }).click();
  await expectMessage(page, isScripted, {
    kind: "status",
    title: "Thank you",
    text: "Your email is confirmed, and you are signed in.",
  });
  expect(await confirmedAt()).not.toBeNull();
  await expectDashboard(page);
  await expectHeading(page, `Welcome, ${guest.firstName}`);
});

test("shows a toast after a redirect only once", async ({ page, context, guest, isScripted }) => {
  await page.goto("/sign-in?tab=sign-up");
  await signUp(page, guest);
  await expectMessage(page, isScripted, created);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("flash");
  await page.reload();
  await expectHeading(page, "Confirm your email");
  await expect(page.getByText(created.title)).toHaveCount(0);
});

test("a free recording prefills name and email, and opens after confirming the email @scripted", async ({
  page,
  site,
  guest,
}) => {
  const prefill = { firstName: guest.firstName, lastName: guest.lastName, email: guest.email };
  const query = new URLSearchParams({ tab: "sign-up", confirmed: "true", type: "stress", ...prefill });
  await page.goto(`/sign-in?${query.toString()}`);
  await expect(page.getByRole("status").first()).toHaveText(
    "Welcome! Please create your account to access your free recording.",
  );
  await expect(page.getByLabel("First name")).toHaveValue(guest.firstName);
  await expect(page.getByLabel("Last name")).toHaveValue(guest.lastName);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(guest.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expectHeading(page, "Confirm your email");

  await page.goto(await mailedLink(site, "verify-email", guest.email));
  await page.getByRole("button", { name: "Confirm my email" }).click();
  await page.waitForURL("/stress-recordings");
});

test("an invalid form keeps all fields but the password, and shows errors beside the fields @scripted", async ({
  page,
  guest,
  pageErrors,
}) => {
  await page.goto("/sign-in?tab=sign-up");
  pageErrors.expectStatuses(422);
  await signUp(page, { ...guest, lastName: "" }, "abc");
  const lastName = page.getByLabel("Last name");
  await expect(lastName).toHaveAccessibleDescription("Enter your last name");
  await expect(lastName).toBeFocused();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(
    "Password must be at least 6 characters long.",
  );
  await expect(page.getByLabel("First name")).toHaveValue(guest.firstName);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(guest.email);
});
