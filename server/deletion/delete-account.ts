import { inTransaction } from "../core/transaction";
import { and, asc, eq, isNull } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { users, type Account } from "@db/schema";
import { audit } from "../audit/record-audit";
import { lockSessions } from "../schedule/find-session";
import { DomainError } from "../core/errors";
import type { Services } from "../core/services";
import { readSiteSettings } from "../core/site-settings";
import { lockAccount } from "../accounts/accounts";
import { type Belongings, findBelongings, lockBelongings, sessionIdsOf } from "./belongings";
import { describeObstacle } from "./describe-obstacle";
import { emptyOutbox } from "./empty-outbox";
import { emptyRows } from "./empty-rows";
import { type ByInstructor, giveBack } from "./give-back";
import { type Identity, identityOf, withoutIdentity } from "./identity";
import { type Obstacle, type Plan, planDeletion } from "./plan";

type Deletion = {
  /** Who does it, for the audit log: the member herself, or an admin. */
  actorId: string;
  /** What only the instructor may decide; null where the member deletes her own account. */
  byInstructor: ByInstructor | null;
  reason?: string | undefined;
  /** In which a refusal says when; the site's where it is left out. */
  timeZone?: string;
  /** Whether it may be, asked once the account is locked; throws where not. */
  assertAllowed?: (tx: Transaction, account: Account) => Promise<void>;
};

/** How often to start again when bookings are made concurrently. */
const mostTries = 3;

/**
 * Deletes an account, in one transaction: what is booked ahead is cancelled by the usual rules and paid back, places in
 * line go on, and name, address and all that is hers alone leave every row. What stands for money or a place stays in
 * the books, without a name; refunds that begin with it go on. Someone who signs up with the address later is someone
 * new. Throws not_found (also the second time), closed with what has to be settled first, busy.
 */
export async function deleteAccount(services: Services, userId: string, deletion: Deletion): Promise<void> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    if (await inTransaction(services, (tx) => tryToDelete(tx, services, userId, deletion))) return;
  }
  throw new DomainError("busy", "That did not go through. Please try again in a moment.");
}

/** False where something was booked in a session that is not locked yet: sessions are locked before accounts. */
async function tryToDelete(tx: Transaction, services: Services, userId: string, deletion: Deletion): Promise<boolean> {
  const sessions = await lockSessions(tx, sessionIdsOf(await findBelongings(tx, { id: userId })));
  const { account, isOnlyAdmin } = await lockOwner(tx, userId);
  await deletion.assertAllowed?.(tx, account);
  const belongings = await lockBelongings(tx, account);
  if (sessionIdsOf(belongings).some((id) => !sessions.has(id))) return false;
  const plan = await planNow(tx, services, belongings, deletion, isOnlyAdmin);
  const identity = identityOf(account, belongings);
  await emptyOutbox(tx, services, { account, belongings, identity });
  await giveBack(tx, services, { account, belongings, plan, sessions, byInstructor: deletion.byInstructor });
  await emptyRows(tx, services, { account, belongings, identity });
  await writeDown(tx, services, account, { deletion, plan, identity });
  return true;
}

/** All admins in one order, where she is one: of two who go at the same moment one stays. */
async function lockOwner(tx: Transaction, userId: string): Promise<{ account: Account; isOnlyAdmin: boolean }> {
  const isAdmin = and(eq(users.role, "admin"), isNull(users.archivedAt));
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(isAdmin, eq(users.id, userId)));
  const all = admins.length
    ? await tx.select({ id: users.id }).from(users).where(isAdmin).orderBy(asc(users.id)).for("no key update")
    : [];
  const account = await lockAccount(tx, { id: userId });
  if (!account) throw new DomainError("not_found", "User not found");
  return { account, isOnlyAdmin: account.role === "admin" && all.every(({ id }) => id === userId) };
}

async function planNow(
  tx: Transaction,
  { settings, clock }: Services,
  belongings: Belongings,
  { byInstructor, timeZone = settings.siteTimeZone }: Deletion,
  isOnlyAdmin: boolean,
): Promise<Plan> {
  const site = await readSiteSettings({ db: tx, settings });
  const plan = planDeletion(belongings, { site, now: clock.now(), isByInstructor: byInstructor !== null });
  const toHandOver = byInstructor?.refund ? plan.paidByHand : [];
  const obstacles: Obstacle[] = [
    ...(isOnlyAdmin ? [{ kind: "only_admin" as const }] : []),
    ...plan.obstacles,
    ...toHandOver.map((paid) => ({ kind: "to_hand_over" as const, ...paid })),
  ];
  if (obstacles.length === 0) return plan;
  const zones = { settings, visitor: { timeZone } };
  throw new DomainError("closed", obstacles.map((obstacle) => describeObstacle(obstacle, zones)).join(" "));
}

type Done = { deletion: Deletion; plan: Plan; identity: Identity };

async function writeDown(tx: Transaction, { clock }: Services, { id }: Account, { deletion, plan, identity }: Done) {
  const { actorId, byInstructor, reason } = deletion;
  const details = { cancelledBookings: plan.cancels.length, ...byInstructor };
  const user = { id: actorId };
  await audit(tx, { clock, user }, "user.deleted", id, details, reason && withoutIdentity(reason, identity));
}
