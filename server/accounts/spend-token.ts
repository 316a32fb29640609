import type { Transaction } from "@db/client";
import { accountTokens } from "@db/schema";
import { works, type TokenLink } from "./find-token";

export type SpentToken = { returnTo: string | null; email: string | null };

/** Marks a token as used, if it works still: one statement, so that it works once. */
export async function spendToken(tx: Transaction, link: TokenLink, now: Date): Promise<SpentToken | undefined> {
  const [used] = await tx
    .update(accountTokens)
    .set({ usedAt: now })
    .where(works(link, now))
    .returning({ returnTo: accountTokens.returnTo, email: accountTokens.email });
  return used;
}
