import { membershipPeriods, passes, purchases, sessionBookings } from "@db/schema";
import { canWatch } from "@server/selling/recordings/access";
import { ownedProducts } from "@server/catalogue/entitlements/bought";
import { tendMemberships } from "@server/selling/memberships/tend/tend-memberships";
import { eq } from "drizzle-orm";
import { aMember, changeMember, dayIn, readMembership } from "../../../support/memberships";
import { bookWithPass, entriesOf } from "../../../support/passes";
import { actingAs, aRecording } from "../../../support/recordings";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

const day = 24 * 60;
const noSessions = { coversSessions: false, weeklyLimit: null };

const credits = async ({ db }: TestApp) => (await db.select().from(passes)).find((pass) => pass.credits !== null)!;

test("opens the recordings of its collections until its end, and not while it is paused", async ({ app }) => {
  const member = await aMember(app, { ...noSessions, collections: "all" });
  const recording = await aRecording(app.db);
  const viewer = { id: member.account.id, role: "member" as const };
  const canOpen = () => canWatch({ ...app.services, db: app.db }, viewer, recording);
  expect(await canOpen()).toBe(true);
  // It opens no resources, which are asked for by what was bought.
  expect(await ownedProducts(app.db, member.account.id)).not.toContain(recording.productId);
  await changeMember(member, { kind: "pause", until: dayIn(5) });
  expect(await canOpen()).toBe(false);
  await changeMember(member, { kind: "resume" });
  expect(await canOpen()).toBe(true);
  app.clock.moveBy(32 * day);
  expect(await canOpen()).toBe(false);
});

test("opens chosen collections only", async ({ app }) => {
  const recording = await aRecording(app.db);
  const other = await aRecording(app.db, { collection: "stress" });
  const { account } = await aMember(app, {
    ...noSessions,
    collections: "chosen",
    collectionIds: [recording.productId],
  });
  const viewer = { id: account.id, role: "member" as const };
  const canOpen = (of: typeof recording) => canWatch({ ...app.services, db: app.db }, viewer, of);
  expect([await canOpen(recording), await canOpen(other)]).toEqual([true, false]);
});

test("grants the credits of each month once, carries some over, and writes off the rest", async ({ app }) => {
  const member = await aMember(
    app,
    { ...noSessions, credits: 4, carriedOver: 1, yearlyMinor: 40_000 },
    { interval: "year", until: dayIn(365), paidMinor: 40_000 },
  );
  await bookWithPass(app, member.account, await aSession(app.db, { priceMinor: 2000 }));
  await Promise.all([tendMemberships(app.services), tendMemberships(app.services)]);
  expect(await entriesOf(app.db, await credits(app))).toBe("granted 4, taken -1");
  app.clock.moveBy(32 * day);
  await tendMemberships(app.services);
  await tendMemberships(app.services);
  const entries = (await entriesOf(app.db, await credits(app))).split(", ");
  expect(entries.toSorted()).toEqual(["expired -2", "granted 4", "granted 4", "taken -1"]);
  app.clock.moveBy(11 * 31 * day + 31 * day);
  await tendMemberships(app.services);
  expect(await readMembership(app.db, member.id)).toMatchObject({ state: "expired" });
  expect((await app.as(actingAs(member.account)).memberships.getMine())?.left).toEqual([]);
});

test("takes a percentage off other sessions: shown, charged and stored alike", async ({ app }) => {
  const { account } = await aMember(app, { ...noSessions, discountPercent: 15 });
  const { bookings } = app.as(actingAs(account));
  const session = await aSession(app.db, { priceMinor: 1999 });
  const form = await bookings.getForm({ sessionId: session.id });
  expect(form).toMatchObject({ total: "£16.99", quote: "GBP:1699", memberDiscount: { terms: "15% off" } });
  const { bookingId } = await bookings.create({ sessionId: session.id, quote: form.quote, formKey: form.formKey });
  const [booking] = await app.db.select().from(sessionBookings).where(eq(sessionBookings.id, bookingId));
  expect(booking).toMatchObject({ listPriceMinor: 1999, discountMinor: 300, totalMinor: 1699 });
  expect(booking).toMatchObject({ appliedDiscountCode: null, discountTerms: { percentage: 15 } });
});

test("ends what a refunded period granted, and comes back with the next one within 30 days", async ({ app }) => {
  const member = await aMember(app);
  const [purchase] = await app.db.select().from(purchases);
  await member.admin.purchases.delete({ purchaseId: purchase!.id, refund: "yes", reason: "Asked for it" });
  expect(await readMembership(app.db, member.id)).toMatchObject({ state: "expired", endedAt: app.clock.now() });
  const { bookings } = app.as(actingAs(member.account));
  const session = await aSession(app.db, { priceMinor: 2000 });
  expect((await bookings.getForm({ sessionId: session.id })).total).toBe("£20.00");
  app.clock.moveBy(29 * day);
  await changeMember(member, { kind: "extend", lastDay: dayIn(60), paidMinor: null });
  expect(await readMembership(app.db, member.id)).toMatchObject({ state: "active", endedAt: null });
  app.clock.moveBy(40 * day);
  await tendMemberships(app.services);
  expect(await readMembership(app.db, member.id)).toMatchObject({ state: "expired" });
  app.clock.moveBy(31 * day);
  await expect(changeMember(member, { kind: "give", months: 1 })).rejects.toThrow("is over");
});

test("a period that is refunded between others leaves the membership open; without the first, it waits for the next", async ({
  app,
}) => {
  const member = await aMember(app);
  await changeMember(member, { kind: "extend", lastDay: dayIn(60), paidMinor: 4000 });
  await changeMember(member, { kind: "give", months: 1 });
  const { startedAt, accessUntil } = await readMembership(app.db, member.id);
  const periods = await app.db.select().from(membershipPeriods).orderBy(membershipPeriods.startsAt);
  const refund = ({ purchaseId }: { purchaseId: string | null }) =>
    member.admin.purchases.delete({ purchaseId: purchaseId!, refund: "yes", reason: "Asked for it" });
  const [first, second, given] = periods;
  await refund(second!);
  expect(await readMembership(app.db, member.id)).toMatchObject({ state: "active", startedAt, accessUntil });
  await refund(first!);
  expect(await readMembership(app.db, member.id)).toMatchObject({ startedAt: given!.startsAt, accessUntil });
});

test("keeps what was written of a period", async ({ app }) => {
  const { id } = await aMember(app);
  await expect(app.db.update(membershipPeriods).set({ endsAt: new Date() })).rejects.toThrow();
  await expect(app.db.delete(membershipPeriods)).rejects.toThrow();
  expect(await app.db.$count(membershipPeriods, eq(membershipPeriods.membershipId, id))).toBe(1);
});
