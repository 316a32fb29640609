import type { Queryable } from "@db/client";
import { purchases } from "@db/schema";
import { and, eq, inArray, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import { normalEmail } from "./email-address";

/** Only a purchase with one of these statuses opens what was bought. */
export const openingStatuses = ["paid", "free"] as const;

type Buyer = { id: string };

const isOpening = (): SQL | undefined =>
  and(inArray(purchases.status, [...openingStatuses]), isNull(purchases.archivedAt));

/** Finds what a member has bought, whether access has begun or not. */
export const whereBought = ({ id }: Buyer): SQL | undefined => and(eq(purchases.userId, id), isOpening());

/** Finds what was bought with an address, by a guest or by an account that had it. */
export const whereBoughtFor = (email: string): SQL | undefined =>
  and(eq(sql`lower(${purchases.customerEmail})`, normalEmail(email)), isOpening());

/** Finds the purchases that open something to a member. */
const whereOpen = (buyer: Buyer): SQL | undefined => and(whereBought(buyer), isNull(purchases.opensAt));

/** Finds what a member has bought and waits for. */
export const whereWaiting = (buyer: Buyer): SQL | undefined => and(whereBought(buyer), isNotNull(purchases.opensAt));

/** What a member has bought: when access began, or begins where they still wait for it. */
export type ProductAccess = { begins: Date; isWaiting: boolean };

type Beginning = Pick<typeof purchases.$inferSelect, "opensAt" | "openedAt" | "completedAt" | "createdAt">;

/** Returns when access begins by an opening purchase: with it, unless the buyer waits or access was given again. */
export const accessBy = ({ opensAt, openedAt, completedAt, createdAt }: Beginning): ProductAccess => ({
  begins: opensAt ?? openedAt ?? completedAt ?? createdAt,
  isWaiting: opensAt !== null,
});

/** Returns what a member has bought, by the ids of the products. */
export async function readBought(db: Queryable, userId: string): Promise<Map<string, ProductAccess>> {
  const { productId, opensAt, openedAt, completedAt, createdAt } = purchases;
  const rows = await db
    .select({ productId, opensAt, openedAt, completedAt, createdAt })
    .from(purchases)
    .where(whereBought({ id: userId }));
  return new Map(rows.map(({ productId: id, ...beginning }) => [id, accessBy(beginning)]));
}

/** Returns the ids of the products whose purchase is open. */
export async function ownedProducts(db: Queryable, userId: string): Promise<Set<string>> {
  const owned = await db
    .select({ productId: purchases.productId })
    .from(purchases)
    .where(whereOpen({ id: userId }));
  return new Set(owned.map(({ productId }) => productId));
}
