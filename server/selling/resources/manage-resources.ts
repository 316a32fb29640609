import { inTransaction } from "../../core/transaction";
import type { Queryable, Transaction } from "@db/client";
import { products, purchases, resourceFiles } from "@db/schema";
import { and, eq, isNull } from "drizzle-orm";
import { audit } from "../../core/record-audit";
import type { Context, MemberContext } from "../../core/context";
import { DomainError, withField } from "../../core/errors";
import { versionOf } from "../../core/forms";
import type { Services } from "../../core/services";
import { finishUpload } from "../../platform/media/keep-upload";
import { discardFiles } from "../../platform/media/media-files";
import { inputValueOf } from "../../platform/money/convert-price";
import { lockProduct } from "../../catalogue/products/lock";
import { addProduct, changedFields, changeProduct } from "../../catalogue/products/manage-product";
import { changeFiles, listFiles } from "./resource-files";
import type { EditedResource, NewResource, OpenedResource } from "./schemas";

export async function getResourceForm({ db }: Pick<Context, "db">, { id }: { id: string }): Promise<OpenedResource> {
  const row = await requireResource(db, id);
  const { title, description, category, priceMinor, priceCurrency: currency } = row;
  const price = inputValueOf(priceMinor);
  const files = (await listFiles(db, [id])).get(id) ?? [];
  const buyers = await countBuyers(db, id);
  return { title, description, category: category ?? "", price, currency, version: versionOf(row), files, buyers };
}

/** Adds a resource. The form key becomes its id, so posting twice adds it once. Throws invalid (upload missing). */
export async function createResource(ctx: MemberContext, { formKey: id, ...form }: NewResource): Promise<void> {
  await finishFile(ctx, form);
  await inTransaction(ctx, async (tx) => {
    const addTerms = () => changeFiles(tx, { id, fileId: form.fileId, removeFiles: [], now: ctx.clock.now() });
    await addProduct(tx, ctx, { id, kind: "resource", product: columnsOf(form), addTerms });
  });
}

const columnsOf = ({ title, description, category, priceMinor, currency }: Omit<NewResource, "formKey">) => ({
  title,
  description,
  category: category ?? null,
  priceMinor,
  priceCurrency: currency,
});

/** Throws not_found, changed_meanwhile, invalid (upload missing). */
export async function editResource(ctx: MemberContext, { id, version, ...form }: EditedResource): Promise<void> {
  await finishFile(ctx, form);
  await inTransaction(ctx, async (tx) => {
    await lockProduct(tx, id);
    const before = await requireResource(tx, id);
    const product = columnsOf(form);
    const changed: string[] = changedFields({ now: before, wanted: { ...before, ...product }, version });
    const { fileId, removeFiles } = form;
    if (await changeFiles(tx, { id, fileId, removeFiles, now: ctx.clock.now() })) changed.push("files");
    if (changed.length === 0) return;
    await changeProduct(tx, ctx, { id, kind: "resource", product, changed });
  });
}

/** Deletes a resource; one that was ever bought is withdrawn instead, so that its buyers keep it. Throws busy. */
export async function deleteResource(ctx: MemberContext, { id }: { id: string }): Promise<{ isWithdrawn: boolean }> {
  return inTransaction(ctx, async (tx) => {
    const now = ctx.clock.now();
    await lockProduct(tx, id);
    const gone = await requireResource(tx, id);
    const isWithdrawn = (await tx.$count(purchases, eq(purchases.productId, id))) > 0;
    if (isWithdrawn) await tx.update(products).set({ withdrawnAt: now }).where(eq(products.id, id));
    else await removeResource(tx, id, now);
    await audit(tx, ctx, isWithdrawn ? "resource.withdrawn" : "resource.deleted", id, { title: gone.title });
    return { isWithdrawn };
  });
}

async function removeResource(tx: Transaction, id: string, now: Date): Promise<void> {
  const files = await tx.delete(resourceFiles).where(eq(resourceFiles.productId, id)).returning();
  await tx.delete(products).where(eq(products.id, id));
  const ids = files.map(({ fileId }) => fileId);
  if (ids.length > 0) await discardFiles(tx, now, ids);
}

const countBuyers = (db: Queryable, id: string) =>
  db.$count(purchases, and(eq(purchases.productId, id), isNull(purchases.archivedAt)));

async function finishFile(services: Services, { fileId }: { fileId?: string | undefined }): Promise<void> {
  if (fileId) await withField("file", finishUpload(services, fileId));
}

/** Throws not_found, also for a withdrawn resource. */
async function requireResource(db: Queryable, id: string): Promise<typeof products.$inferSelect> {
  const [found] = await db
    .select()
    .from(products)
    .where(and(eq(products.kind, "resource"), eq(products.id, id), isNull(products.withdrawnAt)));
  if (!found) throw new DomainError("not_found", "Resource not found");
  return found;
}
