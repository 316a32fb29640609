import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { eq } from "drizzle-orm";
import { users } from "@db/schema";
import { makeAdmin } from "@server/accounts/make-admin";
import { appRouter } from "@server/api/root";
import {
  anAccount,
  passwordProof,
  password,
  refusalOf,
  setUpAuthenticator,
  signedInBrowser,
  signedInEmail,
} from "../../support/accounts";
import { serve } from "../../support/http-app";
import { secondFactorPath } from "~/lib/sign-in-address";
import { buyItem } from "~/features/purchases/purchase.server";
import { collectionSale } from "~/features/purchases/sales.server";
import { loader as myRecordings } from "~/routes/dashboard.resources";
import { loader as askForCode } from "~/routes/sign-in_.code";
import { expect, startTestApp, test as demoTest, type TestApp } from "../../support/test-app";

const test = demoTest.extend<{ app: TestApp }>({
  app: async ({ db }, use) => {
    const { app, stop } = await startTestApp({ db, settings: { isLive: true } });
    await use(app);
    await stop();
  },
});

const day = 24 * 60;
const refused = { code: "forbidden", message: "Set up two-step sign-in first." };

/** Returns the browser of an admin who signed in again after the seven days. */
async function overdue(app: TestApp) {
  const account = await anAccount(app.db, { role: "admin" });
  await signedInBrowser(app, account);
  app.clock.moveBy(7 * day);
  return { account, browser: await signedInBrowser(app, account) };
}

type Procedure = { _def: { type: string } };
const procedures = Object.keys(appRouter._def.procedures as unknown as Record<string, Procedure>);

function call(api: unknown, path: string): Promise<unknown> {
  const procedure = path.split(".").reduce((object, key) => (object as Record<string, unknown>)[key], api);
  return (procedure as (input: object) => Promise<unknown>)({});
}

test("lets an admin work without a second factor for seven days, then refuses everything", async ({ app }) => {
  const account = await anAccount(app.db, { role: "admin" });
  await signedInBrowser(app, account);
  app.clock.moveBy(7 * day - 1);
  const browser = await signedInBrowser(app, account);
  await expect(browser.api.users.list({ search: "", page: 1 })).resolves.toBeDefined();
  app.clock.moveBy(1);
  expect(await refusalOf(browser.api.users.list({ search: "", page: 1 }))).toEqual(refused);
});

test("lets an overdue admin only set up the second factor, set a password and sign out", async ({ app }) => {
  const { browser } = await overdue(app);
  const open: string[] = [];
  for (const path of procedures.filter((each) => each !== "accounts.signOut")) {
    const answer = await refusalOf(call(browser.api, path));
    if (answer.message !== refused.message) open.push(path);
  }
  const ofHolder = [
    "changePassword",
    "me",
    "secondFactor.begin",
    "secondFactor.confirm",
    "secondFactor.status",
    "setNewPassword",
  ];
  expect(open.filter((path) => !isForVisitors(path)).sort()).toEqual(ofHolder.map((name) => `accounts.${name}`));
  await browser.api.accounts.signOut();
  expect(browser.sessionKey).toBeNull();
});

/** Calls that an overdue admin may make as a visitor. */
function isForVisitors(path: string): boolean {
  const visitors = ["accounts.sign", "accounts.enter", "accounts.request", "accounts.peek", "accounts.verify"];
  const others = [
    "accounts.confirmEmailChange",
    "accounts.endImpersonation",
    "accounts.setUp.",
    "passes.",
    "giftCards.",
    "courses.",
    "invoices.",
    "memberships.",
    "oneToOne.",
    "schedule.",
    "bookings.",
    "calendar.",
  ];
  const more = [
    "waitlist.",
    "payments.leaveCheckout",
    "products.collectionAt",
    "people.forgetRequest",
    "withdrawals.confirm",
    "withdrawals.getPage",
    "withdrawals.getReceived",
    "recordings.",
    "purchases.",
    "resources.",
    "pages.get",
    "site.profile",
    "mail.confirmConsent",
    "mail.getConsentBox",
    "mail.getSubscription",
    "mail.peekConsent",
    "testimonials.for",
    "mail.setUnsubscribed",
  ];
  return [...visitors, ...others, ...more].some((start) => path.startsWith(start));
}

test("treats an overdue admin as a visitor in public procedures", async ({ app }) => {
  const { browser } = await overdue(app);
  const collection = await browser.api.recordings.getCollection({ collection: "birth" });
  const visitors = await app.browser().api.recordings.getCollection({ collection: "birth" });
  expect(collection).toEqual(visitors);
});

