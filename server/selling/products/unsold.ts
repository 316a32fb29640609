import type { Queryable } from "@db/client";
import { purchases } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Product } from "./catalogue";
import { kinds } from "./kinds";

/** Returns why a product can't be deleted: someone has bought it, or began to. Null if it can. */
export const reasonToKeep = async (db: Queryable, { id, kind }: Pick<Product, "id" | "kind">): Promise<string | null> =>
  (await db.$count(purchases, eq(purchases.productId, id))) > 0
    ? `Someone has bought this ${kinds[kind].noun}, or began to. Switch it off instead.`
    : null;
