import { mailConsents } from "@db/schema";
import {
  aMember,
  requestSignInLink,
  signInByCookie,
  submitSignIn,
  mailedLink,
  setUpSecondFactor,
} from "../support/e2e-accounts";
import { expectHeading } from "../support/e2e-booking";
import { crawl, type CrawlContext } from "../support/e2e-crawl";
import type { Site } from "../support/e2e-site";
import { expect, type Guest } from "../support/e2e-test";

crawl("signing in and signing up", "a visitor", {
  "the Sign In tab": "/sign-in",
  "the Sign In tab after a wrong password": async ({ page, pageErrors }) => {
    await page.goto("/sign-in");
    pageErrors.expectStatuses(401);
    await submitSignIn(page, "unknown@example.com", "not-this-one");
    await expect(page.getByRole("alert")).toHaveCount(1);
  },
  "the Create Account tab from a free recording": "/sign-in?tab=sign-up&confirmed=true&type=birth&firstName=Hannah",
  "the invalid Create Account tab": async ({ page, pageErrors }) => {
    await page.goto("/sign-in?tab=sign-up");
    pageErrors.expectStatuses(422);
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(page.getByLabel("Email", { exact: true })).toHaveAttribute("aria-invalid", "true");
  },
  "the confirmation after signing up": "/sign-in?created=1",
  "the forgot-password dialog": "/sign-in?tab=reset-password",
  "the forgot-password dialog after sending the link": "/sign-in?tab=reset-password&sent=1",
  "the form for a sign-in link": "/sign-in/link",
  "the screen after asking for a sign-in link": "/sign-in/link?sent=1",
  "a mailed link": async ({ page, site }) => {
    const { email } = await aMember(site.db);
    await page.goto("/sign-in/link");
    await requestSignInLink(page, email);
    await page.goto(await mailedLink(site, "sign-in-link", email));
  },
  "the question about news by email": async ({ page, site, guest }) => {
    const { id } = await askForNews(site, guest, { confirmKey: "a-key" });
    await page.goto(`/announcements/${id}?key=a-key`);
    await expect(page.getByRole("button", { name: "Yes, email me news" })).toBeVisible();
  },
  "an expired link": async ({ page, pageErrors }) => {
    pageErrors.expectStatuses(410);
    await page.goto("/verify-email?token=over");
  },
  "the page for signing out": "/sign-out",
  "the code at sign-in": async ({ page, site }) => {
    const member = await aMember(site.db);
    await signInByCookie({ page, site }, member);
    await setUpSecondFactor(page);
    await page.context().clearCookies();
    await page.goto("/sign-in");
    await submitSignIn(page, member.email);
    await expectHeading(page, "Enter your code");
  },
});

crawl("a member's account", "a member", {
  "the page for a new password": "/update-password",
  "the new password's success": "/update-password?updated=1",
  "the dashboard": "/dashboard",
  "the dashboard with its drawer": async ({ page }) => {
    await page.goto("/dashboard");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator("summary[aria-label='Menu']").click();
  },
  "the profile": "/dashboard/settings",
  "the page before deleting the account": "/dashboard/settings/delete",
  "the dialog that changes the password": "/dashboard/settings/password",
  "the set-up of the second step": "/dashboard/settings/second-factor",
  // Last, because the account has a second step from here on.
  "the recovery codes": ({ page }) => setUpSecondFactor(page),
});

crawl("an account with a second step", withSecondFactor, {
  "the profile with a second step": "/dashboard/settings",
  "the form for new recovery codes": "/dashboard/settings/recovery-codes",
  "the dialog that turns the second step off": "/dashboard/settings/second-factor/off",
});

async function askForNews({ db }: Site, { email }: Guest, answer: { confirmKey: string } | { confirmedAt: Date }) {
  const asked = { email, addressHash: email, source: "booking", wording: "News", requestedAt: new Date() } as const;
  const [consent] = await db
    .insert(mailConsents)
    .values({ ...asked, ...answer })
    .returning();
  return consent!;
}

