import { randomUUID } from "node:crypto";
import type { Transaction } from "@db/client";
import { collectionPurchases, payments } from "@db/schema";
import { outsidePayment } from "./bookings";
import { usedTerms } from "./codes";
import { collector, member, type Person } from "./people";

type NewPurchase = typeof collectionPurchases.$inferInsert & { id: string };
type Context = { memberId: string; collectorId: string; now: Date };

const minute = 60_000;
const day = 24 * 60 * minute;
const priceMinor = 6000;

/** One purchase has a code, one is free of charge. */
export async function seedPurchases(tx: Transaction, { memberId, collectorId, now }: Context): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * day);
  const ofMember = (createdAt: Date) => purchaseOf(member, memberId, createdAt);
  const ofCollector = (createdAt: Date) => purchaseOf(collector, collectorId, createdAt);
  const rows: NewPurchase[] = [
    { ...ofMember(ago(118)), collection: "birth", status: "paid", totalMinor: priceMinor },
    { ...ofMember(ago(26)), collection: "stress", status: "cancelled", totalMinor: priceMinor, completedAt: null },
    {
      ...ofCollector(ago(204)),
      collection: "birth",
      status: "paid",
      discountMinor: priceMinor / 10,
      totalMinor: priceMinor - priceMinor / 10,
      appliedDiscountCode: "WELCOME10",
      discountTerms: usedTerms.WELCOME10,
    },
    {
      ...ofCollector(ago(61)),
      collection: "stress",
      status: "free",
      discountMinor: priceMinor,
      totalMinor: 0,
      appliedDiscountCode: "FREE100",
      discountTerms: { type: "percentage", percentage: 100 },
    },
  ];
  await tx.insert(collectionPurchases).values(rows);
  await tx
    .insert(payments)
    .values(
      rows
        .filter(({ status }) => status === "paid")
        .map((purchase) => ({ purchaseId: purchase.id, ...outsidePayment(purchase) })),
    );
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
