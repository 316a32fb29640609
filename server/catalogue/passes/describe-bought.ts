import type { Queryable } from "@db/client";
import { passes } from "@db/schema";
import { eq } from "drizzle-orm";
import { readBalance } from "./balance";
import { describeBalance, describeTerms, readCategoryNames } from "./describe-pass";

/** What a mail or a receipt says of a pass that was bought; null before it was paid. */
type BoughtPass = { terms: string[]; balance: string };

/** Describes the pass of a purchase. */
export async function describeBought(
  db: Queryable,
  { siteTimeZone: timeZone }: { siteTimeZone: string },
  { id }: { id: string },
): Promise<BoughtPass | null> {
  const [pass] = await db.select().from(passes).where(eq(passes.purchaseId, id));
  if (!pass) return null;
  const left = await readBalance(db, pass);
  const balance = describeBalance(pass, { left, timeZone });
  return { terms: describeTerms(pass, await readCategoryNames(db, [pass])), balance };
}
