import type { Transaction } from "@db/client";
import type { Account } from "@db/schema";
import { DomainError } from "../core/errors";
import { findToken, spendToken, type SpentToken, type TokenLink } from "./account-tokens";
import { lockAccount } from "./lock-account";

/**
 * Uses a link up and locks its account: of any number of simultaneous uses one gets through. Throws link_expired.
 */
export async function useToken(
  tx: Transaction,
  link: TokenLink,
  now: Date,
): Promise<{ account: Account } & SpentToken> {
  const found = await findToken(tx, link, now);
  const account = found && (await lockAccount(tx, { id: found.userId }));
  const used = await spendToken(tx, link, now);
  if (!account || !used) throw new DomainError("link_expired", "This link has expired or was used already.");
  return { account, ...used };
}
