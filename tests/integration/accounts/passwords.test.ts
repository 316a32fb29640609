import { eq } from "drizzle-orm";
import { users, userSessions } from "@db/schema";
import {
  anAccount,
  requestLinkToken,
  mailsTo,
  password,
  refusalOf,
  signedInBrowser,
  signedInEmail,
} from "../../support/accounts";
import { expect, test, type TestApp } from "../../support/test-app";

const chosen = { newPassword: "longer-exhale-8", confirmPassword: "longer-exhale-8" };
const wrongCurrent = { code: "wrong_current_password", message: "Current password is incorrect" };

async function recovered(app: TestApp, { email }: { email: string }, purpose: "reset_password" | "sign_in") {
  const token = await requestLinkToken(app, purpose, email);
  const browser = app.browser();
  await browser.api.accounts.enterByLink({ purpose, token });
  return browser;
}

test("ends every other session and gives this one a new id when the password changes", async ({ app }) => {
  const account = await anAccount(app.db);
  const [here, phone, copy] = [await signedInBrowser(app, account), await signedInBrowser(app, account), app.browser()];
  copy.sessionKey = here.sessionKey;
  await here.api.accounts.changePassword({ currentPassword: password, ...chosen });
  expect(here.sessionKey).not.toBe(copy.sessionKey);
  expect([await signedInEmail(here), await signedInEmail(phone), await signedInEmail(copy)]).toEqual([
    account.email,
    null,
    null,
  ]);
  const { accounts } = app.browser().api;
  expect((await refusalOf(accounts.signIn({ email: account.email, password }))).code).toBe("invalid_credentials");
  expect(await accounts.signIn({ email: account.email, password: chosen.newPassword })).toEqual({ next: "done" });
});

test("keeps the sessions of other accounts when a password changes", async ({ app }) => {
  const other = await signedInBrowser(app, await anAccount(app.db));
  const browser = await signedInBrowser(app, await anAccount(app.db));
  await browser.api.accounts.changePassword({ currentPassword: password, ...chosen });
  expect(await signedInEmail(other)).not.toBeNull();
});

test("invalidates links mailed before the password changed", async ({ app }) => {
  const account = await anAccount(app.db);
  const links = {
    reset_password: await requestLinkToken(app, "reset_password", account.email),
    sign_in: await requestLinkToken(app, "sign_in", account.email),
  };
  const browser = await signedInBrowser(app, account);
  await browser.api.accounts.changePassword({ currentPassword: password, ...chosen });
  for (const purpose of ["reset_password", "sign_in"] as const) {
    const refusal = await refusalOf(app.browser().api.accounts.enterByLink({ purpose, token: links[purpose] }));
    expect(refusal.code).toBe("link_expired");
  }
});

test("mails the owner when and where the password was changed", async ({ app }) => {
  const account = await anAccount(app.db);
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
  const browser = await signedInBrowser(app, account, { userAgent });
  await browser.api.accounts.changePassword({ currentPassword: password, ...chosen });
  const [mail] = await mailsTo(app, account.email);
  expect(mail!.subject).toBe("Your password for Breathroom was changed");
  expect(mail!.text).toContain("Hello, Maeve.");
  expect(mail!.text).toMatch(/^Where +Firefox on Linux$/m);
  expect(mail!.text).toMatch(/^When +\w+day, \w+ \d+, \d{4} at \d+:\d\d [AP]M (GMT|BST|GMT\+1)$/m);
});

test("requires the current password, and changes nothing with a wrong one", async ({ app }) => {
  const account = await anAccount(app.db);
  const { accounts } = (await signedInBrowser(app, account)).api;
  expect(await refusalOf(accounts.changePassword({ currentPassword: "not-that", ...chosen }))).toEqual(wrongCurrent);
  expect(await refusalOf(accounts.setNewPassword(chosen))).toEqual(wrongCurrent);
  expect(await refusalOf(accounts.setNewPassword({ ...chosen, currentPassword: "not-that" }))).toEqual(wrongCurrent);
  expect((await app.db.query.users.findFirst())!.passwordHash).toBe(account.passwordHash);
  expect(await mailsTo(app, account.email)).toEqual([]);
  await expect(accounts.setNewPassword({ ...chosen, currentPassword: password })).resolves.toBeUndefined();
});

