import type { Queryable, Transaction } from "@db/client";
import { products, purchases } from "@db/schema";
import { and, eq, isNull } from "drizzle-orm";
import type { MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { audit } from "../../core/record-audit";
import { inTransaction } from "../../core/transaction";
import { discardFiles } from "../../platform/media/media-files";
import type { Product } from "./catalogue";
import type { ProductKind } from "./kinds/kind";
import { kinds, nameOf } from "./kinds";
import { lockProduct } from "./lock";

/** Returns why a product can't be deleted: someone has bought it, began to, or waits for it. Null if it can. */
async function reasonToKeep(db: Queryable, { id, kind }: Pick<Product, "id" | "kind">): Promise<string | null> {
  const { noun, reasonToKeep: reasonOfKind } = kinds[kind];
  const isBought = (await db.$count(purchases, eq(purchases.productId, id))) > 0;
  const bought = isBought ? `Someone has bought this ${noun}, or began to. Switch it off instead.` : null;
  return reasonOfKind(db, id, bought);
}

/** Returns what deleting a product means, or why it can't be deleted. */
export async function describeDeletion(db: Queryable, product: Pick<Product, "id" | "kind">, meaning: string) {
  const kept = await reasonToKeep(db, product);
  return { says: kept ?? `${meaning} This can’t be undone.`, canDelete: kept === null };
}

type Deletion = Pick<Product, "id" | "kind"> & {
  audited?: `${ProductKind}.${string}`;
  /** What the audit log names it by. */
  subject?: string;
  within?: <Value>(ctx: MemberContext, work: (tx: Transaction) => Promise<Value>) => Promise<Value>;
  /** Deletes the rows of its files, and returns the files, which go with it. */
  takeFiles?: (tx: Transaction, product: Product) => Promise<(string | null)[]>;
  /** Whether one that was bought is withdrawn instead, so that its buyers keep it. */
  canWithdraw?: boolean;
};

/** Deletes a product that no one has bought or began to. Throws not_found, closed. */
export async function deleteProduct(ctx: MemberContext, { within = inTransaction, ...deleted }: Deletion) {
  const { id, kind, audited = `${kind}.`, subject = id, takeFiles, canWithdraw = false } = deleted;
  return within(ctx, async (tx) => {
    const now = ctx.clock.now();
    await lockProduct(tx, id);
    const isThere = and(eq(products.id, id), eq(products.kind, kind), isNull(products.withdrawnAt));
    const [found] = await tx.select().from(products).where(isThere);
    if (!found) throw new DomainError("not_found", `${nameOf(kind)} not found`);
    const kept = await reasonToKeep(tx, { id, kind });
    if (kept && !canWithdraw) throw new DomainError("closed", kept);
    const isWithdrawn = kept !== null;
    if (isWithdrawn) await tx.update(products).set({ withdrawnAt: now }).where(eq(products.id, id));
    else {
      const files = (await takeFiles?.(tx, found)) ?? [];
      await tx.delete(products).where(eq(products.id, id));
      if (files.length > 0) await discardFiles(tx, now, files);
    }
    await audit(tx, ctx, `${audited}${isWithdrawn ? "withdrawn" : "deleted"}`, subject, { title: found.title });
    return { title: found.title, isWithdrawn };
  });
}
