import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { vi } from "vitest";
import { users, userSessions } from "@db/schema";
import * as hashing from "@server/accounts/hash-password";
import {
  aSignUpForm,
  anAccount,
  mailedToken,
  mailsTo,
  password,
  refusalOf,
  signedInBrowser,
  signedInEmail,
} from "../../support/accounts";
import { interceptStatements } from "../../support/statements";
import { expect, test, type TestApp } from "../../support/test-app";

const wrong = { code: "invalid_credentials", message: "Invalid email or password" };

test("signs in with the right password, ignoring letter case and blanks in the address", async ({ app }) => {
  await anAccount(app.db, { email: "Maeve@Example.com" });
  const browser = app.browser();
  expect(await browser.api.accounts.signIn({ email: "  maeve@example.COM ", password })).toEqual({ next: "done" });
  expect(await browser.api.accounts.me()).toEqual({
    email: "Maeve@Example.com",
    fullName: "Maeve Donnelly",
    role: "member",
    hasSecondFactor: false,
    hasPassword: true,
    isNew: false,
    mayChooseNewPassword: false,
  });
});

test("never accepts a planted session id, and replaces it when signing in", async ({ app }) => {
  const account = await anAccount(app.db);
  const planted = "a".repeat(40);
  const victim = app.browser();
  victim.sessionKey = planted;
  await victim.api.accounts.signIn({ email: account.email, password });
  expect(victim.sessionKey).not.toBe(planted);
  const attacker = app.browser();
  attacker.sessionKey = planted;
  expect([await signedInEmail(victim), await signedInEmail(attacker)]).toEqual([account.email, null]);
});

test("ends a session planted by an attacker when the visitor signs in over it", async ({ app }) => {
  const [attackersAccount, account] = [await anAccount(app.db), await anAccount(app.db)];
  const attacker = await signedInBrowser(app, attackersAccount);
  const victim = app.browser();
  victim.sessionKey = attacker.sessionKey;
  await victim.api.accounts.signIn({ email: account.email, password });
  expect([await signedInEmail(victim), await signedInEmail(attacker)]).toEqual([account.email, null]);
});

test("creates a new session id and ends the earlier session when signing in again", async ({ app }) => {
  const account = await anAccount(app.db);
  const browser = await signedInBrowser(app, account);
  const stolen = app.browser();
  stolen.sessionKey = browser.sessionKey;
  await browser.api.accounts.signIn({ email: account.email, password });
  expect(browser.sessionKey).not.toBe(stolen.sessionKey);
  expect([await signedInEmail(browser), await signedInEmail(stolen)]).toEqual([account.email, null]);
  expect(await app.db.$count(userSessions)).toBe(1);
});

test("stores only a hash of the session key", async ({ app }) => {
  const browser = await signedInBrowser(app, await anAccount(app.db));
  const [row] = await app.db.select().from(userSessions);
  expect(row!.id).toBe(createHash("sha256").update(browser.sessionKey!).digest("hex"));
  const reader = app.browser();
  reader.sessionKey = row!.id;
  expect(await signedInEmail(reader)).toBeNull();
});

test("gives the same answer after the same work for an unknown address and a wrong password", async ({ app }) => {
  const verify = vi.spyOn(hashing, "verifyPassword");
  const { email } = await anAccount(app.db, { passwordHash: await hashing.hashPassword(password) });
  const { accounts } = app.browser().api;
  const known = await refusalOf(accounts.signIn({ email, password: "wrong" }));
  const unknown = await refusalOf(accounts.signIn({ email: "unknown@example.com", password: "wrong" }));
  expect([known, unknown]).toEqual([wrong, wrong]);
  const [first, second] = verify.mock.calls;
  expect([first![1], second![1]]).toEqual(["wrong", "wrong"]);
  expect(second![0]).not.toBe(first![0]);
  expect(second![0].split("$").slice(0, 4)).toEqual(first![0].split("$").slice(0, 4));
});

