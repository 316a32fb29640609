import type { Page } from "@playwright/test";
import { parse } from "cookie";
import { desc, inArray, like } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import type { Database } from "@db/client";
import { rateLimits } from "@db/schema";
import { startAccountSession, sessionCookieName } from "@server/accounts/lucia";
import { systemClock } from "@server/core/services";
import { readSettings } from "@server/core/env";
import { anAccount, password } from "./accounts";
import type { Site } from "./e2e-site";
import { expect, type Guest } from "./e2e-test";

export { password };

type Member = Awaited<ReturnType<typeof aMember>>;

export async function aMember(db: Database, values: Parameters<typeof anAccount>[1] = {}) {
  return anAccount(db, { fullName: "Maeve Donnelly", ...values });
}

export async function submitSignIn(page: Page, email: string, typed = password): Promise<void> {
  const button = page.getByRole("button", { name: "Sign In" });
  // The page before it may have an Email field too.
  await expect(button).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(typed);
  await button.click();
}

export async function requestSignInLink(page: Page, email: string): Promise<void> {
  const button = page.getByRole("button", { name: "Send sign-in link" });
  await expect(button).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await button.click();
}

const settings = readSettings({ LOG_LEVEL: "silent", COOKIE_SECRET: "of no use for sessions but asked for" });

/** Signs in with a session's cookie, without the form; by default as a new member. */
export async function signInByCookie(
  { page, site }: { page: Page; site: Site },
  { id, ...values }: Parameters<typeof anAccount>[1] = {},
): Promise<void> {
  const userId = id ?? (await aMember(site.db, values)).id;
  const keeper = { clock: systemClock, settings };
  const opened = { userId, isComplete: true, recoveredAt: null, userAgent: null };
  const { cookie } = await startAccountSession(site.db, keeper, opened);
  const value = parse(cookie)[sessionCookieName]!;
  await page.context().addCookies([{ name: sessionCookieName, value, url: site.url, httpOnly: true, sameSite: "Lax" }]);
}

/** Signs in through the form. */
export async function signIn(page: Page, { email }: Pick<Member, "email">, typed = password): Promise<void> {
  await page.goto("/sign-in");
  await submitSignIn(page, email, typed);
  await expectDashboard(page);
}

export async function expectDashboard(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: /^Welcome( back)?, / })).toBeVisible();
  await expect(page).toHaveURL("/dashboard");
}

export async function signUp(page: Page, guest: Guest, typed = password): Promise<void> {
  await page.getByLabel("First name").fill(guest.firstName);
  await page.getByLabel("Last name").fill(guest.lastName);
  await page.getByLabel("Email", { exact: true }).fill(guest.email);
  await page.getByLabel("Password", { exact: true }).fill(typed);
  await page.getByRole("button", { name: "Create Account" }).click();
}

type Message = { kind: "status" | "alert"; title: string; text: string };

/**
 * Expects a message word for word. A refusal stands in one place: in its form, or in a toast where a page led elsewhere.
 * Other messages are a toast with JavaScript, and in the page without.
 */
export async function expectMessage(page: Page, isScripted: boolean, { kind, title, text }: Message): Promise<void> {
  // Hidden on narrow screens.
  const dismiss = page.locator(`button[aria-label="Dismiss: ${title}"]`);
  const messages = page.getByRole(kind).filter({ hasText: title });
  const place = kind === "alert" ? messages : messages.filter(isScripted ? { has: dismiss } : { hasNot: dismiss });
  if (kind === "alert") await expect(messages).toHaveCount(1);
  const message = place.first();
  await expect(message).toBeVisible();
  expect((await message.innerText()).replace(/\s+/g, " ").trim()).toBe(`${title} ${text}`.trim());
}

type LinkPage = "verify-email" | "reset-password" | "sign-in-link";

/** Returns the path of the newest mailed link to a page. */
export async function mailedLink(site: Site, page: LinkPage, email: string): Promise<string> {
  const pattern = new RegExp(`/${page}\\?token=[\\w-]+`);
  const linksOf = async () => (await site.mailsTo(email)).flatMap(({ text }) => pattern.exec(text)?.[0] ?? []);
  await expect.poll(linksOf, `a mail to ${email} with a link to ${page}`).not.toEqual([]);
  return (await linksOf())[0]!;
}

/** Uses up the sign-in attempts of the account that was tried last. */
export async function exhaustAttempts(db: Database): Promise<void> {
  const last = db
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(like(rateLimits.key, "password of account from address:%"))
    .orderBy(desc(rateLimits.expire))
    .limit(1);
  await db.update(rateLimits).set({ points: 100_000 }).where(inArray(rateLimits.key, last));
}

/** Returns an authenticator app. A code works once; the next period's is accepted early. */
export function authenticator(key: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) });
  const seconds = totp.period;
  return {
    code: () => totp.generate(),
    nextCode: () => totp.generate({ timestamp: Date.now() + seconds * 1000 }),
  };
}

export async function confirmPassword(page: Page, typed = password): Promise<void> {
  await page.getByLabel("Current password", { exact: true }).fill(typed);
  await page.getByRole("button", { name: "Continue" }).click();
}

/** The key for an authenticator app, in groups of four. */
export const secretKey = (page: Page) => page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4})+$/);

export const recoveryCodesOn = (page: Page) => page.getByRole("main").getByRole("listitem");

/** Sets up the second step, and returns the app and the recovery codes. */
export async function setUpSecondFactor(page: Page) {
  await page.goto("/dashboard/settings");
  await page.getByRole("link", { name: "Set up" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Set up two-step sign-in" })).toBeVisible();
  await confirmPassword(page);
  const app = authenticator(await secretKey(page).innerText());
  await page.getByLabel("Code", { exact: true }).fill(app.code());
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your recovery codes" })).toBeVisible();
  return { app, recoveryCodes: await recoveryCodesOn(page).allInnerTexts() };
}
