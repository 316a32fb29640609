import { eq } from "drizzle-orm";
import { auditEntries, users } from "@db/schema";
import { sendReminders } from "@server/office/managing/send-reminders";
import { anAccount, refusalOf, signedInBrowser } from "../../../support/accounts";
import { mailsOf } from "../../../support/bookings";
import { aGiftCard } from "../../../support/gift-cards";
import { aMember, changeMember, dayIn } from "../../../support/memberships";
import { aPass, aPassOnSale } from "../../../support/passes";
import { aBookingFor, aMemberWithHistory, inHours } from "../../../support/profile";
import { actingAs } from "../../../support/recordings";
import { aSession } from "../../../support/sessions";
import { expect, test } from "../../../support/test-app";

const unchanged = { fullName: "Maeve Donnelly", timeZone: "", currency: "" as const, hasReminders: true };

test("shows a member the editable fields and the subscription status", async ({ app }) => {
  const account = await anAccount(app.db);
  const { profile } = app.as(actingAs(account));
  expect(await profile.get()).toMatchObject({
    fullName: "Maeve Donnelly",
    email: account.email,
    subscription: "Free",
    timeZone: null,
    currency: null,
    hasReminders: true,
  });
  await app.db.update(users).set({ subscriptionStatus: "premium" });
  expect((await profile.get()).subscription).toBe("Premium");
  await app.db.update(users).set({ subscriptionStatus: " " });
  expect((await profile.get()).subscription).toBe("Free");
});

test("shows the plan of a member in place of the status, to them and in the back office", async ({ app }) => {
  const { admin, account, id } = await aMember(app);
  const { profile } = app.as(actingAs(account));
  const shown = async () => {
    const { users: listed } = await admin.users.list({ search: account.email, sort: "", page: null });
    const { plan, memberships } = await admin.users.get({ id: account.id });
    return [(await profile.get()).subscription, listed[0]?.plan, plan, memberships.map(({ state }) => state)];
  };
  expect(await shown()).toEqual([...Array<string>(3).fill("One evening a week"), ["active"]]);
  await changeMember({ admin, id }, { kind: "pause", until: dayIn(20) });
  expect(await shown()).toEqual([...Array<string>(3).fill("One evening a week, paused"), ["paused"]]);
  await changeMember({ admin, id }, { kind: "end", when: "now" });
  expect(await shown()).toEqual(["Free", null, null, ["cancelled"]]);
});

test("lists the pages of what a member has, by one statement", async ({ app }) => {
  const { account } = await aMember(app);
  const product = await aPassOnSale(app.db);
  const holder = await anAccount(app.db);
  await aPass(app, holder, product.id);
  const giver = await anAccount(app.db);
  await aGiftCard(app, { giver });
  const pagesOf = (of: Parameters<typeof actingAs>[0]) => app.as(actingAs(of)).home.listOwnPages();
  const none = { membership: false, passes: false, giftCards: false };
  expect(await pagesOf(await anAccount(app.db))).toEqual(none);
  expect(await pagesOf(account)).toEqual({ ...none, membership: true });
  expect(await pagesOf(holder)).toEqual({ ...none, passes: true });
  expect(await pagesOf(giver)).toEqual({ ...none, giftCards: true });
});

test("applies the chosen zone and currency on every device", async ({ app }) => {
  const account = await anAccount(app.db);
  const [here, there] = [await signedInBrowser(app, account), await signedInBrowser(app, account)];
  const session = await aSession(app.db, { startTime: new Date("2030-01-10T19:30:00Z") });
  const shown = async (browser: typeof here) => {
    const { start, price } = await browser.api.schedule.get({ id: session.id });
    return [start.time, start.zone, price];
  };
  expect(await shown(there)).toEqual(["7:30 PM", "GMT", "£18"]);
  await here.api.profile.update({ ...unchanged, timeZone: "Asia/Tokyo", currency: "EUR" });
  expect(await shown(there)).toEqual(["4:30 AM", "GMT+9", "€21"]);
  await there.api.profile.pickCurrency({ currency: "USD" });
  expect((await shown(here))[2]).toBe("$23");
  await here.api.profile.update(unchanged);
  expect(await shown(there)).toEqual(["7:30 PM", "GMT", "£18"]);
});

