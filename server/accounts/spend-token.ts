import type { Transaction } from "@db/client";
import { accountTokens } from "@db/schema";
import { works, type TokenLink } from "./find-token";

/** Marks a token as used, if it works still: one statement, so that it works once. */
export async function spendToken(
  tx: Transaction,
  link: TokenLink,
  now: Date,
): Promise<{ returnTo: string | null } | undefined> {
  const [used] = await tx
    .update(accountTokens)
    .set({ usedAt: now })
    .where(works(link, now))
    .returning({ returnTo: accountTokens.returnTo });
  return used;
}
