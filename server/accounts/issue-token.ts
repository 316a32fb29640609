import { and, eq, isNull } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { accountTokens } from "@db/schema";
import { lifetimes } from "./link-lifetime";
import { safeReturnAddress } from "./return-address";
import type { TokenPurpose } from "./schemas";
import { hashToken, newToken } from "../core/tokens";

type Wish = {
  userId: string;
  purpose: TokenPurpose;
  returnTo?: string | null | undefined;
  /** The new address that the link proves. */
  email?: string;
  now: Date;
};

/** Makes the token of a new link and ends the older ones of its kind. The account must be locked. */
export async function issueToken(tx: Transaction, { userId, purpose, returnTo, email, now }: Wish): Promise<string> {
  const token = newToken();
  await endTokens(tx, { userId, purpose, now });
  await tx.insert(accountTokens).values({
    userId,
    purpose,
    tokenHash: hashToken(token),
    returnTo: safeReturnAddress(returnTo),
    email,
    expiresAt: new Date(now.getTime() + lifetimes[purpose] * 60_000),
    createdAt: now,
  });
  return token;
}

/** Ends the links of an account that still work: those of one kind, or all. The account must be locked. */
export async function endTokens(
  tx: Transaction,
  { userId, purpose, now }: { userId: string; purpose?: TokenPurpose; now: Date },
): Promise<void> {
  const isOfThem = and(eq(accountTokens.userId, userId), isNull(accountTokens.usedAt));
  const isOfKind = purpose && eq(accountTokens.purpose, purpose);
  await tx.update(accountTokens).set({ usedAt: now }).where(and(isOfThem, isOfKind));
}
