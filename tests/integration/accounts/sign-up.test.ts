import { eq } from "drizzle-orm";
import { accountTokens, outboxEmails, users, userSessions } from "@db/schema";
import {
  aSignUpForm,
  anAccount,
  mailedToken,
  mailsTo,
  password,
  refusalOf,
  requestLinkToken,
  signedInEmail,
} from "../../support/accounts";
import { expect, test } from "../../support/test-app";

test("signs a new member in by the mailed link in the browser that signed up", async ({ app }) => {
  const newcomer = aSignUpForm({ email: "Hannah@Example.com", returnTo: "/sessions/1" });
  const browser = app.browser();
  await browser.api.accounts.signUp(newcomer);
  expect(browser.sessionKey).toBeNull();
  const [mail] = await mailsTo(app, "Hannah@Example.com");
  expect(mail).toMatchObject({ subject: "Confirm your email address for Breathroom" });
  const token = await mailedToken(app, "verify-email", newcomer.email);
  expect(await browser.api.accounts.peekToken({ purpose: "verify_email", token })).toEqual({ isValid: true });
  expect(await browser.api.accounts.peekVerification({ token })).toMatchObject({ isValid: true, needsPassword: false });
  expect(await browser.api.accounts.verifyEmail({ token })).toEqual({ next: "done", returnTo: "/sessions/1" });
  expect(await signedInEmail(browser)).toBe("Hannah@Example.com");
  const elsewhere = await app.browser().api.accounts.signIn({ email: "hannah@example.com", password });
  expect(elsewhere).toEqual({ next: "done" });
  expect(await browser.api.accounts.me()).toMatchObject({ fullName: "Hannah Okafor", role: "member" });
});

test.for(["https://evil.example", "//evil.example", "/\\evil.example", "/\t/evil.example", "/.//evil.example"])(
  "never redirects to %j after confirming an address",
  async (returnTo, { app }) => {
    const newcomer = aSignUpForm({ returnTo });
    const { accounts } = app.browser().api;
    await accounts.signUp(newcomer);
    await refusalOf(accounts.signIn({ ...newcomer, returnTo }));
    const tokens = await app.db.select().from(accountTokens);
    expect(tokens.map((token) => token.returnTo)).toEqual([null, null]);
    const token = await mailedToken(app, "verify-email", newcomer.email);
    expect(await accounts.verifyEmail({ token })).toEqual({ next: "done", returnTo: null });
  },
);

test("gives the same answer for a taken address, mails its owner and changes nothing", async ({ app }) => {
  const account = await anAccount(app.db);
  const { accounts } = app.browser().api;
  const taken = await accounts.signUp(
    aSignUpForm({ email: account.email.toUpperCase(), password: "of-another-person" }),
  );
  const free = await accounts.signUp(aSignUpForm());
  expect(taken).toEqual(free);
  expect(await app.db.select().from(users).where(eq(users.id, account.id))).toEqual([account]);
  const mails = await mailsTo(app, account.email);
  expect(mails.map(({ subject }) => subject)).toEqual(["You already have an account at Breathroom"]);
  expect(mails[0]!.text).toContain("/sign-in");
  const token = await mailedToken(app, "reset-password", account.email);
  expect(await accounts.enterByLink({ purpose: "reset_password", token })).toMatchObject({ next: "done" });
});

test("leaves one token and one mail for each sign-up, whether the address was free or taken", async ({ app }) => {
  const { email } = await anAccount(app.db);
  const traces = async () => [await app.db.$count(accountTokens), await app.db.$count(outboxEmails)];
  const { accounts } = app.browser().api;
  await accounts.signUp(aSignUpForm());
  expect(await traces()).toEqual([1, 1]);
  await accounts.signUp(aSignUpForm({ email }));
  expect(await traces()).toEqual([2, 2]);
});

test("makes one account of a form posted five times at once, and accepts the newest link", async ({ app }) => {
  const newcomer = aSignUpForm();
  await Promise.all(Array.from({ length: 5 }, () => app.browser().api.accounts.signUp(newcomer)));
  expect(await app.db.$count(users)).toBe(1);
  const live = await app.db.query.accountTokens.findMany({ where: (token, { isNull }) => isNull(token.usedAt) });
  expect(live).toHaveLength(1);
  const browser = app.browser();
  expect((await refusalOf(browser.api.accounts.signIn({ email: newcomer.email, password }))).code).toBe(
    "email_not_verified",
  );
});

