import { giftCards, memberships, passes, users } from "@db/schema";
import { one } from "@db/one";
import { eq, exists, type SQL, sql } from "drizzle-orm";
import type { MemberContext } from "../../core/context";
import { isBoughtBy } from "../../catalogue/gift-cards/my-gift-cards";
import { isShownTo } from "../../selling/memberships/show/my-membership";
import { isOwnPass } from "../../catalogue/passes/my-passes";

/** Which of the pages that not every member needs have something to show. */
export type OwnPages = {
  membership: boolean;
  passes: boolean;
  giftCards: boolean;
};

/** Returns what the sidebar links of what a member may have, by one statement. */
export async function listOwnPages({ db, user }: MemberContext): Promise<OwnPages> {
  const membership = db.select({ id: memberships.id }).from(memberships).where(isShownTo(user));
  const pass = db.select({ id: passes.id }).from(passes).where(isOwnPass(user));
  const giftCard = db.select({ id: giftCards.id }).from(giftCards).where(isBoughtBy(user));
  const rows = await db
    .select({
      membership: flag(exists(membership)),
      passes: flag(exists(pass)),
      giftCards: flag(exists(giftCard)),
    })
    .from(users)
    .where(eq(users.id, user.id));
  return one(rows, "account");
}

const flag = (condition: SQL) => sql<boolean>`${condition}`;
