import type { Queryable } from "@db/client";
import { collectionPurchases, outboxEmails, resourceFiles, resources } from "@db/schema";
import { and, between, desc, eq, exists, gt, gte, inArray, isNull, or, sql } from "drizzle-orm";
import { itemTitle } from "../../core/items";
import { listShownCollections } from "../../content/recordings/collection";
import { type Contract, type ContractKind, idsWith, mostFound, type SoughtContract } from "../withdrawals/contract";
import type { Purchase } from "./transitions";

/** Digital content: people may withdraw from it, unless they had it at once. */
export const purchaseContracts: ContractKind = {
  async isSold(services, since) {
    return (
      (await listShownCollections(services)).length > 0 ||
      (await isAnyResourceSold(services)) ||
      (await services.db.$count(collectionPurchases, and(isConcluded, gte(collectionPurchases.createdAt, since)))) > 0
    );
  },
  async find(db, sought) {
    const rows = await db
      .select({ purchase: collectionPurchases, toldAt: confirmationSentAt })
      .from(collectionPurchases)
      .where(and(isConcluded, isSought(sought)))
      .orderBy(desc(collectionPurchases.createdAt), desc(collectionPurchases.id))
      .limit(mostFound);
    return rows.map(contractOf);
  },
};

const isConcluded = and(
  inArray(collectionPurchases.status, ["paid", "free", "refunded"]),
  isNull(collectionPurchases.archivedAt),
);

function isSought(sought: SoughtContract) {
  if ("id" in sought) return eq(collectionPurchases.id, sought.id);
  return or(
    eq(sql`lower(${collectionPurchases.customerEmail})`, sought.email),
    ...sought.references.map((reference) => between(collectionPurchases.id, ...idsWith(reference))),
  );
}

const isAnyResourceSold = async ({ db }: { db: Queryable }): Promise<boolean> =>
  (await db.$count(
    resources,
    and(
      isNull(resources.withdrawnAt),
      gt(resources.priceMinor, 0),
      exists(db.select().from(resourceFiles).where(eq(resourceFiles.resourceId, resources.id))),
    ),
  )) > 0;

/** The keys of the confirmation and of its copies begin with the purchase's; `;` follows `:`. */
const confirmationKey = sql`'purchase-confirmation:' || ${collectionPurchases.id}::text`;
const confirmationSentAt = sql<Date | null>`(select min(${outboxEmails.sentAt}) from ${outboxEmails}
  where ${outboxEmails.dedupeKey} >= ${confirmationKey} and ${outboxEmails.dedupeKey} < ${confirmationKey} || ';'
    and ${outboxEmails.bouncedAt} is null)`.mapWith(outboxEmails.sentAt);

function contractOf({ purchase, toldAt }: { purchase: Purchase; toldAt: Date | null }): Contract {
  const { id, customerName, customerEmail, completedAt, createdAt, status, waiverText, waiverVersion, waivedAt } =
    purchase;
  return {
    ...{ id, status, waiverText, waiverVersion, waivedAt, toldAt },
    kind: "purchase",
    title: itemTitle(purchase),
    customer: { name: customerName, email: customerEmail },
    madeAt: completedAt ?? createdAt,
    total: { amountMinor: status === "free" ? 0 : purchase.totalMinor, currency: purchase.currency },
    isExempt: false,
  };
}