test("never opens the account with a password set by a stranger for the address", async ({ app }) => {
  const email = "hannah@example.com";
  const stranger = app.browser();
  await stranger.api.accounts.signUp(aSignUpForm({ email, password: "of-the-stranger" }));
  const strangersLink = await mailedToken(app, "verify-email", email);
  await app.browser().api.accounts.signUp(aSignUpForm({ email, password: "of-hannah" }));

  // The owner may open any of the links to confirm the address.
  await app.browser().api.accounts.verifyEmail({ token: strangersLink, newPassword: "of-hannah" });
  const tried = await refusalOf(stranger.api.accounts.signIn({ email, password: "of-the-stranger" }));
  expect(tried.code).toBe("invalid_credentials");

  await expect(app.browser().api.accounts.signIn({ email, password: "of-hannah" })).resolves.toEqual({ next: "done" });
});

test("asks any other browser for a new password, which ends older sessions", async ({ app }) => {
  const email = "hannah@example.com";
  const stranger = app.browser();
  await stranger.api.accounts.signUp(aSignUpForm({ email, password: "of-the-stranger" }));
  const token = await mailedToken(app, "verify-email", email);
  const owner = app.browser();
  await owner.api.accounts.signUp(aSignUpForm());
  const { accounts } = owner.api;
  expect(await accounts.peekVerification({ token })).toEqual({ isValid: true, email, needsPassword: true });
  expect(await refusalOf(accounts.verifyEmail({ token }))).toMatchObject({ code: "invalid" });
  await expect(accounts.verifyEmail({ token, newPassword: "password1" })).rejects.toThrow("most common passwords");
  const account = (await app.db.query.users.findFirst({ where: eq(users.email, email) }))!;
  expect(account.emailConfirmedAt).toBeNull();
  const older = { id: "older", userId: account.id, expiresAt: new Date("2090-01-01") };
  await app.db.insert(userSessions).values(older);

  expect(await accounts.verifyEmail({ token, newPassword: "of-hannah" })).toMatchObject({ next: "done" });
  expect(await signedInEmail(owner)).toBe(email);
  expect(await app.db.$count(userSessions, eq(userSessions.id, older.id))).toBe(0);
  const tried = await refusalOf(stranger.api.accounts.signIn({ email, password: "of-the-stranger" }));
  expect(tried.code).toBe("invalid_credentials");
  await expect(app.browser().api.accounts.signIn({ email, password: "of-hannah" })).resolves.toEqual({ next: "done" });
});

test("asks for a new password where two sign-ups left the account without one", async ({ app }) => {
  const newcomer = aSignUpForm();
  const browser = app.browser();
  await browser.api.accounts.signUp(newcomer);
  const token = await mailedToken(app, "verify-email", newcomer.email);
  await app.browser().api.accounts.signUp({ ...newcomer, password: "of-another-person" });
  expect(await browser.api.accounts.peekVerification({ token })).toMatchObject({ needsPassword: true });
});

test("signs no one in by the link of an account that is confirmed already", async ({ app }) => {
  const newcomer = aSignUpForm();
  const browser = app.browser();
  await browser.api.accounts.signUp(newcomer);
  const token = await mailedToken(app, "verify-email", newcomer.email);
  const entry = await requestLinkToken(app, "sign_in", newcomer.email);
  await app.browser().api.accounts.enterByLink({ purpose: "sign_in", token: entry });
  expect(await browser.api.accounts.verifyEmail({ token, newPassword: "of-hannah-2" })).toMatchObject({
    next: "sign_in",
  });
  expect(await signedInEmail(browser)).toBeNull();
});

test.for(["reset_password", "sign_in"] as const)(
  "removes a stranger's password when the owner first uses a %s link",
  async (purpose, { app }) => {
    const email = "hannah@example.com";
    const stranger = app.browser();
    await stranger.api.accounts.signUp(aSignUpForm({ email, password: "of-the-stranger" }));
    const owner = app.browser();
    if (purpose === "sign_in") await owner.api.accounts.requestSignInLink({ email });
    else await owner.api.accounts.requestPasswordReset({ email });
    const token = await mailedToken(app, purpose === "sign_in" ? "sign-in-link" : "reset-password", email);
    await owner.api.accounts.enterByLink({ purpose, token });
    expect(await owner.api.accounts.me()).toMatchObject({ hasPassword: false, mayChooseNewPassword: true });
    const tried = await refusalOf(stranger.api.accounts.signIn({ email, password: "of-the-stranger" }));
    expect(tried.code).toBe("invalid_credentials");
  },
);

test.for([
  ["firstName", " ", "Enter your first name"],
  ["lastName", "\u0007", "Enter your last name"],
  ["email", "hannah@", "Enter a full email address"],
  ["password", "12345", "Password must be at least 6 characters long."],
  ["password", "x".repeat(201), "Choose a shorter password"],
] as const)("refuses a wrong %s with its message", async ([field, value, message], { app }) => {
  const { accounts } = app.browser().api;
  await expect(accounts.signUp({ ...aSignUpForm(), [field]: value })).rejects.toThrow(message);
  expect(await app.db.$count(users)).toBe(0);
});
