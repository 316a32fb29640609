import { eq } from "drizzle-orm";
import { users } from "@db/schema";
import { findBelongings } from "../accounts/deletion/belongings";
import { describeObstacle } from "../accounts/deletion/describe-obstacle";
import { planDeletion } from "../accounts/deletion/plan";
import { leftOf, paidPaymentsIn, type PaidPayment } from "../payments/paid-payments";
import { formatAmount } from "../pricing/money";
import { collectionTitle } from "../purchases/collection-title";
import { isOpening } from "../purchases/transitions";
import { displayStart } from "../schedule/format-start";
import { readSiteSettings } from "../site/site-settings";
import type { MemberContext } from "../trpc/context";
import { userNotFound } from "./require-user";

/** What goes with a member's account where the instructor deletes it, and what stands in the way. Throws not_found. */
export async function getUserDeletion(ctx: MemberContext, { id }: { id: string }) {
  const [user] = await ctx.db.select().from(users).where(eq(users.id, id));
  if (!user || user.archivedAt) throw userNotFound();
  const belongings = await findBelongings(ctx.db, user);
  const site = await readSiteSettings(ctx);
  const plan = planDeletion(belongings, { site, now: ctx.clock.now(), isByInstructor: true });
  const ofBookings = plan.cancels.map(({ booking, session }) => {
    const { monthLong, day, time, zone } = displayStart(session, ctx);
    const money = leftIn(paidPaymentsIn(belongings, { bookingId: booking.id }));
    return { id: booking.id, text: `${session.title}, ${monthLong} ${day} at ${time} ${zone}`, money };
  });
  const ofPurchases = belongings.purchases.filter(isOpening).map((purchase) => {
    const money = leftIn(paidPaymentsIn(belongings, { purchaseId: purchase.id }));
    return { id: purchase.id, text: collectionTitle(purchase.collection), money };
  });
  const goes = [...ofBookings, ...ofPurchases];
  return {
    id,
    fullName: user.fullName,
    isMember: user.role === "member",
    /** The places and collections that go, with what was paid for each. */
    goes,
    hasMoney: goes.some(({ money }) => money !== null),
    obstacles: plan.obstacles.map((obstacle) => describeObstacle(obstacle, ctx)),
  };
}

const leftIn = (paid: PaidPayment[]): string | null =>
  paid
    .map((part) => ({ amountMinor: leftOf(part), currency: part.payment.currency }))
    .filter(({ amountMinor }) => amountMinor > 0)
    .map(formatAmount)
    .join(" and ") || null;
