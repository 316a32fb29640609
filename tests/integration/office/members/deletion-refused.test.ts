import { test } from "../../../support/app-with-recordings";
import { eq } from "drizzle-orm";
import { refunds, sessionBookings, users } from "@db/schema";
import {
  anAccount,
  requestLinkToken,
  password,
  refusalOf,
  signedInBrowser,
  signedInEmail,
} from "../../../support/accounts";
import { aBookingFor, aPaymentFor, inHours } from "../../../support/profile";
import { actingAs, aPurchaseForm } from "../../../support/recordings";
import { aBookingOf, aSession } from "../../../support/sessions";
import { expect, type TestApp } from "../../../support/test-app";

type Obstacle = {
  name: string;
  says: RegExp;
  set: (app: TestApp, account: Awaited<ReturnType<typeof anAccount>>) => Promise<unknown>;
};
const obstacles: Obstacle[] = [
  {
    name: "a place that can no longer be cancelled",
    says: /^“Evening Wind-Down” can no longer be cancelled\. You can delete the account once it has begun, on \w+ \d+ \w+ at [\d:]+ [AP]M/,
    set: async (app, account) => aBookingFor(app, account, await aSession(app.db, { startTime: inHours(app, 20) })),
  },
  {
    name: "an unpaid hold",
    says: /^A payment for “Evening Wind-Down” is still open\..* wait until it expires at [\d:]+ [AP]M \S+ at the latest/,
    set: async (app, account) => {
      const session = await aSession(app.db, { startTime: inHours(app, 100) });
      await app.as(actingAs(account)).bookings.create(aBookingOf(session));
    },
  },
  {
    name: "an unpaid purchase",
    says: /^A payment for the Birth Recordings is still open\./,
    set: (app, account) => app.as(actingAs(account)).purchases.create(aPurchaseForm()),
  },
  {
    name: "a pending refund",
    says: /^£18\.00 for “Evening Wind-Down” is on its way back\./,
    set: async (app, account) => owedBack(app, account, { state: "pending" }),
  },
  {
    name: "a refund returned by the bank",
    says: /^£18\.00 for “Evening Wind-Down” is on its way back\./,
    set: async (app, account) => owedBack(app, account, { state: "failed", stripeRefundId: "re_1" }),
  },
  {
    name: "a place paid by hand",
    says: /^Your place in “Evening Wind-Down” was not paid through this site\. Cancel it first/,
    set: aPlacePaidByHand,
  },
  {
    name: "two places paid by hand, in one sentence",
    says: /^Your places in “Evening Wind-Down” and “Evening Wind-Down” were not paid through this site\. Cancel them/,
    set: async (app, account) => {
      await aPlacePaidByHand(app, account);
      await aPlacePaidByHand(app, account);
    },
  },
  {
    name: "being the only admin",
    says: /^You’re the only admin\./,
    set: (app, account) => app.db.update(users).set({ role: "admin" }).where(eq(users.id, account.id)),
  },
];

async function aPlacePaidByHand(app: TestApp, account: Awaited<ReturnType<typeof anAccount>>): Promise<void> {
  const session = await aSession(app.db, { startTime: inHours(app, 100) });
  const booking = await aBookingFor(app, account, session);
  await aPaymentFor(app, booking, { provider: "outside", stripePaymentIntentId: null });
}

async function owedBack(
  app: TestApp,
  account: Awaited<ReturnType<typeof anAccount>>,
  refund: Partial<typeof refunds.$inferInsert>,
) {
  const session = await aSession(app.db, { startTime: inHours(app, 100) });
  const booking = await aBookingFor(app, account, session, { status: "cancelled", paymentStatus: "paid" });
  const payment = await aPaymentFor(app, booking);
  await app.db
    .insert(refunds)
    .values({ paymentId: payment.id, amountMinor: 1800, currency: "GBP", reason: "cancelled", ...refund });
}

test.for(obstacles)("refuses because of $name, and changes nothing", async ({ says, set }, { app }) => {
  const account = await anAccount(app.db);
  await set(app, account);
  const rows = async () => [await app.db.select().from(users), await app.db.select().from(sessionBookings)];
  const browser = await signedInBrowser(app, account);
  const before = await rows();
  const { code, message } = await refusalOf(browser.api.profile.deleteAccount({ currentPassword: password }));
  expect([code, message]).toEqual(["closed", expect.stringMatching(says)]);
  expect(await rows()).toEqual(before);
  const { obstacles: shown } = await browser.api.profile.getDeletion();
  expect(shown).toEqual([message]);
  expect(await signedInEmail(browser)).toBe(account.email);
});

test("requires the current password, except after signing in by a mailed link", async ({ app }) => {
  const account = await anAccount(app.db);
  const browser = await signedInBrowser(app, account);
  for (const currentPassword of ["", "wrong-one"]) {
    const { code } = await refusalOf(browser.api.profile.deleteAccount({ currentPassword }));
    expect(code).toBe("wrong_current_password");
  }
  const token = await requestLinkToken(app, "sign_in", account.email);
  const byLink = app.browser();
  await byLink.api.accounts.enterByLink({ purpose: "sign_in", token });
  app.clock.moveBy(16);
  expect((await refusalOf(byLink.api.profile.deleteAccount({ currentPassword: "" }))).code).toBe(
    "wrong_current_password",
  );
  const again = app.browser();
  const fresh = await requestLinkToken(app, "sign_in", account.email);
  await again.api.accounts.enterByLink({ purpose: "sign_in", token: fresh });
  await again.api.profile.deleteAccount({ currentPassword: "" });
  expect([await signedInEmail(again), await signedInEmail(browser), again.sessionKey]).toEqual([null, null, null]);
});

test("refuses to delete or download an impersonated account", async ({ app }) => {
  const account = await anAccount(app.db);
  const admin = await anAccount(app.db, { role: "admin" });
  const browser = await signedInBrowser(app, admin);
  await browser.api.accounts.impersonate({ userId: account.id, reason: "She asked me to look" });
  expect((await refusalOf(browser.api.profile.deleteAccount({ currentPassword: password }))).code).toBe("forbidden");
  expect((await refusalOf(browser.api.profile.exportData())).code).toBe("forbidden");
});
