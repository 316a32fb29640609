import { memberships, outboxEmails, users } from "@db/schema";
import { deleteAccount } from "@server/office/deletion/delete-account";
import { tendMemberships } from "@server/selling/memberships/tend/tend-memberships";
import { eq } from "drizzle-orm";
import { aMember, aNewMember, changeMember, readMembership } from "../../../support/memberships";
import { actingAs } from "../../../support/recordings";
import { recordStatements } from "../../../support/statements";
import { newsOf } from "../../../support/subscriptions";
import { expect, test } from "../../../support/test-app";

const day = 24 * 60;

test("cancels at the end of what is paid, says why to the instructor, and can be undone until then", async ({
  app,
}) => {
  const member = await aMember(app);
  const own = app.as(actingAs(member.account)).memberships;
  await Promise.all([own.cancel({ leaveReason: "I am moving" }), own.cancel({ leaveReason: "I am moving" })]);
  expect(await readMembership(app.db, member.id)).toMatchObject({ state: "cancelled", endedAt: null });
  expect(await own.getMine()).toMatchObject({ isCancellable: false, isUndoable: true, left: [expect.any(String)] });
  const left = eq(outboxEmails.template, "admin-membership-leaving");
  expect(await app.db.$count(outboxEmails, left)).toBe(1);
  await own.undoCancelling();
  expect(await readMembership(app.db, member.id)).toMatchObject({ state: "active", leaveReason: null });
  expect(await newsOf(app)).toEqual(["begun", "cancelled", "goes_on"]);
  await own.cancel({});
  app.clock.moveBy(32 * day);
  await expect(own.undoCancelling()).rejects.toThrow("is over");
  await tendMemberships(app.services);
  const ended = await readMembership(app.db, member.id);
  expect(ended).toMatchObject({ state: "cancelled", endedAt: ended.accessUntil });
  await expect(own.cancel({})).rejects.toThrow("You have no membership");
});

test("lets a member whose time is over join again before a job has looked", async ({ app }) => {
  const { admin, account, plan } = await aMember(app);
  app.clock.moveBy(32 * day);
  const from = app.clock.now().toISOString().slice(0, 10);
  const until = new Date(app.clock.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10);
  await admin.memberships.admin.addMember({ ...aNewMember(plan, account.email), from, until });
  const states = await app.db.select({ state: memberships.state }).from(memberships).orderBy(memberships.createdAt);
  expect(states.map(({ state }) => state)).toEqual(["expired", "active"]);
});

test("ends with the account, names what is left before, and forgets the member's words", async ({ app }) => {
  const member = await aMember(app);
  const own = app.as(actingAs(member.account));
  await own.memberships.cancel({ leaveReason: "Hannah moves away" });
  await own.memberships.undoCancelling();
  const { collections } = await own.profile.getDeletion();
  expect(collections.join()).toMatch(/^One evening a week \(Until .+; 1 of 1 session left this week\)$/);
  expect((await own.profile.exportData()).memberships).toMatchObject([
    { state: "active", periods: [{ kind: "paid" }] },
  ]);
  await deleteAccount(app.services, member.account.id, {
    actorId: member.account.id,
    adminDecision: { refund: false },
  });
  expect(await readMembership(app.db, member.id)).toMatchObject({ state: "cancelled", leaveReason: null });
  const [user] = await app.db.select().from(users).where(eq(users.id, member.account.id));
  expect(user!.archivedAt).not.toBeNull();
});

test("reads its pages with as many statements however long it has lasted", async ({ app }) => {
  const member = await aMember(app);
  const count = async () => {
    const sent = recordStatements(app);
    const before = sent.length;
    await member.admin.memberships.admin.getMember({ id: member.id });
    await member.admin.memberships.admin.listMembers({});
    await app.as(actingAs(member.account)).memberships.getMine();
    return sent.length - before;
  };
  const first = await count();
  for (const months of [1, 2, 3]) await changeMember(member, { kind: "give", months });
  expect(await count()).toBe(first);
});
