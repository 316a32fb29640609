import type { Queryable } from "@db/client";
import { products, purchases, sessionWaitlist } from "@db/schema";
import { and, eq, inArray } from "drizzle-orm";
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
  if (kind !== "course") return null;
  const isWaiting = and(eq(sessionWaitlist.courseId, id), inArray(sessionWaitlist.status, ["waiting", "offered"]));
  return (await db.$count(sessionWaitlist, isWaiting)) > 0
    ? "Someone is on the waitlist of this course. Switch it off instead."
    : null;
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
    if (!found) throw new DomainError("not_found", notFound[kind]);
    const kept = await reasonToKeep(tx, { id, kind });
    if (kept) throw new DomainError("closed", kept);
    await tx.delete(products).where(eq(products.id, id));
    await audit(tx, ctx, `${kind}.deleted`, id, found);
    return found;
  });
}

const notFound: Record<DeletedKind, string> = {
  pass: "Pass not found",
  gift_card: "Gift card not found",
  course: "Course not found",
};
