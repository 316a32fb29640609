import type { Queryable, Transaction } from "@db/client";
import { products, resourceFiles } from "@db/schema";
import { and, eq, isNull } from "drizzle-orm";
import type { MemberContext } from "../../core/context";
import { DomainError, withField } from "../../core/errors";
import { finishUpload } from "../../platform/media/keep-upload";
import { addProduct, changeProduct } from "../../catalogue/products/manage-product";
import type { EditedOf, NewOf } from "../../catalogue/products/office/form";
import { deleteProduct } from "../../catalogue/products/unsold";
import { changeFiles } from "./resource-files";
import type { resourceForm, TypedResource } from "./resource-form";

const keeping = { kind: "resource" } as const;

/** Adds a resource. The form key becomes its id, so posting twice adds it once. Throws invalid (upload missing). */
export const createResource = (ctx: MemberContext, { formKey: id, ...typed }: NewOf<typeof resourceForm>) =>
  addProduct(ctx, keeping, { id, finish: () => finishFile(ctx, typed), plan: (tx) => planOf(ctx, tx, id, typed) });

/** Throws not_found, changed_meanwhile, invalid (upload missing). */
export async function editResource(
  ctx: MemberContext,
  id: string,
  { version, ...typed }: EditedOf<typeof resourceForm>,
) {
  await finishFile(ctx, typed);
  return changeProduct(ctx, keeping, {
    id,
    version,
    read: (tx) => requireResource(tx, id),
    stated: (now) => now,
    plan: (tx) => planOf(ctx, tx, id, typed),
  });
}

/** Deletes a resource; one that was ever bought is withdrawn instead, so that its buyers keep it. Throws not_found, busy. */
export const deleteResource = (ctx: MemberContext, id: string) =>
  deleteProduct(ctx, {
    id,
    ...keeping,
    canWithdraw: true,
    async takeFiles(tx) {
      const gone = await tx.delete(resourceFiles).where(eq(resourceFiles.productId, id)).returning();
      return gone.map(({ fileId }) => fileId);
    },
  });

type SavedResource = TypedResource & { fileId?: string | undefined; removeFiles: string[] };

function planOf(ctx: MemberContext, tx: Transaction, id: string, { fileId, removeFiles, ...typed }: SavedResource) {
  const { title, description, category, price, currency } = typed;
  return {
    stated: typed,
    product: { title, description, category: category || null, priceMinor: price, priceCurrency: currency },
    storeFiles: () => changeFiles(tx, { id, fileId, removeFiles, now: ctx.clock.now() }),
  };
}

async function finishFile(ctx: MemberContext, { fileId }: Pick<SavedResource, "fileId">): Promise<void> {
  if (fileId) await withField("file", finishUpload(ctx, fileId));
}

/** Reads a resource as its form holds it. Throws not_found, also for a withdrawn one. */
export async function requireResource(db: Queryable, id: string): Promise<TypedResource> {
  const [found] = await db
    .select()
    .from(products)
    .where(and(eq(products.kind, "resource"), eq(products.id, id), isNull(products.withdrawnAt)));
  if (!found) throw new DomainError("not_found", "Resource not found");
  const { title, description, category, priceMinor: price, priceCurrency: currency } = found;
  return { title, description, category: category ?? "", price, currency };
}
