import { sql } from "drizzle-orm";
import { rateLimits, sessionBookings, users } from "@db/schema";
import { rateLimit, countAttempt } from "@server/core/rate-limits";
import {
  aSignUpForm,
  anAccount,
  mailsTo,
  password,
  refusalOf,
  setUpAuthenticator,
  signedInBrowser,
} from "../../support/accounts";
import { actingAs } from "../../support/recordings";
import { refusalCodes, rateLimitedError, repeat, test } from "../../support/live-limits";
import { aBookingOf, aSession } from "../../support/sessions";
import { expect, test as demoTest } from "../../support/test-app";

test("allows an address a hundred sign-in attempts over all accounts, not counting successful ones", async ({
  app,
}) => {
  const { email } = await anAccount(app.db);
  const at = (address: string) => app.browser({ address }).api.accounts;
  for (let nth = 0; nth < 99; nth += 1) await countAttempt(app.services, "sign-in from address", "198.51.100.7");
  for (let nth = 0; nth < 3; nth += 1) await at("198.51.100.7").signIn({ email, password });
  await refusalOf(at("198.51.100.7").signIn({ email: "a@example.com", password: "guess" }));
  expect(await refusalOf(at("198.51.100.7").signIn({ email, password }))).toEqual(rateLimitedError);
  await expect(at("198.51.100.8").signIn({ email, password })).resolves.toEqual({ next: "done" });
});

test("counts all addresses of an IPv6 network together", async ({ app }) => {
  const at = (address: string) => app.browser({ address }).api.accounts.signUp(aSignUpForm());
  const codes = await refusalCodes(11, (nth) => at(`2001:db8:0:7::${nth.toString(16)}`));
  expect(codes).toEqual([...repeat(undefined, 10), "rate_limited"]);
  await expect(at("2001:db8:0:8::1")).resolves.toBeUndefined();
});

test("allows ten new accounts an hour from one address", async ({ app }) => {
  const signUp = () => app.browser({ address: "192.0.2.9" }).api.accounts.signUp(aSignUpForm());
  expect(await refusalCodes(12, signUp)).toEqual([...repeat(undefined, 10), ...repeat("rate_limited", 2)]);
  expect(await app.db.$count(users)).toBe(10);
});

test("mails at most five links an hour, with the same answer beyond that", async ({ app }) => {
  const { email } = await anAccount(app.db);
  const ask = (nth: number) => app.browser({ address: `192.0.2.${nth}` }).api.accounts.requestPasswordReset({ email });
  expect(await refusalCodes(8, ask)).toEqual(repeat(undefined, 8));
  expect(await mailsTo(app, email)).toHaveLength(5);
  // Each kind of mail is counted separately.
  await app.browser().api.accounts.requestSignInLink({ email });
  expect(await mailsTo(app, email)).toHaveLength(6);
});

test("limits the mails that signing up or signing in unconfirmed can send to one mailbox", async ({ app }) => {
  const newcomer = aSignUpForm();
  await refusalCodes(8, (nth) => app.browser({ address: `192.0.2.${nth}` }).api.accounts.signUp(newcomer));
  expect(await mailsTo(app, newcomer.email)).toHaveLength(5);
  const signIn = () => app.browser().api.accounts.signIn({ email: newcomer.email, password });
  expect(await refusalCodes(8, signIn)).toEqual(repeat("email_not_verified", 8));
  expect(await mailsTo(app, newcomer.email)).toHaveLength(10);
});

test("allows thirty links an hour from one address", async ({ app }) => {
  const ask = (nth: number) => app.browser().api.accounts.requestSignInLink({ email: `person-${nth}@example.com` });
  expect(await refusalCodes(31, ask)).toEqual([...repeat(undefined, 30), "rate_limited"]);
});

