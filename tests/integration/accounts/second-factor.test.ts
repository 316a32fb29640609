import { eq } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { recoveryCodes, secondFactors, userSessions } from "@db/schema";
import { resealSecondFactors } from "@server/accounts/second-factor";
import {
  anAccount,
  requestLinkToken,
  passwordProof,
  password,
  refusalOf,
  signedInBrowser,
  signedInEmail,
} from "../../support/accounts";
import { anAdminWithSecondFactor, browserAtSecondFactor } from "../../support/second-factor";
import { expect, test } from "../../support/test-app";

const wrongCode = { code: "wrong_code", message: "That code is not right. Please try again." };

test("shows a secret and its QR code, and asks for no codes until one is confirmed", async ({ app }) => {
  const account = await anAccount(app.db);
  const { accounts } = (await signedInBrowser(app, account)).api;
  const { secret, uri, qrCode } = await accounts.secondFactor.begin(passwordProof);
  expect(secret).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  expect(uri).toContain(`otpauth://totp/Breathroom:${encodeURIComponent(account.email)}?issuer=Breathroom&secret=`);
  expect(uri).toContain(secret.replaceAll(" ", ""));
  expect(qrCode).toMatch(/^<svg [^>]*>.*<\/svg>\s*$/s);
  expect(await accounts.secondFactor.status()).toEqual({ isOn: false, recoveryCodesLeft: 0 });
  expect(await accounts.signIn({ email: account.email, password })).toEqual({ next: "done" });
});

test("turns nothing on with a mistyped first code, and keeps the secret valid for an hour", async ({ app }) => {
  const { accounts } = (await signedInBrowser(app, await anAccount(app.db))).api;
  const appOf = async () => {
    const { secret } = await accounts.secondFactor.begin(passwordProof);
    return new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) });
  };
  const confirm = (totp: TOTP) =>
    accounts.secondFactor.confirm({ code: totp.generate({ timestamp: app.clock.now().getTime() }) });
  const tooLate = await appOf();
  app.clock.moveBy(61);
  expect((await refusalOf(confirm(tooLate))).code).toBe("invalid");
  const totp = await appOf();
  expect(await refusalOf(accounts.secondFactor.confirm({ code: "000000" }))).toEqual(wrongCode);
  expect(await accounts.secondFactor.status()).toMatchObject({ isOn: false });
  app.clock.moveBy(59);
  expect((await confirm(totp)).recoveryCodes).toHaveLength(10);
});

