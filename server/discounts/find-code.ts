import { eq } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { discountCodes } from "@db/schema";
import type { DiscountCode } from "./lock-code";

/** A code, trimmed and in upper case as codes are kept. */
export async function findCode(db: Queryable, code: string): Promise<DiscountCode | null> {
  const [found] = await db.select().from(discountCodes).where(eq(discountCodes.code, code));
  return found ?? null;
}
