import { inTransaction } from "../../core/transaction";
import { and, eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { users, type Account } from "@db/schema";
import { audit } from "../../core/record-audit";
import { lockSessions } from "../../catalogue/schedule/find-session";
import { DomainError } from "../../core/errors";
import type { Services } from "../../core/services";
import { readSiteSettings } from "../../core/site-settings";
import { endAtStripe, endMembershipsOf, isAtStripe } from "../../selling/memberships/account/of-account";
import { isNotDeleted, lockAccount, lockAdmins } from "../../accounts/accounts";
import { type Belongings, findBelongings, lockBelongings, sessionIdsOf } from "./belongings";
import { describeObstacle, type Obstacle, type DeletionPlan, planDeletion } from "./plan";
import { emptyOutbox } from "./empty-outbox";
import { emptyRows } from "./empty-rows";
import { type AdminDecision, releaseBelongings } from "./release-belongings";
import { type Identity, identityOf, withoutIdentity } from "./identity";

type Deletion = {
  actorId: string;
  /** Null if the account's user deletes it. */
  adminDecision: AdminDecision | null;
  reason?: string | undefined;
  timeZone?: string;
  assertAllowed?: (tx: Transaction, account: Account) => Promise<void>;
};

/** Concurrent bookings make another attempt necessary. */
const maxAttempts = 3;

/** Settles all belongings and anonymises all rows in one transaction. Throws closed (naming the obstacles), busy or payment_provider_failed. */
export async function deleteAccount(services: Services, userId: string, deletion: Deletion): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    try {
      if (await inTransaction(services, (tx) => tryToDelete(tx, services, userId, deletion))) return;
    } catch (error) {
      if (!(error instanceof StillRenewed)) throw error;
      // Nothing stands in the way but Stripe, which is told before anything is deleted.
      await endAtStripe(services, { id: userId });
    }
  }
  throw new DomainError("busy", "That did not go through. Please try again in a moment.");
}

/** Takes back a deletion of which Stripe has to be told first. */
class StillRenewed extends Error {
  override name = "StillRenewed";
}

/** Returns false if a new booking's session is not locked: sessions must be locked before accounts. */
async function tryToDelete(tx: Transaction, services: Services, userId: string, deletion: Deletion): Promise<boolean> {
  const sessions = await lockSessions(tx, sessionIdsOf(await findBelongings(tx, { id: userId })));
  const { account, isOnlyAdmin } = await lockAccountAndAdmins(tx, userId);
  await deletion.assertAllowed?.(tx, account);
  const belongings = await lockBelongings(tx, account);
  if (sessionIdsOf(belongings).some((id) => !sessions.has(id))) return false;
  const plan = await planOrRefuse(tx, services, belongings, deletion, isOnlyAdmin);
  if (await isAtStripe(tx, account)) throw new StillRenewed();
  const identity = identityOf(account, belongings);
  await emptyOutbox(tx, services, { account, belongings, identity });
  await releaseBelongings(tx, services, { account, belongings, plan, sessions, adminDecision: deletion.adminDecision });
  await endMembershipsOf(tx, services, account);
  await emptyRows(tx, services, { account, belongings, identity });
  await recordDeletion(tx, services, account, { deletion, plan, identity });
  return true;
}

/** Locks all admins in one order if one is deleted: two concurrent deletions can't leave the site without an admin. */
async function lockAccountAndAdmins(
  tx: Transaction,
  userId: string,
): Promise<{ account: Account; isOnlyAdmin: boolean }> {
  const isOwnAdminRow = and(eq(users.id, userId), eq(users.role, "admin"), isNotDeleted());
  const admins = (await tx.$count(users, isOwnAdminRow)) > 0 ? await lockAdmins(tx) : [];
  const account = await lockAccount(tx, { id: userId });
  if (!account) throw new DomainError("not_found", "User not found");
  return { account, isOnlyAdmin: account.role === "admin" && admins.every(({ id }) => id === userId) };
}

async function planOrRefuse(
  tx: Transaction,
  { settings, clock }: Services,
  belongings: Belongings,
  { adminDecision, timeZone = settings.siteTimeZone }: Deletion,
  isOnlyAdmin: boolean,
): Promise<DeletionPlan> {
  const site = await readSiteSettings({ db: tx, settings });
  const plan = planDeletion(belongings, { site, now: clock.now(), isByAdmin: adminDecision !== null });
  const toHandOver = adminDecision?.refund ? plan.paidByHand : [];
  const obstacles: Obstacle[] = [
    ...(isOnlyAdmin ? [{ kind: "only_admin" as const }] : []),
    ...plan.obstacles,
    ...toHandOver.map((paid) => ({ kind: "to_hand_over" as const, ...paid })),
  ];
  if (obstacles.length === 0) return plan;
  const zones = { settings, visitor: { timeZone } };
  throw new DomainError("closed", obstacles.map((obstacle) => describeObstacle(obstacle, zones)).join(" "));
}

type DeletionRecord = { deletion: Deletion; plan: DeletionPlan; identity: Identity };

async function recordDeletion(
  tx: Transaction,
  { clock }: Services,
  { id }: Account,
  { deletion, plan, identity }: DeletionRecord,
) {
  const { actorId, adminDecision, reason } = deletion;
  const details = { cancelledBookings: plan.bookingsToCancel.length, ...adminDecision };
  const user = { id: actorId };
  await audit(tx, { clock, user }, "user.deleted", id, details, reason && withoutIdentity(reason, identity));
}
