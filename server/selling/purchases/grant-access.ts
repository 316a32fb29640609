import { one } from "@db/one";
import { collectionPurchases, recordings, resourceFiles, resources } from "@db/schema";
import { and, asc, eq, exists, gt, isNull } from "drizzle-orm";
import { lockAccount } from "../../people/accounts/accounts";
import { audit } from "../../core/record-audit";
import type { Context, MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { collectionName, collectionTitle, productWords } from "../../core/items";
import { readSiteSettings } from "../../core/site-settings";
import { inTransaction } from "../../core/transaction";
import { collectionPrice } from "../../content/recordings/collection";
import { itemKey, lockItem, nounOf, ofCollection, ownedItems, requireItem } from "./item";
import { mailPurchase } from "./mails";
import type { Grant, PurchaseItem } from "./schemas";
import type { Purchase } from "./transitions";

type GrantableItem = { key: string; title: string };

const mostResources = 500;

/** Returns what can be given to a member: both collections, and the resources that are for sale. */
export async function listGrantable(ctx: Context): Promise<Record<"collections" | "resources", GrantableItem[]>> {
  const { db } = ctx;
  const { collections: settings } = await readSiteSettings(ctx);
  const premium = await db
    .selectDistinct({ collection: recordings.collection })
    .from(recordings)
    .where(eq(recordings.isFree, false));
  const unlocking = new Set(premium.map(({ collection }) => collection));
  const hasFiles = exists(db.select().from(resourceFiles).where(eq(resourceFiles.resourceId, resources.id)));
  const forSale = await db
    .select({ key: resources.id, title: resources.title })
    .from(resources)
    .where(and(isNull(resources.withdrawnAt), gt(resources.priceMinor, 0), hasFiles))
    .orderBy(asc(resources.title), asc(resources.id))
    .limit(mostResources);
  return {
    collections: collectionName.options.map((key) => {
      const title = collectionTitle(key, settings);
      return { key, title: unlocking.has(key) ? title : `${title} (no premium recordings yet)` };
    }),
    resources: forSale,
  };
}

type Granted = { name: string; /** What they can do now. */ use: string };

/** The same form posted twice grants once. Throws not_found (account, resource), closed (owned already), busy. */
export async function grantAccess(ctx: MemberContext, { item: key, email, formKey }: Grant): Promise<Granted> {
  const item = itemNamed(key);
  const { collections: settings } = await readSiteSettings(ctx);
  return inTransaction(ctx, async (tx) => {
    const account = await lockAccount(tx, { email });
    if (!account || account.archivedAt) {
      throw new DomainError("not_found", "No one has an account with this address.");
    }
    const repeated = await tx.query.collectionPurchases.findFirst({ where: (row, { eq }) => eq(row.formKey, formKey) });
    if (repeated) return { name: repeated.customerName, use: productWords[nounOf(repeated)].use };
    await lockItem(tx, item);
    // A collection may be given before it has recordings.
    const { columns, price } =
      "collection" in item
        ? { columns: ofCollection(item, settings), price: await collectionPrice(tx, item.collection) }
        : await requireItem({ ...ctx, db: tx }, item);
    if ((await ownedItems(tx, account.id)).has(key)) {
      throw new DomainError("closed", `${account.fullName} already has this ${nounOf(columns)}.`);
    }
    const now = ctx.clock.now();
    const purchase = one(
      await tx
        .insert(collectionPurchases)
        .values({
          ...columns,
          userId: account.id,
          customerName: account.fullName,
          customerEmail: account.email,
          status: "free",
          formKey,
          listPriceMinor: price.amountMinor,
          discountMinor: price.amountMinor,
          totalMinor: 0,
          currency: price.currency,
          createdAt: now,
          completedAt: now,
        })
        .returning(),
      "purchase",
    );
    await mailPurchase(tx, ctx, purchase);
    await audit(tx, ctx, "purchase.granted", purchase.id, detailsOf(purchase));
    return { name: account.fullName, use: productWords[nounOf(purchase)].use };
  });
}

function itemNamed(key: string): PurchaseItem {
  const collection = collectionName.safeParse(key);
  return collection.success ? { collection: collection.data } : { resourceId: key };
}

const detailsOf = (purchase: Purchase) =>
  purchase.collection
    ? { collection: purchase.collection }
    : { item: itemKey(purchase), title: purchase.resourceTitle };
