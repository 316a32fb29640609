import { eq } from "drizzle-orm";
import { users } from "@db/schema";
import { anAccount, signedInBrowser, signedInEmail } from "../../support/accounts";
import { expect, test, type TestApp } from "../../support/test-app";
import type { TestBrowser } from "../../support/test-browser";

const day = 24 * 60;

/** Visits once a day. Returns the number of days until the browser was signed out. */
async function daysUntilSignedOut(app: TestApp, browser: TestBrowser, each: () => Promise<unknown> = noVisit) {
  for (let days = 1; days <= 100; days += 1) {
    app.clock.moveBy(day);
    await each();
    if ((await signedInEmail(browser)) === null) return days;
  }
  return null;
}

const noVisit = () => Promise.resolve();

test("ends a member's session 90 days after signing in, even when it is used daily", async ({ app }) => {
  expect(await daysUntilSignedOut(app, await signedInBrowser(app, await anAccount(app.db)))).toBe(90);
});

test("ends an admin's session 7 days after signing in, even when it is used daily", async ({ app }) => {
  const admin = await anAccount(app.db, { role: "admin" });
  expect(await daysUntilSignedOut(app, await signedInBrowser(app, admin))).toBe(7);
});

test("shortens a member's session to an admin's when the member becomes one", async ({ app }) => {
  const account = await anAccount(app.db);
  const browser = await signedInBrowser(app, account);
  app.clock.moveBy(8 * day);
  await app.db.update(users).set({ role: "admin" }).where(eq(users.id, account.id));
  expect(await signedInEmail(browser)).toBeNull();
});

test("does not extend the admin's own session by an impersonation", async ({ app }) => {
  const member = await anAccount(app.db);
  const browser = await signedInBrowser(app, await anAccount(app.db, { role: "admin" }));
  const visit = async () => {
    if ((await signedInEmail(browser)) === null) return;
    await browser.api.accounts.impersonate({ userId: member.id, reason: "She wrote" });
    await browser.api.accounts.endImpersonation();
  };
  expect(await daysUntilSignedOut(app, browser, visit)).toBe(7);
});

test("ends an impersonation with the admin's own session", async ({ app }) => {
  const member = await anAccount(app.db);
  const browser = await signedInBrowser(app, await anAccount(app.db, { role: "admin" }));
  app.clock.moveBy(7 * day - 30);
  await browser.api.accounts.impersonate({ userId: member.id, reason: "She wrote" });
  app.clock.moveBy(29);
  expect(await signedInEmail(browser)).toBe(member.email);
  app.clock.moveBy(1);
  expect(await signedInEmail(browser)).toBeNull();
  await expect(browser.api.accounts.endImpersonation()).rejects.toThrow("Please sign in.");
});

test("hides a session past its lifetime from the list of devices", async ({ app }) => {
  const admin = await anAccount(app.db, { role: "admin" });
  await signedInBrowser(app, admin);
  app.clock.moveBy(8 * day);
  const browser = await signedInBrowser(app, admin);
  expect(await browser.api.accounts.listDevices()).toHaveLength(1);
});