test("refuses any password for an account without one", async ({ app }) => {
  const verify = vi.spyOn(hashing, "verifyPassword");
  const { email } = await anAccount(app.db, { passwordHash: null });
  for (const tried of [password, "null", "x"]) {
    expect(await refusalOf(app.browser().api.accounts.signIn({ email, password: tried }))).toEqual(wrong);
  }
  expect(verify).toHaveBeenCalledTimes(3);
});

test("reports an unconfirmed address only after the right password, and mails a new link", async ({ app }) => {
  const newcomer = aSignUpForm();
  const { accounts } = app.browser().api;
  await accounts.signUp(newcomer);
  const first = await mailedToken(app, "verify-email", newcomer.email);
  expect(await refusalOf(accounts.signIn({ email: newcomer.email, password: "wrong" }))).toEqual(wrong);
  expect(await mailsTo(app, newcomer.email)).toHaveLength(1);

  const returnTo = "/sessions/1?from=mail";
  expect(await refusalOf(accounts.signIn({ email: newcomer.email, password, returnTo }))).toEqual({
    code: "email_not_verified",
    message: "Please check your inbox and verify your email before signing in.",
  });
  const second = await mailedToken(app, "verify-email", newcomer.email);
  expect(second).not.toBe(first);
  expect((await refusalOf(accounts.verifyEmail({ token: first }))).code).toBe("link_expired");
  expect(await accounts.verifyEmail({ token: second })).toEqual({ next: "done", returnTo });
  expect(await accounts.signIn({ email: newcomer.email, password })).toEqual({ next: "done" });
});

test("starts no session for a refused sign-in", async ({ app }) => {
  const { email } = await anAccount(app.db, { emailConfirmedAt: null });
  const browser = app.browser();
  await refusalOf(browser.api.accounts.signIn({ email, password }));
  await refusalOf(browser.api.accounts.signIn({ email, password: "wrong" }));
  expect(browser.sessionKey).toBeNull();
  expect(await app.db.$count(userSessions)).toBe(0);
});

/** Changes the password from another device between the check and the sign-in. */
async function changeWhileSigningIn(app: TestApp) {
  const account = await anAccount(app.db);
  let isChanged = false;
  interceptStatements(app, {
    before: async (text) => {
      if (isChanged || !/ from "users" .* for no key update$/.test(text)) return;
      isChanged = true;
      const passwordHash = await hashing.hashPassword("another");
      await app.db.update(users).set({ passwordHash }).where(eq(users.id, account.id));
    },
  });
  const browser = app.browser();
  const refusal = await refusalOf(browser.api.accounts.signIn({ email: account.email, password }));
  return { refusal, browser };
}

test("refuses the old password while it is being changed", async ({ app }) => {
  const { refusal, browser } = await changeWhileSigningIn(app);
  expect(refusal).toEqual(wrong);
  expect(await signedInEmail(browser)).toBeNull();
});

test("ends a session 30 days after the last visit", async ({ app }) => {
  const account = await anAccount(app.db);
  const browser = await signedInBrowser(app, account);
  const day = 24 * 60;
  for (const days of [29, 29, 29]) {
    app.clock.moveBy(days * day);
    expect(await signedInEmail(browser)).toBe(account.email);
  }
  app.clock.moveBy(31 * day);
  expect(await signedInEmail(browser)).toBeNull();
});

test("ends the session for every copy of its key when signing out, and allows repeating it", async ({ app }) => {
  const browser = await signedInBrowser(app, await anAccount(app.db));
  const copy = app.browser();
  copy.sessionKey = browser.sessionKey;
  await browser.api.accounts.signOut();
  expect(browser.sessionKey).toBeNull();
  expect(await signedInEmail(copy)).toBeNull();
  await expect(browser.api.accounts.signOut()).resolves.toBeUndefined();
});
