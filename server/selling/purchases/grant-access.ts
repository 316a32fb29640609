import { products, recordings, resourceFiles } from "@db/schema";
import { and, asc, eq, exists, gt, isNull } from "drizzle-orm";
import { lockAccount } from "../../accounts/accounts";
import { audit } from "../../core/record-audit";
import type { Context, MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { inTransaction } from "../../core/transaction";
import { priceOf, type Product, readCollections, requireProduct } from "../../catalogue/products/catalogue";
import { kinds } from "../../catalogue/products/kinds";
import { lockProductAgainstDeletion } from "../../catalogue/products/lock";
import { insertPurchase, paidElsewhere } from "./insert-purchase";
import { ownedItems } from "./item";
import { deliver } from "./deliver";
import type { Grant } from "./schemas";

type GrantableItem = { key: string; title: string };

const mostResources = 500;

/** Returns what can be given to a member: all collections, and the resources that are for sale. */
export async function listGrantable({ db }: Context): Promise<Record<"collections" | "resources", GrantableItem[]>> {
  const premium = await db
    .selectDistinct({ productId: recordings.productId })
    .from(recordings)
    .where(eq(recordings.isFree, false));
  const unlocking = new Set(premium.map(({ productId }) => productId));
  const hasFiles = exists(db.select().from(resourceFiles).where(eq(resourceFiles.productId, products.id)));
  const forSale = await db
    .select({ key: products.id, title: products.title })
    .from(products)
    .where(and(eq(products.kind, "resource"), isNull(products.withdrawnAt), gt(products.priceMinor, 0), hasFiles))
    .orderBy(asc(products.title), asc(products.id))
    .limit(mostResources);
  return {
    collections: (await readCollections(db)).map(({ id, slug, title }) => ({
      key: slug,
      title: unlocking.has(id) ? title : `${title} (no premium recordings yet)`,
    })),
    resources: forSale,
  };
}

type GrantedItem = { name: string; /** What they can do now. */ use: string };

/**
 * Gives access without payment. The same form posted twice grants once. Throws not_found (account, product), closed
 * (owned already), busy.
 */
export async function grantAccess(ctx: MemberContext, { item, email, formKey }: Grant): Promise<GrantedItem> {
  return inTransaction(ctx, async (tx) => {
    const account = await lockAccount(tx, { email });
    if (!account || account.archivedAt) {
      throw new DomainError("not_found", "No one has an account with this address.");
    }
    const repeated = await tx.query.purchases.findFirst({ where: (row, { eq }) => eq(row.formKey, formKey) });
    if (repeated) return { name: repeated.customerName, use: kinds[repeated.productKind].use };
    const { id, kind } = await requireProduct(tx, item);
    await lockProductAgainstDeletion(tx, id);
    const product = await requireProduct(tx, id);
    await kinds[kind].requireGivable(tx, product);
    if ((await ownedItems(tx, account.id)).has(id)) {
      throw new DomainError("closed", `${account.fullName} already has this ${kinds[kind].noun}.`);
    }
    const now = ctx.clock.now();
    const purchase = await insertPurchase(tx, product, {
      ...paidElsewhere(priceOf(product), 0),
      userId: account.id,
      customerName: account.fullName,
      customerEmail: account.email,
      formKey,
      createdAt: now,
      completedAt: now,
    });
    await deliver(tx, ctx, purchase);
    await audit(tx, ctx, "purchase.granted", purchase.id, detailsOf(product));
    return { name: account.fullName, use: kinds[kind].use };
  });
}

const detailsOf = ({ id, slug, title }: Product) => (slug ? { collection: slug } : { item: id, title });