test("opens the back office at once and for good when the second factor is set up", async ({ app }) => {
  const { account, browser } = await overdue(app);
  await setUpAuthenticator(app, browser);
  await expect(browser.api.users.list({ search: "", page: 1 })).resolves.toBeDefined();
  expect(await signedInEmail(browser)).toBe(account.email);
  app.clock.moveBy(6 * day);
  await expect(browser.api.users.list({ search: "", page: 1 })).resolves.toBeDefined();
});

test("leaves only the set-up when the second factor is turned off after the seven days", async ({ app }) => {
  const { browser } = await overdue(app);
  const { codeNow } = await setUpAuthenticator(app, browser);
  await browser.api.accounts.secondFactor.turnOff({ ...passwordProof, code: codeNow() });
  expect(await refusalOf(browser.api.users.list({ search: "", page: 1 }))).toEqual(refused);
});

test("ends the impersonation of a member when the seven days end", async ({ app }) => {
  const member = await anAccount(app.db);
  const admin = await anAccount(app.db, { role: "admin" });
  await signedInBrowser(app, admin);
  app.clock.moveBy(7 * day - 20);
  const browser = await signedInBrowser(app, admin);
  await browser.api.accounts.impersonate({ userId: member.id, reason: "She wrote" });
  app.clock.moveBy(19);
  expect(await signedInEmail(browser)).toBe(member.email);
  app.clock.moveBy(1);
  expect(await signedInEmail(browser)).toBeNull();
  await browser.api.accounts.endImpersonation();
  const again = browser.api.accounts.impersonate({ userId: member.id, reason: "She wrote" });
  expect(await refusalOf(again)).toEqual(refused);
});

test("sets no deadline for members, and a new one for an admin who is promoted again", async ({ app }) => {
  const { account, browser } = await overdue(app);
  await app.db.update(users).set({ role: "member" }).where(eq(users.id, account.id));
  expect(await signedInEmail(browser)).toBe(account.email);
  await makeAdmin(app.services, account.email);
  await browser.api.accounts.signIn({ email: account.email, password });
  await expect(browser.api.users.list({ search: "", page: 1 })).resolves.toBeDefined();
  // A second promotion changes nothing.
  app.clock.moveBy(7 * day);
  await makeAdmin(app.services, account.email);
  await browser.api.accounts.signIn({ email: account.email, password });
  expect(await refusalOf(browser.api.users.list({ search: "", page: 1 }))).toEqual(refused);
});

test("closes uploads and procedures over HTTP to an overdue admin", async ({ app }) => {
  const { browser } = await overdue(app);
  const { url, stop } = await serve(app.services);
  try {
    const headers = { Cookie: `__Host-breathroom_session=${browser.sessionKey}` };
    const statusOf = async (path: string, method = "GET") => (await fetch(url + path, { method, headers })).status;
    expect(await statusOf("/api/trpc/users.list?input=%7B%7D")).toBe(403);
    expect(await statusOf("/api/trpc/profile.exportData")).toBe(403);
    expect(await statusOf("/api/uploads", "POST")).toBe(401);
  } finally {
    await stop();
  }
});

test("redirects an overdue admin to the set-up from every page that asks visitors to sign in", async ({ app }) => {
  const { browser } = await overdue(app);
  const buy = { action: async (args: ActionFunctionArgs) => buyItem(args, await collectionSale(args, "birth")) };
  const mine = { loader: async (args: LoaderFunctionArgs) => Response.json(await myRecordings(args)) };
  const { url, stop } = await serve(app.services, { buy, mine, code: { loader: askForCode } });
  const headers = { Cookie: `__Host-breathroom_session=${browser.sessionKey}` };
  const ask = (path: string, method = "GET") => fetch(url + path, { method, headers, redirect: "manual" });
  expect((await ask("/code")).headers.get("Location")).toBe(secondFactorPath);
  expect((await ask("/buy", "POST")).headers.get("Location")).toBe(secondFactorPath);
  expect(await (await ask("/mine")).json()).toMatchObject({ signInPath: secondFactorPath });
  await stop();
});

demoTest("sets no deadline in the demo", async ({ app }) => {
  const { browser } = await overdue(app);
  await expect(browser.api.users.list({ search: "", page: 1 })).resolves.toBeDefined();
});
