import { purchases } from "@db/schema";
import { and, eq, inArray, or } from "drizzle-orm";
import { openingStatuses } from "../../catalogue/entitlements/bought";
import type { Context } from "../../core/context";
import type { Collection } from "../../catalogue/products/catalogue";

type Visiting = Pick<Context, "db" | "user">;

/**
 * Returns whether a collection's page is there for a visitor: one that is off is shown to admins, to those who have it,
 * and to a buyer who was paying when it was switched off. `purchaseId`: what the browser has paid for.
 */
export const isShownTo = async (ctx: Visiting, collection: Collection, purchaseId = ""): Promise<boolean> =>
  collection.isOn || ctx.user?.role === "admin" || isBoughtBy(ctx, collection, purchaseId);

async function isBoughtBy({ db, user }: Visiting, { id }: Collection, purchaseId: string): Promise<boolean> {
  const isTheirs = or(
    user ? eq(purchases.userId, user.id) : undefined,
    purchaseId ? eq(purchases.id, purchaseId) : undefined,
  );
  const isOpen = inArray(purchases.status, ["pending", ...openingStatuses]);
  const where = and(isTheirs, isOpen, eq(purchases.productId, id));
  return isTheirs !== undefined && (await db.$count(purchases, where)) > 0;
}