test("asks for a code at sign-in once turned on, and signs in no one by the password alone", async ({ app }) => {
  const { account, codeNow } = await anAdminWithSecondFactor(app);
  const browser = await browserAtSecondFactor(app, account);
  const keyBefore = browser.sessionKey;
  expect(await signedInEmail(browser)).toBeNull();
  const chosen = { newPassword: "longer-exhale-8", confirmPassword: "longer-exhale-8" };
  for (const call of [
    () => browser.api.accounts.listDevices(),
    () => browser.api.accounts.changePassword({ currentPassword: password, ...chosen }),
    () => browser.api.accounts.secondFactor.turnOff({ ...passwordProof, code: codeNow() }),
    () => browser.api.accounts.endDevices({ ...passwordProof, device: "all" }),
  ]) {
    await expect(call()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  }
  await browser.api.accounts.enterSecondFactor({ code: codeNow() });
  expect(await browser.api.accounts.me()).toMatchObject({ email: account.email, hasSecondFactor: true });
  expect(browser.sessionKey).not.toBe(keyBefore);
});

test("does not complete the first step's session for a visitor who copied its key", async ({ app }) => {
  const { account, codeNow } = await anAdminWithSecondFactor(app);
  const browser = await browserAtSecondFactor(app, account);
  const copy = app.browser();
  copy.sessionKey = browser.sessionKey;
  await browser.api.accounts.enterSecondFactor({ code: codeNow() });
  expect(await signedInEmail(copy)).toBeNull();
});

test("refuses a used code, and accepts one a step early or late", async ({ app }) => {
  const { account, codeNow } = await anAdminWithSecondFactor(app);
  const late = codeNow(0.5);
  await (await browserAtSecondFactor(app, account)).api.accounts.enterSecondFactor({ code: late });
  const again = await browserAtSecondFactor(app, account);
  expect(await refusalOf(again.api.accounts.enterSecondFactor({ code: late }))).toEqual(wrongCode);
  await again.api.accounts.enterSecondFactor({ code: codeNow(-0.5) });
  const third = await browserAtSecondFactor(app, account);
  // Older than the last code that was used.
  expect(await refusalOf(third.api.accounts.enterSecondFactor({ code: codeNow() }))).toEqual(wrongCode);
});

test.for([
  ["of two minutes ago", 2],
  ["of the next minute but one", -2],
] as const)("refuses a code %s", async ([, minutesAgo], { app }) => {
  const { account, codeNow } = await anAdminWithSecondFactor(app);
  app.clock.moveBy(5);
  const browser = await browserAtSecondFactor(app, account);
  expect(await refusalOf(browser.api.accounts.enterSecondFactor({ code: codeNow(minutesAgo) }))).toEqual(wrongCode);
  expect(await signedInEmail(browser)).toBeNull();
});

test("lets one of eight browsers in that use the same code at the same moment", async ({ app }) => {
  const { account, codeNow } = await anAdminWithSecondFactor(app);
  const browsers = await Promise.all(Array.from({ length: 8 }, () => browserAtSecondFactor(app, account)));
  const code = codeNow();
  const outcomes = await Promise.allSettled(browsers.map(({ api }) => api.accounts.enterSecondFactor({ code })));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("makes one session of one first step, even with two good codes at once", async ({ app }) => {
  const { account, recoveryCodes: codes } = await anAdminWithSecondFactor(app);
  const browser = await browserAtSecondFactor(app, account);
  const before = await app.db.$count(userSessions);
  const copies = [0, 1].map(() => Object.assign(app.browser(), { sessionKey: browser.sessionKey }));
  const calls = copies.map(({ api }, nth) => api.accounts.enterSecondFactor({ code: codes[nth]! }));
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await app.db.$count(userSessions)).toBe(before);
});

test("accepts a recovery code once, however it is typed", async ({ app }) => {
  const { account, device, recoveryCodes: codes } = await anAdminWithSecondFactor(app);
  expect(new Set(codes).size).toBe(10);
  const browser = await browserAtSecondFactor(app, account);
  await browser.api.accounts.enterSecondFactor({ code: ` ${codes[3]!.toUpperCase().replaceAll("-", " ")} ` });
  expect(await signedInEmail(browser)).toBe(account.email);
  expect(await device.api.accounts.secondFactor.status()).toEqual({ isOn: true, recoveryCodesLeft: 9 });
  const again = await browserAtSecondFactor(app, account);
  expect(await refusalOf(again.api.accounts.enterSecondFactor({ code: codes[3]! }))).toEqual(wrongCode);
  await again.api.accounts.enterSecondFactor({ code: codes[4]! });
});

test("refuses other accounts' recovery codes, and stores neither secret nor codes in plain text", async ({ app }) => {
  const [mine, others] = [await anAdminWithSecondFactor(app), await anAdminWithSecondFactor(app)];
  const browser = await browserAtSecondFactor(app, mine.account);
  const refusal = await refusalOf(browser.api.accounts.enterSecondFactor({ code: others.recoveryCodes[0]! }));
  expect(refusal).toEqual(wrongCode);
  const stored = JSON.stringify([await app.db.select().from(secondFactors), await app.db.select().from(recoveryCodes)]);
  for (const code of mine.recoveryCodes) expect(stored).not.toContain(code.replaceAll("-", ""));
  const [{ encryptedSecret } = { encryptedSecret: "" }] = await app.db.select().from(secondFactors);
  // An attacker who can write to the database can't move their own factor to the admin.
  await app.db.update(secondFactors).set({ encryptedSecret }).where(eq(secondFactors.userId, others.account.id));
  const swapped = await browserAtSecondFactor(app, others.account);
  expect(await refusalOf(swapped.api.accounts.enterSecondFactor({ code: mine.codeNow() }))).toEqual(wrongCode);
});

test("replaces the recovery codes after asking for a code", async ({ app }) => {
  const { account, device, codeNow, recoveryCodes: old } = await anAdminWithSecondFactor(app);
  const { secondFactor } = device.api.accounts;
  expect(await refusalOf(secondFactor.renewCodes({ ...passwordProof, code: "123" }))).toEqual(wrongCode);
  const { recoveryCodes: renewed } = await secondFactor.renewCodes({ ...passwordProof, code: codeNow() });
  expect(renewed).toHaveLength(10);
  const browser = await browserAtSecondFactor(app, account);
  expect(await refusalOf(browser.api.accounts.enterSecondFactor({ code: old[0]! }))).toEqual(wrongCode);
  await browser.api.accounts.enterSecondFactor({ code: renewed[0]! });
});

test("turns off with a code or recovery code, after which the password is enough", async ({ app }) => {
  const { account, device, recoveryCodes: codes } = await anAdminWithSecondFactor(app);
  const { secondFactor } = device.api.accounts;
  expect(await refusalOf(secondFactor.turnOff({ ...passwordProof, code: "000000" }))).toEqual(wrongCode);
  await secondFactor.turnOff({ ...passwordProof, code: codes[0]! });
  expect(await secondFactor.status()).toEqual({ isOn: false, recoveryCodesLeft: 0 });
  expect(await app.db.$count(recoveryCodes)).toBe(0);
  expect(await app.browser().api.accounts.signIn({ email: account.email, password })).toEqual({ next: "done" });
});

test("refuses to set up an active second factor again without a code", async ({ app }) => {
  const { device } = await anAdminWithSecondFactor(app);
  expect((await refusalOf(device.api.accounts.secondFactor.begin(passwordProof))).code).toBe("invalid");
  expect((await refusalOf(device.api.accounts.secondFactor.confirm({ code: "000000" }))).code).toBe("invalid");
});

test.for(["reset_password", "sign_in"] as const)(
  "a %s link does not bypass the second factor",
  async (purpose, { app }) => {
    const { account, codeNow } = await anAdminWithSecondFactor(app);
    const browser = app.browser();
    const token = await requestLinkToken(app, purpose, account.email);
    expect(await browser.api.accounts.enterByLink({ purpose, token })).toMatchObject({ next: "second_factor" });
    expect(await signedInEmail(browser)).toBeNull();
    const chosen = { newPassword: "longer-exhale-8", confirmPassword: "longer-exhale-8" };
    await expect(browser.api.accounts.setNewPassword(chosen)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await browser.api.accounts.enterSecondFactor({ code: codeNow() });
    await expect(browser.api.accounts.setNewPassword(chosen)).resolves.toBeUndefined();
  },
);

test("refuses the second step without the first, or 15 minutes after it", async ({ app }) => {
  const { account, codeNow } = await anAdminWithSecondFactor(app);
  const visitor = app.browser();
  expect((await refusalOf(visitor.api.accounts.enterSecondFactor({ code: codeNow() }))).code).toBe("unauthenticated");
  const browser = await browserAtSecondFactor(app, account);
  app.clock.moveBy(15);
  expect((await refusalOf(browser.api.accounts.enterSecondFactor({ code: codeNow() }))).code).toBe("unauthenticated");
});

test("ends half-completed sign-ins when the password changes", async ({ app }) => {
  const { account, device, codeNow } = await anAdminWithSecondFactor(app);
  const browser = await browserAtSecondFactor(app, account);
  await device.api.accounts.changePassword({
    currentPassword: password,
    newPassword: "longer-exhale-8",
    confirmPassword: "longer-exhale-8",
  });
  expect((await refusalOf(browser.api.accounts.enterSecondFactor({ code: codeNow() }))).code).toBe("unauthenticated");
  expect(await app.db.$count(userSessions)).toBe(1);
});

test("accepts codes of an app set up under an older secret in the list", async ({ app }) => {
  const { account, codeNow } = await anAdminWithSecondFactor(app);
  app.services.settings.cookieSecrets.unshift("another secret of more than 32 characters");
  const browser = await browserAtSecondFactor(app, account);
  await browser.api.accounts.enterSecondFactor({ code: codeNow() });
  expect(await signedInEmail(browser)).toBe(account.email);
});

test("lets the older secret leave the list after a start with a new first one", async ({ app }) => {
  const { account, codeNow } = await anAdminWithSecondFactor(app);
  const { settings } = app.services;
  settings.cookieSecrets.unshift("another secret of more than 32 characters");
  expect(await resealSecondFactors(app.services)).toBe(1);
  expect(await resealSecondFactors(app.services)).toBe(0);
  settings.cookieSecrets.pop();
  const browser = await browserAtSecondFactor(app, account);
  await browser.api.accounts.enterSecondFactor({ code: codeNow() });
  expect(await signedInEmail(browser)).toBe(account.email);
});

test("accepts only recovery codes after COOKIE_SECRET changed, and lets the factor be set up again", async ({
  app,
}) => {
  const { account, codeNow, recoveryCodes: codes } = await anAdminWithSecondFactor(app);
  app.services.settings.cookieSecrets = ["another secret of more than 32 characters"];
  const browser = await browserAtSecondFactor(app, account);
  expect(await refusalOf(browser.api.accounts.enterSecondFactor({ code: codeNow() }))).toEqual(wrongCode);
  await browser.api.accounts.enterSecondFactor({ code: codes[0]! });
  await browser.api.accounts.secondFactor.turnOff({ ...passwordProof, code: codes[1]! });
  await expect(browser.api.accounts.secondFactor.begin(passwordProof)).resolves.toHaveProperty("secret");
});
