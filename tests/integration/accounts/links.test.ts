import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { accountTokens, outboxEmails, users, userSessions } from "@db/schema";
import {
  aSignUpForm,
  anAccount,
  requestLinkToken,
  mailedToken,
  mailsTo,
  refusalOf,
  signedInEmail,
} from "../../support/accounts";
import { interceptStatements, createBarrier, disableRowLocks } from "../../support/statements";
import { expect, test, type TestApp } from "../../support/test-app";
import type { TestBrowser } from "../../support/test-browser";

const expired = { code: "link_expired", message: "This link has expired or has already been used." };
const purposes = ["verify_email", "reset_password", "sign_in"] as const;
type Purpose = (typeof purposes)[number];
const lifetimes = { verify_email: 24 * 60, reset_password: 60, sign_in: 15 };

async function aLink(
  app: TestApp,
  purpose: Purpose,
): Promise<{ email: string; token: string; signUpKey?: string | null }> {
  if (purpose !== "verify_email") {
    const { email } = await anAccount(app.db);
    return { email, token: await requestLinkToken(app, purpose, email) };
  }
  const newcomer = aSignUpForm();
  const browser = app.browser();
  await browser.api.accounts.signUp(newcomer);
  const token = await mailedToken(app, "verify-email", newcomer.email);
  return { email: newcomer.email, token, signUpKey: browser.signUpKey };
}

/** Presses the button on the link's page, with a new password to confirm an address. */
const press = ({ api }: TestBrowser, purpose: Purpose, token: string): Promise<unknown> =>
  purpose === "verify_email"
    ? api.accounts.verifyEmail({ token, newPassword: "fresh-tide-8" })
    : api.accounts.enterByLink({ purpose, token });

test.for(purposes)("a %s link works once", async (purpose, { app }) => {
  const { token } = await aLink(app, purpose);
  await press(app.browser(), purpose, token);
  expect(await refusalOf(press(app.browser(), purpose, token))).toEqual(expired);
});

test.for(purposes)("opening the page of a %s link changes nothing", async (purpose, { app }) => {
  const { token } = await aLink(app, purpose);
  const before = [await app.db.select().from(accountTokens), await app.db.select().from(users)];
  const { accounts } = app.browser().api;
  for (let times = 0; times < 3; times += 1) {
    expect(await accounts.peekToken({ purpose, token })).toEqual({ isValid: true });
  }
  expect([await app.db.select().from(accountTokens), await app.db.select().from(users)]).toEqual(before);
  await expect(press(app.browser(), purpose, token)).resolves.toBeDefined();
  expect(await accounts.peekToken({ purpose, token })).toEqual({ isValid: false });
});

test.for(purposes)("a %s link works until its expiry and not a moment longer", async (purpose, { app }) => {
  const { token } = await aLink(app, purpose);
  app.clock.moveBy(lifetimes[purpose]);
  const browser = app.browser();
  expect(await browser.api.accounts.peekToken({ purpose, token })).toEqual({ isValid: false });
  expect(await refusalOf(press(browser, purpose, token))).toEqual(expired);
  expect(await signedInEmail(browser)).toBeNull();
  app.clock.moveBy(-1);
  await expect(press(browser, purpose, token)).resolves.toBeDefined();
});

test.for(purposes)("a newer %s link invalidates the older one", async (purpose, { app }) => {
  const { email, token: older } = await aLink(app, purpose);
  if (purpose === "verify_email") await app.browser().api.accounts.signUp(aSignUpForm({ email }));
  else await requestLinkToken(app, purpose, email);
  expect(await refusalOf(press(app.browser(), purpose, older))).toEqual(expired);
});

test("refuses a link of one kind for any other purpose", async ({ app }) => {
  for (const purpose of purposes) {
    const { token } = await aLink(app, purpose);
    for (const other of purposes.filter((candidate) => candidate !== purpose)) {
      expect(await refusalOf(press(app.browser(), other, token)), `${purpose} as ${other}`).toEqual(expired);
    }
  }
});

test("stores only a hash of the token, and accepts neither its id nor its hash", async ({ app }) => {
  const { token } = await aLink(app, "sign_in");
  const [row] = await app.db.select().from(accountTokens);
  expect(row!.tokenHash).toBe(createHash("sha256").update(token).digest("hex"));
  for (const guess of [row!.id, row!.tokenHash, ""]) {
    expect(await refusalOf(press(app.browser(), "sign_in", guess))).toEqual(expired);
  }
});

