import { giftCards, users } from "@db/schema";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { assertStillHolder, getMe, requireHolder } from "../../accounts/re-authenticate";
import type { MemberContext } from "../../core/context";
import { displayStart } from "../../core/dates";
import { formatAmount } from "../../core/money";
import { readSiteSettings } from "../../core/site-settings";
import { findBelongings } from "../deletion/belongings";
import { deleteAccount } from "../deletion/delete-account";
import { describeObstacle, planDeletion } from "../deletion/plan";
import { orNone } from "../../catalogue/gift-cards/pay-by-card";
import { listCardsWhere } from "../../catalogue/gift-cards/sold-cards";
import { leftOf, paidPaymentsIn } from "../../payments/paid-payments";
import { getMyMembership } from "../../selling/memberships/show/my-membership";
import { isOpening, type Purchase } from "../../selling/purchases/transitions";
import { kindOf } from "../../selling/purchases/sold-kind";

export type Deletion = Awaited<ReturnType<typeof getDeletion>>;

export async function getDeletion(ctx: MemberContext) {
  const { hasPassword, mayChooseNewPassword } = getMe(ctx);
  const belongings = await findBelongings(ctx.db, ctx.user);
  const site = await readSiteSettings(ctx);
  const plan = planDeletion(belongings, { site, now: ctx.clock.now(), isByAdmin: false });
  const obstacles = [...((await isOnlyAdmin(ctx)) ? [{ kind: "only_admin" as const }] : []), ...plan.obstacles];
  return {
    needsPassword: !mayChooseNewPassword,
    hasPassword,
    obstacles: obstacles.map((obstacle) => describeObstacle(obstacle, ctx)),
    bookingsToCancel: plan.bookingsToCancel.map(({ booking, session }) => ({
      id: booking.id,
      title: session.title,
      startsAt: displayStart(session, ctx),
      attendee: `${booking.attendeeFirstName} ${booking.attendeeLastName}`.trim(),
      refund: refundText(paidPaymentsIn(belongings, { kind: "booking", id: booking.id })),
    })),
    ...(await nameBought(ctx, belongings.purchases.filter(isOpening))),
    testimonials: belongings.testimonials.length,
    waitlists: belongings.entries.filter(({ status }) => status === "waiting" || status === "offered").length,
  };
}

/** Names what was bought; of a pass and of a gift card also what is left on it. */
async function nameBought(ctx: MemberContext, bought: Purchase[]) {
  const gifts = await listCardsWhere(ctx, inArray(giftCards.purchaseId, orNone(bought.map(({ id }) => id))));
  const named = await Promise.all(bought.map((purchase) => kindOf(ctx, purchase).nameOwned(ctx.db, ctx, purchase)));
  const open = gifts.filter(({ state }) => state === "usable" || state === "frozen");
  return {
    collections: [...named.filter((name) => name !== null), ...(await nameMembership(ctx))],
    /** Those that still pay. */
    giftCards: open.map(
      ({ name, balance, recipient }) => `${name}${recipient ? ` for ${recipient}` : ""} (${balance})`,
    ),
  };
}

/** Names the membership that ends with the account, with what is left of it. */
async function nameMembership(ctx: MemberContext): Promise<string[]> {
  const membership = await getMyMembership(ctx);
  if (!membership || membership.isOver) return [];
  const { title, period, left } = membership;
  return [`${title} (${[period, ...left.map((line) => line.replace(/[.]$/, ""))].join("; ")})`];
}

const refundText = (paid: ReturnType<typeof paidPaymentsIn>): string | null =>
  paid
    .map((part) => ({ amountMinor: leftOf(part), currency: part.payment.currency }))
    .filter(({ amountMinor }) => amountMinor > 0)
    .map(formatAmount)
    .join(" and ") || null;

async function isOnlyAdmin({ db, user }: MemberContext): Promise<boolean> {
  if (user.role !== "admin") return false;
  return (await db.$count(users, and(eq(users.role, "admin"), isNull(users.archivedAt)))) <= 1;
}

/** Requires the current password, except within 15 minutes of a reset or one-time link. */
export async function deleteOwnAccount(
  ctx: MemberContext,
  { currentPassword }: { currentPassword: string },
): Promise<void> {
  const checked = await requireHolder(ctx, currentPassword);
  await deleteAccount(ctx, ctx.user.id, {
    actorId: ctx.user.id,
    adminDecision: null,
    timeZone: ctx.visitor.timeZone,
    assertAllowed: async (tx, account) => void (await assertStillHolder(tx, ctx, account, checked)),
  });
  await ctx.session.close();
}
