import { eq } from "drizzle-orm";
import { siteSettings, users } from "@db/schema";
import { requireGoodPassword } from "@server/accounts/passwords";
import {
  aSignUpForm,
  anAccount,
  requestLinkToken,
  mailsTo,
  password,
  refusalOf,
  signedInBrowser,
} from "../../support/accounts";
import { expect, test } from "../../support/test-app";

const person = { email: "maeve.d42@calm-breath.example", fullName: "Maeve O’Donnelly" };
const common = "This is one of the most common passwords. Please choose another one.";
const ofSite = "This password is too close to the name of this site. Please choose another one.";
const ofPerson = "This password is too close to the name or email. Please choose another one.";

test.for([
  ["123456", common],
  ["password", common],
  ["PassWord1", common],
  ["QWERTY", common],
  ["ｑｗｅｒｔｙ", common],
  ["letmein", common],
  ["trustno1", common],
  ["breathroom", ofSite],
  ["Breathroom2026!", ofSite],
  ["breath-work", ofSite],
  ["**breathe**99", ofSite],
  ["river-house", ofSite],
  ["RIVERHOUSE1", ofSite],
  ["maeve.d42", ofPerson],
  ["Maeve1990", ofPerson],
  ["o'donnelly", ofPerson],
  ["maeveodonnelly", ofPerson],
  ["calm-breath", ofPerson],
  ["maeve.d42@calm-breath.example", ofPerson],
  ["breathe-demo", null],
  ["slow-exhale-7", null],
  ["correct horse battery staple", null],
  ["maeve-loves-tea", null],
  ["!!!!!!!!", null],
  ["739184026", null],
] as const)("the password %j: %s", async ([typed, message], { app }) => {
  await app.db.insert(siteSettings).values({ key: "name", value: "River House" });
  const call = requireGoodPassword(app.services, typed, { person, field: "password" });
  if (message === null) await expect(call).resolves.toBeUndefined();
  else await expect(call).rejects.toMatchObject({ code: "invalid", field: "password", message });
});

test("refuses a common password wherever one is set, beside its field", async ({ app }) => {
  const account = await anAccount(app.db);
  const member = await signedInBrowser(app, account);
  const admin = await signedInBrowser(app, await anAccount(app.db, { role: "admin" }));
  const recovered = app.browser();
  const token = await requestLinkToken(app, "reset_password", account.email);
  await recovered.api.accounts.enterByLink({ purpose: "reset_password", token });
  const chosen = { newPassword: "password1", confirmPassword: "password1" };
  const calls = {
    signUp: () => app.browser().api.accounts.signUp(aSignUpForm({ password: "password1" })),
    changePassword: () => member.api.accounts.changePassword({ currentPassword: password, ...chosen }),
    setNewPassword: () => recovered.api.accounts.setNewPassword(chosen),
    setPassword: () => admin.api.users.setPassword({ id: account.id, password: "password1" }),
  };
  for (const [name, call] of Object.entries(calls)) {
    const error = await call()
      .then(() => null)
      .catch((reason: Error) => reason.cause);
    const field = name === "signUp" || name === "setPassword" ? "password" : "newPassword";
    expect([name, error]).toEqual([name, expect.objectContaining({ code: "invalid", field, message: common })]);
  }
  const [unchanged] = await app.db.select().from(users).where(eq(users.id, account.id));
  expect(unchanged!.passwordHash).toBe(account.passwordHash);
  expect(await app.db.$count(users)).toBe(2);
});

test("refuses a common password alike for known and unknown addresses", async ({ app }) => {
  const { email } = await anAccount(app.db);
  for (const typed of [email, "unknown@example.com"]) {
    const call = app.browser().api.accounts.signUp(aSignUpForm({ email: typed, password: "qwerty" }));
    expect(await refusalOf(call)).toEqual({ code: "invalid", message: common });
  }
  expect(await mailsTo(app, email)).toEqual([]);
});
