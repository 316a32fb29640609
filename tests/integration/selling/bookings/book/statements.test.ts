import { siteSettings } from "@db/schema";
import { readSiteSettings } from "@server/core/site-settings";
import { anAccount } from "../../../../support/accounts";
import { aCode } from "../../../../support/codes";
import { aBookingOf, aSession } from "../../../../support/sessions";
import { recordStatements } from "../../../../support/statements";
import { expect, test } from "../../../../support/test-app";

const isLock = (text: string) => text.includes('from "live_sessions"') && text.endsWith("for no key update");

/** Returns the statements sent between the lock of the session's row and the commit. */
const underLock = (sent: string[]): string[] => sent.slice(sent.findIndex(isLock) + 1, sent.indexOf("commit"));

const health = { key: "health", value: { text: "I am well.", version: 3 } };
const guests = { visitor: { browserId: "a browser" } };
const named = { quantity: 3, ticketNames: "Tomas\nPriya" };
const coded = { discountCode: "HALF" };

test.for([
  ["a free booking", { priceMinor: 0 }, {}, 3, 9],
  ["a free booking with named tickets", { priceMinor: 0 }, named, 4, 10],
  ["a hold", {}, {}, 3, 11],
  ["a hold with a limited code and named tickets", {}, { ...coded, ...named, quote: "GBP:2700" }, 6, 14],
] as const)("sends at most six statements under the lock for %s", async ([, values, typed, most, all], { app }) => {
  await aCode(app.db, "HALF", { discountPercentage: 50, maxUses: 5 });
  await app.db.insert(siteSettings).values(health);
  const session = await aSession(app.db, { maxAttendees: 12, ...values });
  await readSiteSettings({ ...app.services, settingsMemo: {} });
  const sent = recordStatements(app);
  await app.as(guests).bookings.create({ ...aBookingOf(session), healthVersion: 3, ...typed });
  expect(underLock(sent)).toHaveLength(most);
  expect(sent).toHaveLength(all);
});

// Beside a guest's: the account, and the discount of a membership.
test("sends at most eight statements under the lock for a member's hold with a code and names", async ({ app }) => {
  await aCode(app.db, "HALF", { discountPercentage: 50, isOneTimeUse: true });
  await app.db.insert(siteSettings).values(health);
  const session = await aSession(app.db, { maxAttendees: 12 });
  const user = await anAccount(app.db);
  const sent = recordStatements(app);
  const form = { ...aBookingOf(session), ...named, ...coded, quote: "GBP:2700", healthVersion: 3 };
  await app.as({ user }).bookings.create(form);
  expect(underLock(sent)).toHaveLength(8);
});

test("reads the settings once for each booking, before the lock", async ({ app }) => {
  const session = await aSession(app.db, { priceMinor: 0, maxAttendees: 12 });
  const sent = recordStatements(app);
  await app.as().bookings.create(aBookingOf(session));
  const reads = sent.flatMap((text, index) => (text.includes('from "site_settings"') ? [index] : []));
  expect(reads).toHaveLength(1);
  expect(reads[0]).toBeLessThan(sent.findIndex(isLock));
});

test("delivers a booking's two mails with at most ten statements", async ({ app }) => {
  const session = await aSession(app.db, { priceMinor: 0, maxAttendees: 12 });
  await app.as().bookings.create(aBookingOf(session));
  const sent = recordStatements(app);
  await app.runJobs();
  expect(app.sentMails).toHaveLength(2);
  expect(sent.filter((text) => text.includes("outbox_emails") || /^(begin|commit)/.test(text))).toHaveLength(10);
});
