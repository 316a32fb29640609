import type { Queryable } from "@db/client";
import { memberships, products, purchases } from "@db/schema";
import { and, eq, inArray, isNotNull, isNull, or, sql, type SQL } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { normalEmail } from "../../core/email-address";
import { whereGranting } from "./granting";

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

/**
 * How a member has access to a product: when it began, or begins where they still wait for it. `byMembership`: for as
 * long as their membership grants it, so they have not bought it.
 */
export type ProductAccess = { begins: Date; isWaiting: boolean; byMembership?: true };

type Beginning = Pick<typeof purchases.$inferSelect, "opensAt" | "openedAt" | "completedAt" | "createdAt">;

/** Returns when access begins by an opening purchase: with it, unless the buyer waits or access was given again. */
export const accessBy = ({ opensAt, openedAt, completedAt, createdAt }: Beginning): ProductAccess => ({
  begins: opensAt ?? openedAt ?? completedAt ?? createdAt,
  isWaiting: opensAt !== null,
});

/**
 * Returns what a member may open, by the ids of the products: what they have bought, and the collections that their
 * membership grants now.
 */
export async function readBought(db: Queryable, userId: string, now: Date): Promise<Map<string, ProductAccess>> {
  const { productId, opensAt, openedAt, completedAt, createdAt } = purchases;
  const bought = db
    .select({ productId, opensAt, openedAt, completedAt, createdAt, byMembership: sql<boolean>`false` })
    .from(purchases)
    .where(whereBought({ id: userId }));
  return mergeAccess(await unionAll(bought, selectGranted(db, userId, now)));
}

/** Selects the collections that a member's membership grants now, as if they had been bought when it began. */
export function selectGranted(db: Queryable, userId: string, now: Date) {
  const none = (name: string) => sql<Date | null>`null::timestamptz`.mapWith(purchases.opensAt).as(name);
  return db
    .select({
      productId: products.id,
      opensAt: none("opens_at"),
      openedAt: none("opened_at"),
      completedAt: memberships.startedAt,
      createdAt: memberships.createdAt,
      byMembership: sql<boolean>`true`.as("by_membership"),
    })
    .from(memberships)
    .innerJoin(products, and(eq(products.kind, "collection"), isGranted()))
    .where(whereGranting({ id: userId }, now));
}

const isGranted = (): SQL | undefined =>
  or(
    eq(memberships.collections, "all"),
    and(eq(memberships.collections, "chosen"), sql`${products.id} = any(${memberships.collectionIds})`),
  );

type AccessRow = Beginning & { productId: string; byMembership: boolean };

/** Returns access by product. Of what a member has both ways, the purchase counts unless they still wait for it. */
export function mergeAccess(rows: AccessRow[]): Map<string, ProductAccess> {
  const access = new Map<string, ProductAccess>();
  for (const { productId, byMembership, ...beginning } of rows) {
    const known: ProductAccess = { ...accessBy(beginning), ...(byMembership && { byMembership }) };
    const before = access.get(productId);
    if (!before || rankOf(known) > rankOf(before)) access.set(productId, known);
  }
  return access;
}

const rankOf = ({ isWaiting, byMembership }: ProductAccess): number => (isWaiting ? 0 : byMembership ? 1 : 2);

/** Returns the ids of the products whose purchase is open. */
export async function ownedProducts(db: Queryable, userId: string): Promise<Set<string>> {
  const owned = await db
    .select({ productId: purchases.productId })
    .from(purchases)
    .where(whereOpen({ id: userId }));
  return new Set(owned.map(({ productId }) => productId));
}
