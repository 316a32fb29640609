import { memberships, membershipTerms } from "@db/schema";
import { eq, or } from "drizzle-orm";
import { DomainError } from "../../../core/errors";
import { myMembershipPath } from "../../../core/paths";
import type { KindOfProduct } from "./kind";

export const membership: KindOfProduct = {
  type: "Membership",
  noun: "membership",
  use: "use the membership",
  part: "period",
  bought: "has a membership, paid for another period",
  isSoldToGuests: false,
  isClaimedByAccount: false,
  isHadOnce: false,
  isBoundToAddress: false,
  isDiscounted: false,
  isOnDates: false,
  unlockedTitle: "Your Membership Has Begun",
  aim: "use it",
  isYours: () => "Your membership is ready to use.",
  isDigital: false,
  checkoutText: "Membership",
  receiptText: "Membership, one period",
  inText: (title) => `the membership “${title}”`,
  notForSale: "This membership is not for sale.",
  revenue: { label: "Memberships", inText: "memberships" },
  mail: (title) => ({
    kind: "a membership",
    bought: "membership",
    openNow: `${title} is yours to use.`,
    openForLife: `${title} is yours to use.`,
    use: "See your membership",
    see: "See your membership",
    open: "Open the membership",
  }),
  pathOf: () => "/memberships",
  ownPath: myMembershipPath,
  count: (db, productId) => db.$count(membershipTerms, eq(membershipTerms.productId, productId)),
  /** It is joined, period by period; no form of purchases sells it. */
  requireForSale: () => Promise.reject(new DomainError("not_found", membership.notForSale)),
  requireGivable: (db, product) => membership.requireForSale(db, product),
  async reasonToKeep(db, id, bought) {
    const isHeld = or(eq(memberships.productId, id), eq(memberships.nextProductId, id));
    if ((await db.$count(memberships, isHeld)) === 0) return bought;
    return "Someone has or had this membership. Take it off sale instead.";
  },
};
