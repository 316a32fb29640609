import type { Queryable } from "@db/client";
import { products, purchases } from "@db/schema";
import { and, eq } from "drizzle-orm";
import type { MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { audit } from "../../core/record-audit";
import { inTransaction } from "../../core/transaction";
import type { Product } from "./catalogue";
import { kinds } from "./kinds";
import { lockProduct } from "./lock";

/** Returns why a product can't be deleted: someone has bought it, began to, or waits for it. Null if it can. */
export async function reasonToKeep(db: Queryable, { id, kind }: Pick<Product, "id" | "kind">): Promise<string | null> {
  const { noun } = kinds[kind];
  if ((await db.$count(purchases, eq(purchases.productId, id))) > 0)
    return `Someone has bought this ${noun}, or began to. Switch it off instead.`;
  return kinds[kind].reasonToKeep(db, id);
}

type DeletedKind = "pass" | "gift_card" | "course";

/** Deletes a product that no one has bought or began to. Throws not_found, closed. */
export async function deleteUnsold(
  ctx: MemberContext,
  { id, kind }: { id: string; kind: DeletedKind },
): Promise<{ title: string }> {
  return inTransaction(ctx, async (tx) => {
    await lockProduct(tx, id);
    const [found] = await tx
      .select({ title: products.title })
      .from(products)
      .where(and(eq(products.id, id), eq(products.kind, kind)));
    if (!found) throw new DomainError("not_found", `${kinds[kind].type} not found`);
    const kept = await reasonToKeep(tx, { id, kind });
    if (kept) throw new DomainError("closed", kept);
    await tx.delete(products).where(eq(products.id, id));
    await audit(tx, ctx, `${kind}.deleted`, id, found);
    return found;
  });
}
