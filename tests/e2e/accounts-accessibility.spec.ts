import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { aMember, askForLink, enter, mailedLink, setUpSecondFactor, signIn } from "../support/e2e-accounts";
import { expectHeading } from "../support/e2e-booking";
import type { Site } from "../support/e2e-site";
import { expect, test } from "../support/e2e-test";
import type { Watch } from "../support/e2e-watch";

type Stage = { page: Page; site: Site; watch: Watch };

const widths = [390, 1280];

/** Every page about accounts, in every state that it can show. */
const states: Record<string, (stage: Stage) => Promise<unknown>> = {
  "the Sign In tab": ({ page }) => page.goto("/sign-in"),
  "the Sign In tab after a wrong password, with its toast": async ({ page, watch }) => {
    await page.goto("/sign-in");
    watch.expects(401);
    await enter(page, "nobody@example.com", "not-this-one");
    await expect(page.getByRole("alert")).toHaveCount(2);
  },
  "the Create Account tab from a free recording": ({ page }) =>
    page.goto("/sign-in?tab=sign-up&confirmed=true&type=birth&firstName=Hannah"),
  "the Create Account tab with mistakes": async ({ page, watch }) => {
    await page.goto("/sign-in?tab=sign-up");
    watch.expects(422);
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(page.getByLabel("Email", { exact: true })).toHaveAttribute("aria-invalid", "true");
  },
  "the confirmation after signing up": ({ page }) => page.goto("/sign-in?created=1"),
  "the forgot-password dialog": ({ page }) => page.goto("/sign-in?tab=reset-password"),
  "the forgot-password dialog once the link is sent": ({ page }) => page.goto("/sign-in?tab=reset-password&sent=1"),
  "the form for a sign-in link": ({ page }) => page.goto("/sign-in/link"),
  "the screen after asking for a sign-in link": ({ page }) => page.goto("/sign-in/link?sent=1"),
  "a mailed link": async ({ page, site }) => {
    const { email } = await aMember(site.db);
    await page.goto("/sign-in/link");
    await askForLink(page, email);
    await page.goto(await mailedLink(site, "sign-in-link", email));
  },
  "a mailed link that is over": async ({ page, watch }) => {
    watch.expects(410);
    await page.goto("/verify-email?token=over");
  },
  "the page for signing out": ({ page }) => page.goto("/sign-out"),
  "the code at sign-in": async ({ page, site }) => {
    const member = await aMember(site.db);
    await signIn(page, member);
    await setUpSecondFactor(page);
    await page.goto("/sign-out");
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page).toHaveURL("/");
    await page.goto("/sign-in");
    await enter(page, member.email);
    await expectHeading(page, "Enter your code");
  },
  "the page for a new password": asMember("/update-password"),
  "the new password's success": asMember("/update-password?updated=1"),
  "the dashboard": asMember("/dashboard"),
  "the dashboard with its drawer": async (stage) => {
    await asMember("/dashboard")(stage);
    await stage.page.setViewportSize({ width: 390, height: 844 });
    await stage.page.locator("summary[aria-label='Menu']").click();
  },
  "the profile": asMember("/dashboard/settings"),
  "the dialog for another password": asMember("/dashboard/settings/password"),
  "the set-up of the second step": asMember("/dashboard/settings/second-factor"),
  "the recovery codes": async ({ page, site }) => {
    await signIn(page, await aMember(site.db));
    await setUpSecondFactor(page);
  },
  "the profile with a second step": withSecondFactor("/dashboard/settings"),
  "the form for new recovery codes": withSecondFactor("/dashboard/settings/recovery-codes"),
  "the dialog that turns the second step off": withSecondFactor("/dashboard/settings/second-factor/off"),
  "the admin's overview": async ({ page, site }) => {
    await signIn(page, await aMember(site.db, { role: "admin" }));
    await page.goto("/admin");
  },
  "the admin's payments": async ({ page, site }) => {
    await signIn(page, await aMember(site.db, { role: "admin" }));
    await page.goto("/admin/payments");
    await expect(page.getByRole("heading", { level: 1, name: "Payments" })).toBeVisible();
  },
};

function asMember(path: string) {
  return async ({ page, site }: Stage) => {
    await signIn(page, await aMember(site.db));
    await page.goto(path);
  };
}

function withSecondFactor(path: string) {
  return async ({ page, site }: Stage) => {
    await signIn(page, await aMember(site.db));
    await setUpSecondFactor(page);
    await page.goto(path);
  };
}

for (const [name, open] of Object.entries(states)) {
  test(`${name} is accessible, and nothing of it lies outside of a narrow screen @scripted`, async ({
    page,
    site,
    watch,
  }) => {
    await open({ page, site, watch });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(sideways, `scrolls sideways at ${width} px by`).toBe(0);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id} (${help}): ${html}`));
      expect(found, `violations at ${width} px`).toEqual([]);
    }
  });
}
