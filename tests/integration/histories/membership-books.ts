import { asc, like } from "drizzle-orm";
import {
  auditEntries,
  membershipPeriods,
  memberships,
  membershipTerms,
  outboxEmails,
  recordings,
  standingPlaces,
  users,
} from "@db/schema";
import { canWatch } from "@server/selling/recordings/access";
import { deletedAddress } from "@server/core/email-address";
import type { TestApp } from "../../support/test-app";
import { readBooks } from "./books";

export type MembershipBooks = Awaited<ReturnType<typeof readMembershipBooks>>;

/** Reads all that the site has of its members, and who of them may watch the collections now. */
export async function readMembershipBooks(app: Pick<TestApp, "db" | "services" | "clock">) {
  const { db, services, clock } = app;
  const [books, held, periods, standing, plans, accounts, mails, ended] = [
    await readBooks(app),
    await db.select().from(memberships).orderBy(asc(memberships.createdAt), asc(memberships.id)),
    await db.select().from(membershipPeriods).orderBy(asc(membershipPeriods.startsAt)),
    await db.select().from(standingPlaces),
    await db.select().from(membershipTerms),
    await db.select().from(users),
    await db
      .select()
      .from(outboxEmails)
      .where(like(outboxEmails.dedupeKey, "membership:%"))
      .orderBy(asc(outboxEmails.createdAt), asc(outboxEmails.id)),
    await db.select().from(auditEntries),
  ];
  const [recording] = await db.select().from(recordings).limit(1);
  const watchers = new Set<string>();
  for (const { id } of accounts.filter(({ role }) => role === "member")) {
    if (await canWatch({ ...services, db }, { id, role: "member" }, recording!)) watchers.add(id);
  }
  const endedByHand = new Set(ended.filter(({ action }) => action === "membership.ended").map((row) => row.subjectId));
  return {
    ...books,
    memberships: held,
    periods,
    standing,
    plans,
    accounts,
    watchers,
    membershipMails: mails,
    endedByHand,
    now: clock.now(),
  };
}

export type HeldMembership = MembershipBooks["memberships"][number];
export type Period = MembershipBooks["periods"][number];

/** Returns the periods of a membership that count: not those of which all was paid back. */
export function countedPeriods({ periods, purchases }: MembershipBooks, { id }: { id: string }): Period[] {
  const isOpening = (purchaseId: string) =>
    purchases.some((row) => row.id === purchaseId && ["paid", "free"].includes(row.status) && row.archivedAt === null);
  return periods.filter(
    (period) => period.membershipId === id && (period.purchaseId === null || isOpening(period.purchaseId)),
  );
}

/** Returns whether this moment is between the beginning of the first period that counts and the end of the last. */
export function isPaidFor(books: MembershipBooks, membership: { id: string }): boolean {
  const periods = countedPeriods(books, membership);
  return periods.some(({ startsAt }) => startsAt <= books.now) && periods.some(({ endsAt }) => books.now < endsAt);
}

/** Returns whether the account of a membership is deleted, so that no mail reaches it and nothing is granted. */
export const isDeleted = ({ accounts }: MembershipBooks, { userId }: Pick<HeldMembership, "userId">): boolean =>
  accounts.some(({ id, email }) => id === userId && email === deletedAddress(id));

/** Returns whether a period is what is left of another at another price. */
export const isRest = ({ startsAt, endsAt }: Period, periods: Period[]): boolean =>
  periods.some((other) => other.startsAt < startsAt && other.endsAt >= endsAt);
