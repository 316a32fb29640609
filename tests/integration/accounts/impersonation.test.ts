import { eq, sql } from "drizzle-orm";
import { auditEntries, users, userSessions } from "@db/schema";
import { forgetExpired } from "@server/office/operations/forget-expired";
import {
  anAccount,
  passwordProof,
  refusalOf,
  setUpAuthenticator,
  signedInBrowser,
  signedInEmail,
} from "../../support/accounts";
import { expect, test, type TestApp } from "../../support/test-app";

const reason = "She can't find her recording";

async function visiting(app: TestApp) {
  const admin = await anAccount(app.db, { role: "admin", fullName: "Clara Marsh" });
  const member = await anAccount(app.db);
  const browser = await signedInBrowser(app, admin);
  const ownKey = browser.sessionKey;
  await browser.api.accounts.impersonate({ userId: member.id, reason });
  return { admin, member, browser, ownKey, back: () => browser.api.accounts.endImpersonation() };
}

test("shows the instructor the account as its member sees it, and returns to the instructor's own", async ({ app }) => {
  const { admin, member, browser, back } = await visiting(app);
  expect(await signedInEmail(browser)).toBe(member.email);
  expect(await back()).toEqual({ userId: member.id });
  expect(await signedInEmail(browser)).toBe(admin.email);
  expect(await refusalOf(back())).toEqual({ code: "unauthenticated", message: "Please sign in." });
});

test("records in the audit log who impersonated which account, and why", async ({ app }) => {
  const { admin, member } = await visiting(app);
  const [entry, ...others] = await app.db.select().from(auditEntries);
  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    actorId: admin.id,
    action: "user.impersonated",
    subjectType: "user",
    subjectId: member.id,
    reason,
  });
});

test("requires a reason", async ({ app }) => {
  const member = await anAccount(app.db);
  const browser = await signedInBrowser(app, await anAccount(app.db, { role: "admin" }));
  const { code } = await refusalOf(browser.api.accounts.impersonate({ userId: member.id, reason: "  " }));
  expect(code).toBe("ZodError");
  expect(await app.db.$count(auditEntries)).toBe(0);
});

test("refuses to impersonate an admin or a deleted account", async ({ app }) => {
  const other = await anAccount(app.db, { role: "admin" });
  const gone = await anAccount(app.db, { archivedAt: new Date() });
  const { api } = await signedInBrowser(app, await anAccount(app.db, { role: "admin" }));
  expect((await refusalOf(api.accounts.impersonate({ userId: other.id, reason }))).code).toBe("forbidden");
  expect((await refusalOf(api.accounts.impersonate({ userId: gone.id, reason }))).code).toBe("not_found");
});

test("returns without a second factor and leaves only one session", async ({ app }) => {
  const admin = await anAccount(app.db, { role: "admin" });
  const member = await anAccount(app.db);
  const browser = await signedInBrowser(app, admin);
  const { codeNow } = await setUpAuthenticator(app, browser);
  const again = await signedInBrowser(app, admin);
  await again.api.accounts.enterSecondFactor({ code: codeNow() });
  await again.api.accounts.impersonate({ userId: member.id, reason });
  await again.api.accounts.endImpersonation();
  expect(await signedInEmail(again)).toBe(admin.email);
  expect(await app.db.$count(userSessions, eq(userSessions.userId, member.id))).toBe(0);
  expect(await app.db.$count(userSessions, eq(userSessions.userId, admin.id))).toBe(2); // the first browser's, and this
});

test("ends an impersonation after an hour, with the way back still open", async ({ app }) => {
  const { admin, browser, back } = await visiting(app);
  app.clock.moveBy(60);
  await forgetExpired(app.services);
  expect(await signedInEmail(browser)).toBeNull();
  await back();
  expect(await signedInEmail(browser)).toBe(admin.email);
});

test("ends the impersonation with the admin's own session", async ({ app }) => {
  const { admin, browser, back } = await visiting(app);
  const elsewhere = await signedInBrowser(app, admin);
  await elsewhere.api.accounts.endDevices({ ...passwordProof, device: "all" });
  expect(await signedInEmail(browser)).toBeNull();
  expect((await refusalOf(back())).code).toBe("unauthenticated");
});

test("requires the admin's own session to be valid", async ({ app }) => {
  const { admin, browser, back } = await visiting(app);
  await app.db.update(userSessions).set({ expiresAt: app.clock.now() }).where(eq(userSessions.userId, admin.id));
  expect(await signedInEmail(browser)).toBeNull();
  expect((await refusalOf(back())).code).toBe("unauthenticated");
});

test("ends the impersonation when the admin is demoted", async ({ app }) => {
  const { admin, browser, back } = await visiting(app);
  await app.db.update(users).set({ role: "member" }).where(eq(users.id, admin.id));
  expect(await signedInEmail(browser)).toBeNull();
  expect((await refusalOf(back())).code).toBe("unauthenticated");
});

test("signs out of both the member's account and the admin's own", async ({ app }) => {
  const { browser, ownKey } = await visiting(app);
  await browser.api.accounts.signOut();
  expect(browser.sessionKey).toBeNull();
  browser.sessionKey = ownKey;
  expect(await signedInEmail(browser)).toBeNull();
  expect(await app.db.$count(userSessions)).toBe(0);
});

test("hides the impersonation from the member's list of devices", async ({ app }) => {
  const { browser } = await visiting(app);
  expect(await browser.api.accounts.listDevices()).toEqual([]);
});

test("stores all fields of the impersonator with a session, or none", async ({ app }) => {
  const { admin } = await visiting(app);
  const half = app.db.execute(
    sql`update user_sessions set impersonator_id = ${admin.id} where impersonator_session_id is null`,
  );
  await expect(half).rejects.toThrow();
});