test("refuses an invalid name, zone or currency beside its field, and changes nothing", async ({ app }) => {
  const account = await anAccount(app.db);
  const { profile } = app.as(actingAs(account));
  const before = await profile.get();
  for (const wrong of [
    { fullName: "  " },
    { fullName: "a\u0000b" },
    { timeZone: "Mars/Olympus" },
    { currency: "JPY" },
  ]) {
    const call = profile.update({ ...unchanged, ...wrong } as typeof unchanged);
    await expect(call, JSON.stringify(wrong)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  }
  expect(await profile.get()).toEqual(before);
});

test("sends no reminders to a member who turned them off, and sends the others theirs", async ({ app }) => {
  const account = await anAccount(app.db, { hasReminders: false });
  const other = await anAccount(app.db);
  const session = await aSession(app.db, { priceMinor: 0, startTime: inHours(app, 23) });
  await aBookingFor(app, account, session);
  await aBookingFor(app, account, session, { userId: null, attendeeEmail: account.email.toUpperCase() });
  await aBookingFor(app, account, session, { attendeeEmail: "a.friend@example.com" });
  await aBookingFor(app, other, session);
  await sendReminders(app.services);
  expect(await mailsOf(app, "session-reminder", account.email)).toHaveLength(0);
  expect(await mailsOf(app, "session-reminder", other.email)).toHaveLength(1);
  expect(await mailsOf(app, "session-reminder", "a.friend@example.com")).toHaveLength(1);
  expect(app.sentMails).toHaveLength(2);
  await app.db.update(users).set({ hasReminders: true }).where(eq(users.id, account.id));
  await sendReminders(app.services);
  expect(await mailsOf(app, "session-reminder", account.email)).toHaveLength(1);
});

test("shows a member when the instructor opened the account, latest first", async ({ app }) => {
  const [account, other] = [await anAccount(app.db), await anAccount(app.db)];
  const entry = { action: "user.impersonated", subjectType: "user" };
  await app.db.insert(auditEntries).values([
    { ...entry, subjectId: account.id, reason: "She asked me to", createdAt: new Date("2026-05-01T20:30:00Z") },
    { ...entry, subjectId: account.id, createdAt: new Date("2026-06-01T20:30:00Z") },
    { ...entry, subjectId: other.id, reason: "Not hers" },
    { ...entry, action: "user.renamed", subjectId: account.id },
  ]);
  const openings = await app
    .as({ ...actingAs(account), visitor: { timeZone: "Europe/London" } })
    .profile.listOpenings();
  expect(openings.map(({ at, reason }) => [at, reason])).toEqual([
    ["Monday, June 1, 2026 at 9:30 PM", null],
    ["Friday, May 1, 2026 at 9:30 PM", "She asked me to"],
  ]);
});

test("exports all of the member's rows, no others and no keys", async ({ app }) => {
  const { account, browser, booking, guest, payment, purchase, recording } = await aMemberWithHistory(app);
  const other = await aMemberWithHistory(app, { first: "Solveig", last: "Marchetti" });
  const data = await browser.api.profile.exportData();
  const bookings = data.bookings.map(({ id, payments }) => [id, payments.map((paid) => paid.id)]);
  expect(new Map(bookings as [string, string[]][])).toEqual(
    new Map([
      [booking.id, [payment.id]],
      [guest.id, []],
    ]),
  );
  expect(data.profile).toMatchObject({
    email: account.email,
    hasPassword: true,
    secondStepSince: expect.any(Date) as Date,
  });
  expect(data.bookings.find(({ id }) => id === booking.id)).toMatchObject({
    session: { title: "Long Past" },
    healthNote: "Marguerite Oyelaran-Baptiste has asthma",
    price: { total: { text: "£18.00" } },
  });
  expect(data.purchases.map(({ id }) => id)).toEqual([purchase.id]);
  expect(data.playbackPositions).toMatchObject([{ recordingId: recording.id, positionSeconds: 20 }]);
  expect(data.mailedAboutOpenings).toMatchObject([{ collection: "birth" }]);
  expect(data.waitlistEntries).toHaveLength(1);
  expect(data.devices).toHaveLength(1);
  expect(data.mails.map(({ subject }) => subject)).toEqual([
    "Two-step sign-in is on: Breathroom",
    "Your sign-in link for Breathroom",
    "For Marguerite Oyelaran-Baptiste",
  ]);
  expect(data.changesByHand.map(({ action }) => action).sort()).toEqual(["booking.moved", "user.impersonated"]);
  const text = JSON.stringify(data);
  expect(text).not.toMatch(/Solveig|Marchetti/);
  expect(text).not.toContain(other.account.id);
  for (const secret of [account.passwordHash!, account.calendarKey!, booking.manageKey, browser.sessionKey!]) {
    expect(text).not.toContain(secret);
  }
  expect(text).not.toContain("attendeeNote");
});

test("refuses to save a profile after its account was deleted", async ({ app }) => {
  const account = await anAccount(app.db);
  const { profile } = app.as(actingAs(account));
  await app.db.update(users).set({ archivedAt: app.clock.now(), fullName: "Deleted member" });
  expect((await refusalOf(profile.update(unchanged))).code).toBe("unauthenticated");
  expect((await app.db.select().from(users))[0]!.fullName).toBe("Deleted member");
});
