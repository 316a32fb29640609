import { and, eq, gt, isNull } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { accountTokens } from "@db/schema";
import type { TokenPurpose } from "./schemas";
import { hashToken } from "../core/tokens";

export type TokenLink = { purpose: TokenPurpose; token: string };

/** A token that works: known, of this purpose, unused, in time. */
export const works = ({ purpose, token }: TokenLink, now: Date) =>
  and(
    eq(accountTokens.tokenHash, hashToken(token)),
    eq(accountTokens.purpose, purpose),
    isNull(accountTokens.usedAt),
    gt(accountTokens.expiresAt, now),
  );

/** Whose link it is, if it works. */
export async function findToken(db: Queryable, link: TokenLink, now: Date): Promise<{ userId: string } | undefined> {
  const [found] = await db.select({ userId: accountTokens.userId }).from(accountTokens).where(works(link, now));
  return found;
}
