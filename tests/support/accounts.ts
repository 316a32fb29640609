import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { Secret, TOTP } from "otpauth";
import type { Database } from "@db/client";
import { users } from "@db/schema";
import type { TestApp } from "./test-app";
import type { TestBrowser } from "./test-browser";

export const password = "slow-exhale-7";

export const aSignUpForm = (values: { email?: string; password?: string; returnTo?: string } = {}) => ({
  firstName: "Hannah",
  lastName: "Okafor",
  email: `hannah-${randomUUID()}@example.com`,
  password,
  ...values,
});

/** Hashes with minimal cost, so that tests do not wait for it. */
export const cheapHash = (typed: string) => hash(typed, { memoryCost: 64, timeCost: 1 });

/** A confirmed account with the password above. */
export async function anAccount(db: Database, values: Partial<typeof users.$inferInsert> = {}) {
  const [account] = await db
    .insert(users)
    .values({
      email: `member-${randomUUID()}@example.com`,
      fullName: "Maeve Donnelly",
      passwordHash: await cheapHash(password),
      emailConfirmedAt: new Date(Date.now() - 7 * 24 * 3_600_000),
      ...values,
    })
    .returning();
  return account!;
}

export async function signedInBrowser(
  app: TestApp,
  account: { email: string },
  options?: Parameters<TestApp["browser"]>[0],
) {
  const browser = app.browser(options);
  await browser.api.accounts.signIn({ email: account.email, password });
  return browser;
}

/** Returns the signed-in account's email, or null. */
export async function signedInEmail(browser: TestBrowser): Promise<string | null> {
  const me = await browser.api.accounts.me().catch((error: { code?: string }) => {
    if (error.code === "UNAUTHORIZED") return null;
    throw error;
  });
  return me?.email ?? null;
}

/** Delivers pending mails and returns those to this address, oldest first. */
export async function mailsTo(app: TestApp, email: string) {
  await app.runJobs();
  return app.sentMails.filter(({ to }) => to === email);
}

type Page = "verify-email" | "reset-password" | "sign-in-link";

/** Returns the token of the newest mailed link to a page. */
export async function mailedToken(app: TestApp, page: Page, email: string): Promise<string> {
  const mails = await mailsTo(app, email);
  const tokens = mails.flatMap(({ text }) => new RegExp(`/${page}\\?token=([\\w-]+)`).exec(text)?.[1] ?? []);
  const newest = tokens.at(-1);
  if (!newest) throw new Error(`no mail to ${email} leads to ${page}`);
  return newest;
}

export async function requestLinkToken(
  app: TestApp,
  purpose: "reset_password" | "sign_in",
  email: string,
): Promise<string> {
  const { accounts } = app.browser().api;
  if (purpose === "sign_in") await accounts.requestSignInLink({ email });
  else await accounts.requestPasswordReset({ email });
  return mailedToken(app, purpose === "sign_in" ? "sign-in-link" : "reset-password", email);
}

export const passwordProof = { currentPassword: password };

/** Sets up an authenticator app in a signed-in browser. */
export async function setUpAuthenticator(app: TestApp, { api }: TestBrowser) {
  const { secret } = await api.accounts.secondFactor.begin(passwordProof);
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) });
  const codeNow = (minutesAgo = 0) => totp.generate({ timestamp: app.clock.now().getTime() - minutesAgo * 60_000 });
  const { recoveryCodes } = await api.accounts.secondFactor.confirm({ code: codeNow() });
  // The current code is used up.
  app.clock.moveBy(1);
  return { codeNow, recoveryCodes };
}

/** Returns the code and message with which a call was refused. */
export async function refusalOf(call: Promise<unknown>): Promise<{ code: string; message: string }> {
  const error: unknown = await call.then(
    () => new Error("it was not refused"),
    (reason: unknown) => reason,
  );
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : (error as Error);
  return { code: "code" in cause ? String(cause.code) : cause.name, message: cause.message };
}
