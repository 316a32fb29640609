import type { Queryable } from "@db/client";
import { membershipPeriods, memberships, outboxEmails, products, purchases, resourceFiles } from "@db/schema";
import { and, desc, eq, exists, gt, gte, inArray, isNull, or, sql } from "drizzle-orm";
import { isAnyShown } from "../recordings/collection";
import { isReferredTo } from "../../core/reference";
import { type Contract, type ContractKind, mostFound, type SoughtContract } from "../../payments/withdrawals/contract";
import type { Purchase } from "./transitions";
import { kinds } from "../../catalogue/products/kinds";

/** Digital content: people may withdraw from it, unless they had it at once. */
export const purchaseContracts: ContractKind = {
  async isSold(services, since) {
    return (
      (await isAnyShown(services)) ||
      (await isAnyResourceSold(services)) ||
      (await services.db.$count(purchases, and(isConcluded, gte(purchases.createdAt, since)))) > 0
    );
  },
  async find(db, sought) {
    const rows = await db
      .select({ purchase: purchases, toldAt: confirmationSentAt, joinedAt })
      .from(purchases)
      .leftJoin(membershipPeriods, eq(membershipPeriods.purchaseId, purchases.id))
      .leftJoin(memberships, eq(memberships.id, membershipPeriods.membershipId))
      .where(and(isConcluded, isSought(sought)))
      .orderBy(desc(purchases.createdAt), desc(purchases.id))
      .limit(mostFound);
    return rows.map(contractOf);
  },
};

const isConcluded = and(inArray(purchases.status, ["paid", "free", "refunded"]), isNull(purchases.archivedAt));

function isSought(sought: SoughtContract) {
  if ("id" in sought) return eq(purchases.id, sought.id);
  return or(
    eq(sql`lower(${purchases.customerEmail})`, sought.email),
    ...sought.references.map((reference) => isReferredTo(purchases.id, reference)),
  );
}

const isAnyResourceSold = async ({ db }: { db: Queryable }): Promise<boolean> =>
  (await db.$count(
    products,
    and(
      eq(products.kind, "resource"),
      isNull(products.withdrawnAt),
      gt(products.priceMinor, 0),
      exists(db.select().from(resourceFiles).where(eq(resourceFiles.productId, products.id))),
    ),
  )) > 0;

/** The keys of the confirmation and of its copies begin with the purchase's; `;` follows `:`. */
const confirmationKey = sql`'purchase-confirmation:' || ${purchases.id}::text`;
const confirmationSentAt = sql<Date | null>`(select min(${outboxEmails.sentAt}) from ${outboxEmails}
  where ${outboxEmails.dedupeKey} >= ${confirmationKey} and ${outboxEmails.dedupeKey} < ${confirmationKey} || ';'
    and ${outboxEmails.bouncedAt} is null)`.mapWith(outboxEmails.sentAt);

/** A renewal is no contract of its own: that of a membership was concluded when it was joined, or joined again. */
const joinedAt = sql<Date | null>`case when ${memberships.attemptedAt} <= ${purchases.createdAt}
  then ${memberships.attemptedAt} else ${memberships.startedAt} end`.mapWith(memberships.startedAt);

type FoundPurchase = { purchase: Purchase; toldAt: Date | null; joinedAt: Date | null };

function contractOf({ purchase, toldAt, joinedAt: joined }: FoundPurchase): Contract {
  const { id, customerName, customerEmail, completedAt, createdAt, status, waiverText, waiverVersion, waivedAt } =
    purchase;
  return {
    id,
    status,
    waiverText,
    waiverVersion,
    waivedAt,
    toldAt,
    kind: "purchase",
    title: purchase.productTitle,
    customer: { name: customerName, email: customerEmail },
    madeAt: joined ?? completedAt ?? createdAt,
    total: { amountMinor: status === "free" ? 0 : purchase.totalMinor, currency: purchase.currency },
    isExempt: kinds[purchase.productKind].isOnDates,
  };
}
