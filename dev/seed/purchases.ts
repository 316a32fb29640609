import { randomUUID } from "node:crypto";
import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { payments, products, purchases } from "@db/schema";
import { asc, eq } from "drizzle-orm";
import { outsidePayment } from "./bookings";
import { usedTerms } from "./codes";
import { collector, member, type Person } from "./people";

type NewPurchase = typeof purchases.$inferInsert & { id: string };
type Context = { memberId: string; collectorId: string; now: Date };

const minute = 60_000;
const day = 24 * 60 * minute;
const priceMinor = 6000;

/** Adds purchases: one has a code, one is free of charge. */
export async function seedPurchases(tx: Transaction, { memberId, collectorId, now }: Context): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * day);
  const ofMember = (createdAt: Date) => purchaseOf(member, memberId, createdAt);
  const ofCollector = (createdAt: Date) => purchaseOf(collector, collectorId, createdAt);
  const [first, second] = await listSold(tx);
  const rows: NewPurchase[] = [
    { ...ofMember(ago(118)), ...first, status: "paid", totalMinor: priceMinor },
    { ...ofMember(ago(26)), ...second, status: "cancelled", totalMinor: priceMinor, completedAt: null },
    {
      ...ofCollector(ago(204)),
      ...first,
      status: "paid",
      discountMinor: priceMinor / 10,
      totalMinor: priceMinor - priceMinor / 10,
      appliedDiscountCode: "WELCOME10",
      discountTerms: usedTerms.WELCOME10,
    },
    {
      ...ofCollector(ago(61)),
      ...second,
      status: "free",
      discountMinor: priceMinor,
      totalMinor: 0,
      appliedDiscountCode: "FREE100",
      discountTerms: { type: "percentage", percentage: 100 },
    },
  ];
  await tx.insert(purchases).values(rows);
  await tx
    .insert(payments)
    .values(
      rows
        .filter(({ status }) => status === "paid")
        .map((purchase) => ({ purchaseId: purchase.id, ...outsidePayment(purchase) })),
    );
}

/** Returns the first two collections, as purchases store them. */
async function listSold(tx: Transaction) {
  const rows = await tx
    .select({ productId: products.id, productKind: products.kind, productTitle: products.title })
    .from(products)
    .where(eq(products.kind, "collection"))
    .orderBy(asc(products.orderIndex))
    .limit(2);
  return [one(rows.slice(0, 1), "collection"), one(rows.slice(1), "collection")] as const;
}

const purchaseOf = ({ firstName, lastName, email }: Person, userId: string, createdAt: Date) => ({
  id: randomUUID(),
  formKey: randomUUID(),
  userId,
  customerName: `${firstName} ${lastName}`,
  customerEmail: email,
  listPriceMinor: priceMinor,
  currency: "EUR" as const,
  createdAt,
  completedAt: new Date(createdAt.getTime() + 2 * minute),
});
