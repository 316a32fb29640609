import { readFile } from "node:fs/promises";
import { makeAdmin } from "@server/accounts/make-admin";
import { type SecurityEvent, securityEvents } from "@server/core/security-log";
import {
  anAccount,
  requestLinkToken,
  passwordProof,
  password,
  setUpAuthenticator,
  signedInBrowser,
} from "../../support/accounts";
import { captureLog } from "../../support/captured-log";
import { serve } from "../../support/http-app";
import { expect, test, type TestApp } from "../../support/test-app";

const typedReason = "Cannot find her recording";
const chosen = { newPassword: "longer-exhale-8", confirmPassword: "longer-exhale-8" };
const wrong = { password: "not-the-right-one" };

async function aGuardedBrowser(app: TestApp) {
  const browser = await signedInBrowser(app, await anAccount(app.db, { role: "admin" }));
  return { browser, ...(await setUpAuthenticator(app, browser)) };
}

const anAdminsBrowser = async (app: TestApp) => signedInBrowser(app, await anAccount(app.db, { role: "admin" }));

/** An action for each event that writes it last. */
const actions: Record<SecurityEvent, (app: TestApp) => Promise<unknown>> = {
  signed_in: async (app) => signedInBrowser(app, await anAccount(app.db)),
  sign_in_failed: async (app) =>
    app.browser().api.accounts.signIn({ email: (await anAccount(app.db)).email, ...wrong }),
  second_factor_failed: async (app) => {
    const { browser } = await aGuardedBrowser(app);
    await browser.api.accounts.secondFactor.turnOff({ ...passwordProof, code: "000000" });
  },
  recovery_code_used: async (app) => {
    const { browser, recoveryCodes } = await aGuardedBrowser(app);
    await browser.api.accounts.secondFactor.renewCodes({ ...passwordProof, code: recoveryCodes[0]! });
  },
  locked_out: async (app) => {
    // The demo's limits are ten times higher.
    app.services.settings.isLive = true;
    const { browser } = await aGuardedBrowser(app);
    const attempt = () =>
      browser.api.accounts.secondFactor.turnOff({ ...passwordProof, code: "000000" }).catch(() => undefined);
    for (let attempts = 0; attempts < 11; attempts++) await attempt();
  },
  rate_limited: async (app) => {
    app.services.settings.isLive = true;
    const { email } = await anAccount(app.db);
    for (let attempts = 0; attempts < 6; attempts++) await app.browser().api.accounts.requestPasswordReset({ email });
  },
  link_requested: async (app) =>
    app.browser().api.accounts.requestPasswordReset({ email: (await anAccount(app.db)).email }),
  link_issued: async (app) => requestLinkToken(app, "reset_password", (await anAccount(app.db)).email),
  password_changed: async (app) =>
    (await signedInBrowser(app, await anAccount(app.db))).api.accounts.changePassword({
      currentPassword: password,
      ...chosen,
    }),
  email_change_requested: async (app) => changeEmail(app),
  email_changed: async (app) => {
    const email = await changeEmail(app);
    await app.runJobs();
    const mail = app.sentMails.find(({ to }) => to === email);
    const token = /change-email\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
    await app.browser().api.accounts.confirmEmailChange({ token });
  },
  second_factor_turned_on: aGuardedBrowser,
  second_factor_turned_off: async (app) => {
    const { browser, recoveryCodes } = await aGuardedBrowser(app);
    await browser.api.accounts.secondFactor.turnOff({ ...passwordProof, code: recoveryCodes[0]! });
  },
  recovery_codes_renewed: async (app) => {
    const { browser, recoveryCodes } = await aGuardedBrowser(app);
    await browser.api.accounts.secondFactor.renewCodes({ ...passwordProof, code: recoveryCodes[0]! });
  },
  devices_signed_out: async (app) =>
    (await signedInBrowser(app, await anAccount(app.db))).api.accounts.endDevices({ ...passwordProof, device: "all" }),
  access_refused: async (app) => app.browser().api.office.getOverview(),
  impersonation_begun: async (app) => impersonate(app),
  impersonation_ended: async (app) => (await impersonate(app)).api.accounts.endImpersonation(),
  settings_changed: async (app) => {
    const browser = await anAdminsBrowser(app);
    const { forms } = await browser.api.site.settings();
    const values = { isWaitlistOn: "on", offerHours: "5" };
    const { version } = forms.find(({ section }) => section === "waitlist")!;
    await browser.api.site.changeSettings({ section: "waitlist", version, values });
  },
  role_changed: async (app) => makeAdmin(app.services, (await anAccount(app.db)).email),
};

async function changeEmail(app: TestApp): Promise<string> {
  const member = await anAccount(app.db);
  const email = `new-${member.email}`;
  const { api } = await anAdminsBrowser(app);
  const { id, fullName, version } = await api.users.get({ id: member.id });
  await api.users.update({ id, fullName, subscriptionStatus: "free", email, version });
  return email;
}

async function impersonate(app: TestApp) {
  const member = await anAccount(app.db);
  const browser = await anAdminsBrowser(app);
  await browser.api.accounts.impersonate({ userId: member.id, reason: typedReason });
  return browser;
}

test.for(Object.keys(actions) as SecurityEvent[])("logs %s as one line without typed input", async (event, { app }) => {
  const log = captureLog(app.services);
  await actions[event](app).catch(() => undefined);
  const written = log.lines().filter((line) => line.event === event);
  expect(written).toHaveLength(1);
  expect(written[0]).toMatchObject({ level: securityEvents[event] === "warn" ? 40 : 30, msg: "security event" });
  expect(log.text()).not.toMatch(new RegExp(`@|${password}|${wrong.password}|${chosen.newPassword}|${typedReason}`));
});

test("finds every event with its level, and no other, in docs/operating.md", async () => {
  const inventory = await readFile("docs/operating.md", "utf8");
  const rows = [...inventory.matchAll(/^\| `(\w+)`\s+\| (info|warn)\s/gm)].map(([, event, level]) => [event, level]);
  expect(Object.fromEntries(rows)).toEqual(securityEvents);
});

test("logs the request id and a network label that distinguishes addresses without containing them", async ({
  app,
}) => {
  app.services.settings.trustProxy = "loopback";
  const log = captureLog(app.services);
  const site = await serve(app.services);
  try {
    const body = JSON.stringify({ email: "unknown@example.com", ...wrong });
    for (const address of ["203.0.113.7", "203.0.113.7", "203.0.113.8"]) {
      const headers = { "Content-Type": "application/json", "X-Forwarded-For": address };
      await fetch(`${site.url}/api/trpc/accounts.signIn`, { method: "POST", headers, body });
    }
  } finally {
    await site.stop();
  }
  const [first, second, third] = log.lines();
  expect(first).toMatchObject({ event: "sign_in_failed", userId: null });
  expect(first?.requestId).toMatch(/^\w{16}$/);
  expect(first?.network).toMatch(/^[\w-]{16}$/);
  expect(second?.network).toBe(first?.network);
  expect(third?.network).not.toBe(first?.network);
  expect(log.text()).not.toMatch(/203\.0\.113|unknown@/);
});
