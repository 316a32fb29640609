import type { Queryable } from "@db/client";
import { purchases } from "@db/schema";
import { and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import type { Purchase } from "../purchases/transitions";

export type HeldCourseRef = { purchaseId: string; key?: string | undefined };

/** Returns a booked course to those who may manage it. Throws not_found for a wrong key and another's course alike. */
export async function requireHeldCourse(db: Queryable, ctx: Context, ref: HeldCourseRef): Promise<Purchase> {
  const isCourse = and(eq(purchases.id, ref.purchaseId), eq(purchases.productKind, "course"));
  const [purchase] = await db
    .select()
    .from(purchases)
    .where(and(isCourse, isNull(purchases.archivedAt), whereOpenedBy(ctx, ref.key)));
  if (!purchase) throw new DomainError("not_found", "Course not found");
  return purchase;
}

/** Admits the holder of the mailed key, the buyer's account, and the browser that has bought as a guest. */
function whereOpenedBy({ user, visitor }: Context, key: string | undefined): SQL {
  const hasKey = key ? eq(purchases.manageKey, key) : undefined;
  const isInBrowser = and(isNull(purchases.userId), inArray(purchases.id, visitor.browserPasses));
  return or(hasKey, user ? eq(purchases.userId, user.id) : undefined, isInBrowser) ?? sql`false`;
}