/** Presses the button in the browser that signed up, where no new password is asked for. */
const pressWithoutPassword = ({ api }: TestBrowser, purpose: Purpose, token: string): Promise<unknown> =>
  purpose === "verify_email" ? api.accounts.verifyEmail({ token }) : api.accounts.enterByLink({ purpose, token });

const racers = 8;

/** Presses the button in eight browsers at the same moment. */
async function race(app: TestApp, purpose: Purpose, beforeRace = () => {}) {
  const { token, signUpKey = null } = await aLink(app, purpose);
  beforeRace();
  const browsers = Array.from({ length: racers }, () => Object.assign(app.browser(), { signUpKey }));
  const outcomes = await Promise.allSettled(browsers.map((browser) => pressWithoutPassword(browser, purpose, token)));
  const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []));
  return { winners: outcomes.length - refused.length, refused: [...new Set(refused)] };
}

test.for(purposes)("only one of eight simultaneous uses of a %s link succeeds", async (purpose, { app }) => {
  expect(await race(app, purpose)).toEqual({ winners: 1, refused: [`TRPCError: ${expired.message}`] });
  expect(await app.db.$count(userSessions)).toBe(1);
});

/** Removes the account's lock, and allows a token that was used since it was read. */
function withoutProtection(app: TestApp) {
  disableRowLocks(app, "users");
  const allHaveLooked = createBarrier(racers);
  interceptStatements(app, {
    rewrite: (text) =>
      text.startsWith('update "account_tokens"') ? text.replace(' and "account_tokens"."used_at" is null', "") : text,
    after: (text) =>
      text.startsWith('select "user_id", "browser_hash" from "account_tokens"') ? allHaveLooked() : undefined,
  });
}

// Control run: shows that reading before writing loses the race above.
test("accepts several uses of one link without the protection (control run)", async ({ app }) => {
  const { winners } = await race(app, "verify_email", () => withoutProtection(app));
  expect(winners).toBe(racers);
});

test("answers the same for known and unknown addresses, and mails only the known one", async ({ app }) => {
  const { email } = await anAccount(app.db);
  const { accounts } = app.browser().api;
  for (const ask of [accounts.requestPasswordReset, accounts.requestSignInLink]) {
    expect(await ask({ email })).toBe(await ask({ email: "unknown@example.com" }));
  }
  const { rows: waiting } = await app.db.execute<{ task_identifier: string }>(
    sql`select task_identifier from graphile_worker.jobs`,
  );
  expect(waiting.map(({ task_identifier }) => task_identifier)).toEqual(Array(4).fill("send-account-link"));
  expect(await app.db.$count(outboxEmails)).toBe(0);
  expect((await mailsTo(app, email)).map(({ subject }) => subject).sort()).toEqual([
    "Choose a new password for Breathroom",
    "Your sign-in link for Breathroom",
  ]);
  expect(app.sentMails).toHaveLength(2);
});

test("sends the mail to the account's own address, not to the typed one", async ({ app }) => {
  const { email } = await anAccount(app.db, { email: "Maeve@example.com" });
  await app.browser().api.accounts.requestPasswordReset({ email: "maeve@EXAMPLE.com" });
  expect(await mailsTo(app, email)).toHaveLength(1);
  expect(app.sentMails).toHaveLength(1);
});

test("redirects from a link to the page of this site where the visitor came from", async ({ app }) => {
  const { email } = await anAccount(app.db);
  const { accounts } = app.browser().api;
  for (const [returnTo, kept] of [
    ["/sessions/1?a=b", "/sessions/1?a=b"],
    ["https://evil.example/", null],
    ["//evil.example", null],
    ["/\\evil.example", null],
  ] as const) {
    await accounts.requestSignInLink({ email, returnTo });
    const token = await mailedToken(app, "sign-in-link", email);
    expect(await accounts.enterByLink({ purpose: "sign_in", token })).toMatchObject({ returnTo: kept });
  }
});

test("signs in by a one-time link, confirms the address and allows a new password", async ({ app }) => {
  const { email } = await anAccount(app.db, { emailConfirmedAt: null, passwordHash: null });
  const browser = app.browser();
  const token = await requestLinkToken(app, "sign_in", email);
  expect(await browser.api.accounts.enterByLink({ purpose: "sign_in", token })).toEqual({
    returnTo: null,
    next: "done",
  });
  expect(await browser.api.accounts.me()).toMatchObject({ email, mayChooseNewPassword: true });
  expect((await app.db.query.users.findFirst())!.emailConfirmedAt).toEqual(app.clock.now());
});
