import { users } from "@db/schema";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import { refundFacts } from "../bookings/mail-booking";
import { itemTitle } from "../core/collections";
import type { MemberContext } from "../core/context";
import { displayStart } from "../core/dates";
import { DomainError } from "../core/errors";
import { formatAmount } from "../core/money";
import { readSiteSettings } from "../core/site-settings";
import { findBelongings } from "../deletion/belongings";
import { deleteAccount } from "../deletion/delete-account";
import { describeObstacle, planDeletion } from "../deletion/plan";
import { leftOf, type PaidPayment, paidPaymentsIn } from "../payments/paid-payments";
import { isOpening } from "../recordings/purchases/transitions";
import { userNotFound } from "./users";
import type { userDeletion } from "./schemas";

export async function getUserDeletion(ctx: MemberContext, { id }: { id: string }) {
  const [user] = await ctx.db.select().from(users).where(eq(users.id, id));
  if (!user || user.archivedAt) throw userNotFound();
  const belongings = await findBelongings(ctx.db, user);
  const site = await readSiteSettings(ctx);
  const plan = planDeletion(belongings, { site, now: ctx.clock.now(), isByAdmin: true });
  const ofBookings = plan.cancels.map(({ booking, session }) => {
    const { shortDate, time, zone } = displayStart(session, ctx);
    const paid = paidPaymentsIn(belongings, { bookingId: booking.id });
    return { id: booking.id, paid, text: `${session.title}, ${shortDate} at ${time} ${zone}` };
  });
  const ofPurchases = belongings.purchases.filter(isOpening).map((purchase) => {
    const paid = paidPaymentsIn(belongings, { purchaseId: purchase.id });
    return { id: purchase.id, paid, text: itemTitle(purchase) };
  });
  const goes = [...ofBookings, ...ofPurchases];
  return {
    id,
    fullName: user.fullName,
    isMember: user.role === "member",
    goes: goes.map(({ paid, ...one }) => ({ ...one, paid: leftOfAll(paid) })),
    refund: leftOfAll(goes.flatMap(({ paid }) => paid)),
    paidByHand: plan.paidByHand.map(({ amount, ...paid }) => ({ ...paid, amount: formatAmount(amount) })),
    obstacles: plan.obstacles.map((obstacle) => ({
      text: describeObstacle(obstacle, ctx),
      owedByHand: obstacle.kind === "owed" && obstacle.by === "hand" ? obstacle.order : null,
    })),
  };
}

const leftOfAll = (paid: PaidPayment[]) =>
  refundFacts(paid.map((part) => ({ ...part.payment, amountMinor: leftOf(part) })));

/** An admin decides about refunds. Throws forbidden for an admin's account, and deleteAccount's refusals. */
export async function deleteUser(
  ctx: MemberContext,
  { id, refund, reason }: z.infer<typeof userDeletion>,
): Promise<void> {
  await deleteAccount(ctx, id, {
    actorId: ctx.user.id,
    adminDecision: { refund: refund === "yes" },
    reason: reason || undefined,
    timeZone: ctx.visitor.timeZone,
    assertAllowed: (_tx, account) => {
      if (account.role !== "admin") return Promise.resolve();
      throw new DomainError("forbidden", "Admins delete their own account, in their profile.");
    },
  });
}