test("closes the second step after ten wrong codes, even to the right one", async ({ app }) => {
  const account = await anAccount(app.db);
  const { codeNow, recoveryCodes } = await setUpAuthenticator(app, await signedInBrowser(app, account));
  const { accounts } = app.browser().api;
  await accounts.signIn({ email: account.email, password });
  const guess = (nth: number) => accounts.enterSecondFactor({ code: `wrong ${nth}` });
  expect(await refusalCodes(11, guess)).toEqual([...repeat("wrong_code", 10), "rate_limited"]);
  expect(await refusalOf(accounts.enterSecondFactor({ code: codeNow() }))).toEqual(rateLimitedError);
  expect(await refusalOf(accounts.enterSecondFactor({ code: recoveryCodes[0]! }))).toEqual(rateLimitedError);
});

test("limits guesses of the current password while signed in", async ({ app }) => {
  const { accounts } = (await signedInBrowser(app, await anAccount(app.db))).api;
  const chosen = { newPassword: "longer-exhale-8", confirmPassword: "longer-exhale-8" };
  const guess = (nth: number) =>
    nth % 2
      ? accounts.changePassword({ currentPassword: `guess-${nth}`, ...chosen })
      : accounts.setNewPassword({ currentPassword: `guess-${nth}`, ...chosen });
  expect(await refusalCodes(11, guess)).toEqual([...repeat("wrong_current_password", 10), "rate_limited"]);
});

test("allows thirty bookings in ten minutes from one address, without limiting others", async ({ app }) => {
  const session = await aSession(app.db, { priceMinor: 0 });
  const book = (address: string) => app.as({ visitor: { address } }).bookings.create(aBookingOf(session));
  expect(await refusalCodes(31, () => book("192.0.2.1"))).toEqual([...repeat(undefined, 30), "rate_limited"]);
  await expect(book("192.0.2.2")).resolves.toHaveProperty("next");
  expect(await app.db.$count(sessionBookings)).toBe(31);
});

test("allows thirty bookings an hour for a guest's address from any network, and counts members separately", async ({
  app,
}) => {
  const session = await aSession(app.db, { priceMinor: 0 });
  const account = await anAccount(app.db);
  const book = (nth: number, email: string) =>
    app.as({ visitor: { address: `192.0.2.${nth}` } }).bookings.create({ ...aBookingOf(session), email });
  const codes = await refusalCodes(31, (nth) => book(nth, nth % 2 ? account.email : account.email.toUpperCase()));
  expect(codes).toEqual([...repeat(undefined, 30), "rate_limited"]);
  await expect(app.as(actingAs(account)).bookings.create(aBookingOf(session))).resolves.toHaveProperty("next");
  await expect(book(40, "person.else@example.com")).resolves.toHaveProperty("next");
});

test("refuses attempts that can't be counted, and accepts them once they can be", async ({ app }) => {
  const { email } = await anAccount(app.db);
  const { accounts } = app.browser().api;
  const busy = { code: "busy", message: "That did not go through. Please try again in a moment." };
  await app.db.execute(sql`alter table rate_limits rename to rate_limits_away`);
  try {
    expect(await refusalOf(accounts.signIn({ email, password }))).toEqual(busy);
    expect(await refusalOf(accounts.requestPasswordReset({ email }))).toEqual(busy);
    expect(await refusalOf(accounts.signUp(aSignUpForm()))).toEqual(busy);
  } finally {
    await app.db.execute(sql`alter table rate_limits_away rename to rate_limits`);
  }
  expect(await app.db.$count(users)).toBe(1);
  expect(await accounts.signIn({ email, password })).toEqual({ next: "done" });
});

test("stores no network or e-mail address in the table", async ({ app }) => {
  const { email } = await anAccount(app.db);
  await app.browser({ address: "192.0.2.77" }).api.accounts.requestPasswordReset({ email });
  const rows = await app.db.select().from(rateLimits);
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2\.77|example\.com/);
});

demoTest("allows ten times as many attempts in the demo", async ({ app }) => {
  for (const rule of ["password of account", "booking from address", "link to account"] as const) {
    const live = rateLimit({ isLive: true }, rule);
    expect(rateLimit(app.services.settings, rule)).toEqual({ ...live, times: live.times * 10 });
  }
  const { email } = await anAccount(app.db);
  const { accounts } = app.browser().api;
  expect(await refusalCodes(11, () => accounts.signIn({ email, password: "guess" }))).toEqual(
    repeat("invalid_credentials", 11),
  );
});
