import { knownDevices, rateLimits } from "@db/schema";
import { countAttempt } from "@server/core/rate-limits";
import { anAccount, password, refusalOf, signedInBrowser } from "../../support/accounts";
import { refusalCodes, rateLimitedError, repeat, test } from "../../support/live-limits";
import { expect, type TestApp } from "../../support/test-app";
import { TestBrowser } from "../../support/test-browser";

test("closes an account to a network for a quarter of an hour after ten wrong passwords, in every process", async ({
  app,
  other,
}) => {
  const { email } = await anAccount(app.db);
  const address = "192.0.2.1";
  const [first, second] = [app.browser({ address }), new TestBrowser(other, { address })];
  const guess = (nth: number) => (nth % 2 ? second : first).api.accounts.signIn({ email, password: `guess-${nth}` });
  expect(await refusalCodes(12, guess)).toEqual([...repeat("invalid_credentials", 10), ...repeat("rate_limited", 2)]);
  const right = new TestBrowser(other, { address }).api.accounts.signIn({ email, password });
  await expect(right).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
  expect(await refusalOf(first.api.accounts.signIn({ email: email.toUpperCase(), password }))).toEqual(
    rateLimitedError,
  );

  await app.db.update(rateLimits).set({ expire: new Date() });
  expect(await first.api.accounts.signIn({ email, password })).toEqual({ next: "done" });
});

test("lets the owner in from another network despite a stranger's wrong passwords", async ({ app }) => {
  const { email } = await anAccount(app.db, { role: "admin" });
  const stranger = app.browser({ address: "192.0.2.66" }).api.accounts;
  const guesses = await refusalCodes(15, () => stranger.signIn({ email, password: "guess" }));
  expect(guesses).toEqual([...repeat("invalid_credentials", 10), ...repeat("rate_limited", 5)]);
  const owner = app.browser({ address: "198.51.100.1" }).api.accounts;
  expect(await owner.signIn({ email, password })).toEqual({ next: "done" });
});

/** Guesses passwords from many networks. */
const guessFromEverywhere = (app: TestApp, email: string, times: number) =>
  Promise.all(Array.from({ length: times }, () => countAttempt(app.services, "password of account", email)));

test("slows down guesses from many networks, but not a device that signed in before", async ({ app }) => {
  const account = await anAccount(app.db);
  const [known, unknown] = [await signedInBrowser(app, account), app.browser()];
  await known.api.accounts.signOut();
  await guessFromEverywhere(app, account.email, 100);
  const again = { email: account.email, password };
  expect(await refusalOf(unknown.api.accounts.signIn(again))).toEqual(rateLimitedError);
  expect(await known.api.accounts.signIn(again)).toEqual({ next: "done" });
});

test("allows a known device ten guesses, for its own account only", async ({ app }) => {
  const [account, other] = [await anAccount(app.db), await anAccount(app.db)];
  const known = await signedInBrowser(app, account);
  await guessFromEverywhere(app, other.email, 100);
  expect(await refusalOf(known.api.accounts.signIn({ email: other.email, password }))).toEqual(rateLimitedError);
  const guess = () => known.api.accounts.signIn({ email: account.email, password: "guess" });
  expect(await refusalCodes(11, guess)).toEqual([...repeat("invalid_credentials", 10), "rate_limited"]);
});

test("forgets every known device when the password changes", async ({ app }) => {
  const account = await anAccount(app.db);
  const [owner, thief] = [await signedInBrowser(app, account), await signedInBrowser(app, account)];
  const newPassword = "longer-exhale-8";
  const chosen = { currentPassword: password, newPassword, confirmPassword: newPassword };
  await owner.api.accounts.changePassword(chosen);
  await owner.api.accounts.signOut();
  await guessFromEverywhere(app, account.email, 100);
  const again = { email: account.email, password: newPassword };
  expect(await refusalOf(thief.api.accounts.signIn(again))).toEqual(rateLimitedError);
  expect(await owner.api.accounts.signIn(again)).toEqual({ next: "done" });
});

test("ignores a forged device cookie", async ({ app }) => {
  const { email } = await anAccount(app.db);
  await guessFromEverywhere(app, email, 100);
  const browser = app.browser();
  for (const key of ["a".repeat(43), "'; drop", ""]) {
    browser.deviceKey = key;
    expect(await refusalOf(browser.api.accounts.signIn({ email, password }))).toEqual(rateLimitedError);
  }
});

test("remembers a device for half a year after its last sign-in", async ({ app }) => {
  const { email } = await anAccount(app.db);
  const browser = app.browser();
  const halfYear = 180 * 24 * 60;
  for (const days of [0, 100, 100]) {
    app.clock.moveBy(days * 24 * 60);
    await browser.api.accounts.signIn({ email, password });
    expect(await app.db.$count(knownDevices)).toBe(1);
  }
  app.clock.moveBy(halfYear);
  await guessFromEverywhere(app, email, 100);
  expect(await refusalOf(browser.api.accounts.signIn({ email, password }))).toEqual(rateLimitedError);
});

test("closes an unknown address after as many attempts as a known one", async ({ app }) => {
  const { email } = await anAccount(app.db);
  for (const typed of [email, "unknown@example.com"]) {
    const guess = () => app.browser().api.accounts.signIn({ email: typed, password: "guess" });
    expect(await refusalCodes(11, guess)).toEqual([...repeat("invalid_credentials", 10), "rate_limited"]);
    await guessFromEverywhere(app, typed, 89);
    const elsewhere = (nth: number) => app.browser({ address: `192.0.2.${nth}` }).api.accounts;
    const guessElsewhere = (nth: number) => elsewhere(nth).signIn({ email: typed, password: "guess" });
    expect(await refusalCodes(2, guessElsewhere)).toEqual(["invalid_credentials", "rate_limited"]);
  }
});

test("counts guesses at the same moment", async ({ app, other }) => {
  const { email } = await anAccount(app.db);
  const guesses = Array.from({ length: 30 }, (_, nth) =>
    new TestBrowser(nth % 2 ? other : app.services).api.accounts.signIn({ email, password: `guess-${nth}` }),
  );
  const codes = (await Promise.all(guesses.map(refusalOf))).map(({ code }) => code);
  expect(codes.filter((code) => code === "invalid_credentials")).toHaveLength(10);
  expect(codes.filter((code) => code === "rate_limited")).toHaveLength(20);
});

test("clears this network's wrong passwords after the right one, and keeps those of others", async ({ app }) => {
  const { email } = await anAccount(app.db);
  await guessFromEverywhere(app, email, 70);
  const browser = () => app.browser().api.accounts;
  for (let round = 0; round < 3; round += 1) {
    expect(await refusalCodes(9, () => browser().signIn({ email, password: "guess" }))).toEqual(
      repeat("invalid_credentials", 9),
    );
    await browser().signIn({ email, password });
  }
  const elsewhere = () => app.browser({ address: "192.0.2.9" }).api.accounts.signIn({ email, password: "guess" });
  expect(await refusalCodes(4, elsewhere)).toEqual([...repeat("invalid_credentials", 3), "rate_limited"]);
});