test.for(["reset_password", "sign_in"] as const)(
  "requires no current password within 15 minutes of a %s link",
  async (purpose, { app }) => {
    const account = await anAccount(app.db);
    const elsewhere = await signedInBrowser(app, account);
    const browser = await recovered(app, account, purpose);
    app.clock.moveBy(14);
    expect(await browser.api.accounts.me()).toMatchObject({ mayChooseNewPassword: true });
    await browser.api.accounts.setNewPassword(chosen);
    expect([await signedInEmail(browser), await signedInEmail(elsewhere)]).toEqual([account.email, null]);
    await app.browser().api.accounts.signIn({ email: account.email, password: chosen.newPassword });
  },
);

test("requires the current password again 15 minutes after the link", async ({ app }) => {
  const account = await anAccount(app.db);
  const browser = await recovered(app, account, "sign_in");
  app.clock.moveBy(15);
  expect(await browser.api.accounts.me()).toMatchObject({ mayChooseNewPassword: false });
  expect(await refusalOf(browser.api.accounts.setNewPassword(chosen))).toEqual(wrongCurrent);
});

test("allows one new password for each link", async ({ app }) => {
  const browser = await recovered(app, await anAccount(app.db), "reset_password");
  await browser.api.accounts.setNewPassword(chosen);
  const again = { newPassword: "and-another", confirmPassword: "and-another" };
  expect(await refusalOf(browser.api.accounts.setNewPassword(again))).toEqual(wrongCurrent);
});

test("requires the current password after a password sign-in, even when a link was used before", async ({ app }) => {
  const account = await anAccount(app.db);
  const browser = await recovered(app, account, "sign_in");
  await browser.api.accounts.signIn({ email: account.email, password });
  expect(await browser.api.accounts.me()).toMatchObject({ mayChooseNewPassword: false });
});

test("accepts one of two simultaneous new passwords and keeps only its session", async ({ app }) => {
  const account = await anAccount(app.db);
  const browser = await recovered(app, account, "reset_password");
  const copy = app.browser();
  copy.sessionKey = browser.sessionKey;
  const outcomes = await Promise.allSettled(
    [browser, copy].map(({ api }, nth) =>
      api.accounts.setNewPassword({ newPassword: `choice-${nth}`, confirmPassword: `choice-${nth}` }),
    ),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await app.db.$count(userSessions)).toBe(1);
});

test("refuses a current password that was changed while it was being checked", async ({ app }) => {
  const account = await anAccount(app.db);
  const [here, there] = [await signedInBrowser(app, account), await signedInBrowser(app, account)];
  const outcomes = await Promise.allSettled(
    [here, there].map(({ api }) => api.accounts.changePassword({ currentPassword: password, ...chosen })),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect([await signedInEmail(here), await signedInEmail(there)].filter(Boolean)).toHaveLength(1);
});

test("applies a demotion or deletion at once", async ({ app }) => {
  const account = await anAccount(app.db, { role: "admin" });
  const browser = await signedInBrowser(app, account);
  expect(await browser.api.accounts.me()).toMatchObject({ role: "admin" });
  await app.db.update(users).set({ role: "member" }).where(eq(users.id, account.id));
  expect(await browser.api.accounts.me()).toMatchObject({ role: "member" });
  await app.db.delete(users).where(eq(users.id, account.id));
  expect(await signedInEmail(browser)).toBeNull();
});

test.for([
  [
    "changePassword",
    { currentPassword: "12345", newPassword: "1234567", confirmPassword: "1234567" },
    "Password must be at least 6 characters",
  ],
  [
    "changePassword",
    { currentPassword: password, newPassword: "12345", confirmPassword: "12345" },
    "Password must be at least 6 characters",
  ],
  [
    "changePassword",
    { currentPassword: password, newPassword: "1234567", confirmPassword: "7654321" },
    "Passwords don't match",
  ],
  [
    "setNewPassword",
    { newPassword: "12345", confirmPassword: "12345" },
    "Password should be at least 6 characters long.",
  ],
  ["setNewPassword", { newPassword: "1234567", confirmPassword: "7654321" }, "Please make sure both passwords match."],
] as const)("%s refuses %j: %s", async ([procedure, input, message], { app }) => {
  const { accounts } = (await signedInBrowser(app, await anAccount(app.db))).api;
  const call = procedure === "changePassword" ? accounts.changePassword(input) : accounts.setNewPassword(input);
  await expect(call).rejects.toThrow(message);
});
