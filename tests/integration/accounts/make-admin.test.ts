import { execFile } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { closeDatabase, openDatabase } from "@db/client";
import { startEmbeddedPostgres } from "@db/embedded";
import { auditEntries, liveSessions, recoveryCodes, users } from "@db/schema";
import { runAdminCommand } from "@server/commands/admin";
import {
  anAccount,
  mailsTo,
  password,
  refusalOf,
  setUpAuthenticator,
  signedInBrowser,
  signedInEmail,
} from "../../support/accounts";
import { expect, test } from "../../support/test-app";
import { findUsablePackage, makeScratchFolder } from "../../support/throwaway-postgres";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const tokenIn = (output: string) => /\/reset-password\?token=([\w-]+)\n$/.exec(output)![1]!;

test("creates an admin account and prints a link that sets the password once", async ({ app, databaseUrl }) => {
  const environment = { DATABASE_URL: databaseUrl, SITE_URL: "http://localhost:3999" };
  const output = await runAdminCommand(environment, ["clara@example.com"]);
  expect(output).toMatch(
    /^clara@example\.com is an admin now, with a new account\.\nTo set a password, within 1 hour:\n {2}http:\/\/localhost:3999\//,
  );
  const browser = app.browser();
  const link = { purpose: "reset_password", token: tokenIn(output) } as const;
  expect(await browser.api.accounts.enterByLink(link)).toEqual({ returnTo: null, next: "done" });
  expect(await browser.api.accounts.me()).toMatchObject({ role: "admin", mayChooseNewPassword: true });
  await browser.api.accounts.setNewPassword({ newPassword: password, confirmPassword: password });
  await app.browser().api.accounts.signIn({ email: "clara@example.com", password });
  expect((await refusalOf(app.browser().api.accounts.enterByLink(link))).code).toBe("link_expired");
});

test("promotes a member, keeping the data, with a mail and an audit entry, and ends every session", async ({
  app,
  databaseUrl,
}) => {
  const account = await anAccount(app.db, { email: "Maeve@example.com" });
  const browser = app.browser();
  await browser.api.accounts.signIn({ email: account.email, password });
  const output = await runAdminCommand({ DATABASE_URL: databaseUrl }, ["maeve@example.com"]);
  expect(output).toContain("is an admin now.\n");
  expect(await signedInEmail(browser)).toBeNull();
  expect((await mailsTo(app, account.email)).map(({ subject }) => subject)).toEqual(["You are an admin of Breathroom"]);
  expect(await app.db.select().from(auditEntries)).toMatchObject([{ action: "user.made_admin", actorId: null }]);
  // A new link for an account that is an admin already ends no sessions.
  await runAdminCommand({ DATABASE_URL: databaseUrl }, ["maeve@example.com"]);
  expect(await mailsTo(app, account.email)).toHaveLength(1);
  expect(await app.db.query.users.findFirst()).toEqual({ ...account, role: "admin" });
});

test("removes a lost second factor and every session, with an audit entry and a mail", async ({ app, databaseUrl }) => {
  const account = await anAccount(app.db);
  const browser = await signedInBrowser(app, account);
  await setUpAuthenticator(app, browser);
  const remove = () => runAdminCommand({ DATABASE_URL: databaseUrl }, [account.email, "--remove-second-factor"]);
  expect(await remove()).toContain("no longer uses two-step sign-in");
  expect([await signedInEmail(browser), await app.db.$count(recoveryCodes)]).toEqual([null, 0]);
  expect(await app.browser().api.accounts.signIn({ email: account.email, password })).toEqual({ next: "done" });
  expect(await app.db.select().from(auditEntries)).toMatchObject([
    { actorId: null, action: "user.second_factor_removed", subjectId: account.id },
  ]);
  const subjects = (await mailsTo(app, account.email)).map(({ subject }) => subject);
  expect(subjects.at(-1)).toBe("Two-step sign-in was removed: Breathroom");
  const [unchanged] = await app.db.select({ role: users.role }).from(users);
  expect(unchanged).toEqual({ role: "member" });
  await expect(remove()).rejects.toThrow(`${account.email} does not use two-step sign-in.`);
});

test("runs as a command on a database in use", async ({ app, databaseUrl }) => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["scripts/command.mjs", "admin", "clara@example.com"],
    {
      cwd: root,
      env: { PATH: process.env.PATH, NODE_ENV: "production", DATABASE_URL: databaseUrl },
    },
  );
  expect(stdout).toMatch(/^clara@example\.com is an admin now, with a new account\.$/m);
  const [admin] = await app.db.select().from(users);
  expect(admin).toBeDefined();
});

test("uses the embedded database of a running site and leaves it running", async () => {
  const { folder, remove } = await makeScratchFolder();
  const dataDir = path.join(folder, "data");
  const postgres = await startEmbeddedPostgres({ dataDir, lookFrom: await findUsablePackage(folder) });
  const db = openDatabase(postgres.url, { max: 1 });
  try {
    await runAdminCommand({ DATA_DIR: dataDir }, ["clara@example.com"]);
    const admins = await db.query.users.findMany({ where: (user, { eq }) => eq(user.role, "admin") });
    expect(admins.map(({ email }) => email).sort()).toEqual(["admin@example.com", "clara@example.com"]);
    // The demo fills an empty database even after an admin was made.
    expect(await db.$count(liveSessions)).toBeGreaterThan(0);
  } finally {
    await closeDatabase(db);
    await postgres.stop();
    await remove();
  }
});

test.for([[[]], [["me"]], [["a@example.com", "b@example.com"]], [["--remove-second-factor"]]] as const)(
  "refuses %j as an admin's address",
  async ([typed], { databaseUrl }) => {
    const call = runAdminCommand({ DATABASE_URL: databaseUrl }, [...typed]);
    await expect(call).rejects.toThrow("Name the account: npm run admin -- you@example.com");
  },
);
