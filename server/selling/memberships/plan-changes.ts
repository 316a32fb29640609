import type { Queryable } from "@db/client";
import { type Membership, membershipChanges, memberships, type PlanChange } from "@db/schema";
import { and, desc, eq, exists, isNotNull, isNull, type SQL, sql } from "drizzle-orm";

type MembershipRef = Pick<Membership, "id">;

const isOf = ({ id }: MembershipRef) => eq(membershipChanges.membershipId, id);

/** Reads the changes of plan that were asked for, the newest first. */
export const readPlanChanges = (db: Queryable, membership: MembershipRef): Promise<PlanChange[]> =>
  db
    .select()
    .from(membershipChanges)
    .where(isOf(membership))
    .orderBy(desc(membershipChanges.createdAt), desc(membershipChanges.id));

/** Counts the changes of plan that were asked for, which tells the next one from those before. */
export const countPlanChanges = (db: Queryable, membership: MembershipRef): Promise<number> =>
  db.$count(membershipChanges, isOf(membership));

/** Finds the change of plan that is planned or under way; there is one at most. */
export async function findOpenChange(db: Queryable, membership: MembershipRef): Promise<PlanChange | undefined> {
  const [open] = await db
    .select()
    .from(membershipChanges)
    .where(and(isOf(membership), isNull(membershipChanges.endedAt)));
  return open;
}

/** Finds memberships that another plan or interval follows when what is paid has ended. */
export const isChangePlanned = (db: Queryable): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(membershipChanges)
      .where(
        and(
          eq(membershipChanges.membershipId, memberships.id),
          eq(membershipChanges.kind, "at_end"),
          isNull(membershipChanges.endedAt),
        ),
      ),
  );

/** Reads the changes of plan that were made, the newest first. */
export const readMadeChanges = (db: Queryable, membership: MembershipRef): Promise<PlanChange[]> =>
  db
    .select()
    .from(membershipChanges)
    .where(and(isOf(membership), isNotNull(membershipChanges.startedAt)))
    .orderBy(desc(membershipChanges.startedAt), desc(membershipChanges.createdAt));

type PlanChangeUpdate = Partial<
  Pick<
    PlanChange,
    "endedAt" | "startedAt" | "startsAt" | "scheduleReference" | "invoiceReference" | "waitsUntil" | "periodId"
  >
>;

/** Changes a change of plan that is open. Returns whether it still was. */
export async function updateOpenChange(
  db: Queryable,
  { id }: Pick<PlanChange, "id">,
  update: PlanChangeUpdate,
): Promise<boolean> {
  const updated = await db
    .update(membershipChanges)
    .set(update)
    .where(and(eq(membershipChanges.id, id), isNull(membershipChanges.endedAt)))
    .returning({ id: membershipChanges.id });
  return updated.length > 0;
}

/** Changes a change of plan, whether it is open or not. */
export async function updatePlanChange(
  db: Queryable,
  { id }: Pick<PlanChange, "id">,
  update: PlanChangeUpdate,
): Promise<void> {
  await db.update(membershipChanges).set(update).where(eq(membershipChanges.id, id));
}

/** Notes the first period that was paid at the new price of a change that was made, once. */
export async function notePeriodOf(db: Queryable, { id }: Pick<PlanChange, "id">, periodId: string): Promise<void> {
  await db
    .update(membershipChanges)
    .set({ periodId })
    .where(and(eq(membershipChanges.id, id), isNull(membershipChanges.periodId)));
}

/** Takes the open change of a membership back, such as because it ends. */
export async function endOpenChange(db: Queryable, membership: MembershipRef, now: Date): Promise<void> {
  await db
    .update(membershipChanges)
    .set({ endedAt: now, invoiceReference: null, waitsUntil: null })
    .where(and(isOf(membership), isNull(membershipChanges.endedAt)));
}
