import { recoveryCodes, secondFactors } from "@db/schema";
import { hashToken } from "@server/core/secrets";
import {
  anAccount,
  requestLinkToken,
  mailsTo,
  passwordProof,
  refusalOf,
  signedInBrowser,
  signedInEmail,
} from "../../support/accounts";
import { anAdminWithSecondFactor, browserAtSecondFactor } from "../../support/second-factor";
import { expect, test } from "../../support/test-app";

const wrongCode = { code: "wrong_code", message: "That code is not right. Please try again." };
const wrongPassword = { code: "wrong_current_password", message: "Current password is incorrect" };

test("requires the password to set up, renew or remove the second factor", async ({ app }) => {
  const open = await signedInBrowser(app, await anAccount(app.db));
  for (const currentPassword of ["", "not-that"]) {
    expect(await refusalOf(open.api.accounts.secondFactor.begin({ currentPassword }))).toEqual(wrongPassword);
  }
  expect(await app.db.$count(secondFactors)).toBe(0);
  const { device, codeNow, recoveryCodes: codes } = await anAdminWithSecondFactor(app);
  const { secondFactor } = device.api.accounts;
  expect(await refusalOf(secondFactor.renewCodes({ code: codeNow() }))).toEqual(wrongPassword);
  expect(await refusalOf(secondFactor.turnOff({ code: codes[0]!, currentPassword: "not-that" }))).toEqual(
    wrongPassword,
  );
  expect(await secondFactor.status()).toEqual({ isOn: true, recoveryCodesLeft: 10 });
});

test("allows changes of the second factor without the password for 15 minutes after a mailed link", async ({ app }) => {
  const account = await anAccount(app.db, { passwordHash: null });
  const { accounts } = app.browser().api;
  const token = await requestLinkToken(app, "sign_in", account.email);
  await accounts.enterByLink({ purpose: "sign_in", token });
  await expect(accounts.secondFactor.begin({})).resolves.toHaveProperty("secret");
  app.clock.moveBy(15);
  expect(await refusalOf(accounts.secondFactor.begin({}))).toEqual(wrongPassword);
});

test("mails the owner about each change of the second factor", async ({ app }) => {
  const { account, device, codeNow, recoveryCodes: codes } = await anAdminWithSecondFactor(app);
  const { secondFactor } = device.api.accounts;
  await secondFactor.renewCodes({ ...passwordProof, code: codeNow() });
  await secondFactor.turnOff({ ...passwordProof, code: codes[0]! }).catch(() => undefined);
  app.clock.moveBy(1);
  await secondFactor.turnOff({ ...passwordProof, code: codeNow() });
  const mails = await mailsTo(app, account.email);
  expect(mails.map(({ subject }) => subject)).toEqual([
    "Two-step sign-in is on: Breathroom",
    "You have new recovery codes: Breathroom",
    "Two-step sign-in is off: Breathroom",
  ]);
});

test("creates recovery codes of at least 128 bits in readable groups", async ({ app }) => {
  const { recoveryCodes: codes } = await anAdminWithSecondFactor(app);
  const letters = codes.map((code) => code.replaceAll("-", ""));
  for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){6}[a-z2-7]{4}$/);
  for (const code of letters) expect(code.length * 5).toBeGreaterThanOrEqual(128);
});

test("accepts older, shorter recovery codes until they are renewed", async ({ app }) => {
  const { account, codeNow, device } = await anAdminWithSecondFactor(app);
  const [old, other] = ["kq7m-x2va-pjd4-rw3t", "aaaa-bbbb-cccc-dddd"];
  for (const code of [old, other]) {
    await app.db.insert(recoveryCodes).values({ userId: account.id, codeHash: hashToken(code.replaceAll("-", "")) });
  }
  const browser = await browserAtSecondFactor(app, account);
  await browser.api.accounts.enterSecondFactor({ code: old });
  expect(await signedInEmail(browser)).toBe(account.email);
  await device.api.accounts.secondFactor.renewCodes({ ...passwordProof, code: codeNow() });
  const later = await browserAtSecondFactor(app, account);
  expect(await refusalOf(later.api.accounts.enterSecondFactor({ code: other }))).toEqual(wrongCode);
});