/** With the keyboard alone. */
async function writeNewsletter(
  { page, site, guest, pageErrors }: CrawlContext,
  typed: Record<"subject" | "text", string>,
) {
  await askForNews(site, guest, { confirmedAt: new Date() });
  await page.goto("/admin/newsletter/new");
  const form = page.getByRole("form", { name: "Newsletter" });
  await form.evaluate((element: HTMLFormElement) => (element.noValidate = true));
  await page.getByLabel("Subject").focus();
  await page.keyboard.type(typed.subject);
  await page.keyboard.press("Tab");
  await page.keyboard.type(typed.text);
  await page.keyboard.press("Tab");
  await expect(form.getByRole("link", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  if (typed.subject === "") pageErrors.expectStatuses(422);
  await page.keyboard.press("Enter");
}

async function withSecondFactor(stage: CrawlContext) {
  await signInByCookie(stage);
  await setUpSecondFactor(stage.page);
}

crawl("the admin's pages", "the admin", {
  "the admin's overview": "/admin",
  "the admin's payments": async ({ page }) => {
    await page.goto("/admin/payments");
    await expect(page.getByRole("heading", { level: 1, name: "Payments" })).toBeVisible();
  },
  "the admin's users": "/admin/users",
  "the admin's people": "/admin/people",
  "the admin's newsletter": "/admin/newsletter",
  "a newsletter without receivers": async ({ page, site }) => {
    await site.db.update(mailConsents).set({ withdrawnAt: new Date() });
    await page.goto("/admin/newsletter/new");
    await expect(page.getByText("No one has agreed to announcements yet")).toBeVisible();
  },
  "a newsletter's refused form": async (stage) => {
    await writeNewsletter(stage, { subject: "", text: "" });
    await expect(stage.page.getByLabel("Subject")).toHaveAttribute("aria-invalid", "true");
  },
  "a newsletter's preview": async (stage) => {
    await writeNewsletter(stage, { subject: "Winter dates", text: "They are out." });
    await expect(stage.page.getByRole("button", { name: /^Send/ })).toBeVisible();
  },
  "a user's page, to edit": async ({ page }) => {
    await page.goto("/admin/users?search=member@");
    await page.locator("tbody").getByRole("link", { name: "View" }).click();
    await page.getByRole("link", { name: "Edit" }).click();
    await expect(page.getByLabel("Subscription status")).toBeVisible();
  },
  "the admin's search": "/admin/search?q=refund",
  "the admin's settings": "/admin/settings",
  "a section of the settings": "/admin/settings?section=health#health",
  "the admin's profile": "/admin/profile",
  "the import of bookings": "/admin/import",
  "the look": "/admin/look",
  "the admin's pages": "/admin/pages",
  "a payout": async ({ page }) => {
    await page.goto("/admin/payouts");
    await page.getByRole("button", { name: "Sync with Stripe" }).click();
    await expect(page.getByText("Payouts synchronized")).toBeVisible();
    // Early in a month, the demo's payouts are those of the month before.
    const earlier = page.getByRole("link", { name: "Earlier" });
    const address = await earlier.getAttribute("href");
    await earlier.click();
    await expect(earlier).not.toHaveAttribute("href", address!);
    await page.locator("tbody").getByRole("link").first().click();
    await expect(page.getByRole("heading", { name: "Sum" })).toBeVisible();
  },
  "the admin's payouts": "/admin/payouts",
  "the admin's testimonials": "/admin/testimonials",
  "a testimonial's form": "/admin/testimonials/new",
  "a page's form": "/admin/pages/faq",
  "a page's earlier version": "/admin/pages/faq/versions/1",
  "the audit log": "/admin/audit",
  "the insights": "/admin/insights",
  "the mail log": "/admin/mails",
});
