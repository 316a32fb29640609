import type { Queryable } from "@db/client";
import { DomainError } from "../core/errors";
import { countUses } from "./count-uses";
import type { DiscountCode } from "./lock-code";
import { invalidCode } from "./schemas";

type Options = {
  now: Date;
  /** A booking or a purchase whose use does not count: it is the one that asks. */
  except?: string | undefined;
};

/**
 * Throws discount_refused for a code that there isn't, that is not active, out of its days, or used as often as it
 * may be.
 */
export async function assertUsable(
  db: Queryable,
  code: DiscountCode | null | undefined,
  { now, except }: Options,
): Promise<DiscountCode> {
  if (!code?.isActive) throw refused(invalidCode);
  if (code.validFrom && now < code.validFrom) throw refused("This code can’t be used yet");
  if (code.validUntil && now >= code.validUntil) throw refused("This code has expired");
  if (!(await hasUsesLeft(db, code, except))) {
    throw refused(code.isOneTimeUse ? "This code has already been used" : "This code has been used up");
  }
  return code;
}

/** Whether another live booking or purchase may use a code. Counts under a lock only where the caller holds one. */
export async function hasUsesLeft(db: Queryable, code: DiscountCode, except?: string): Promise<boolean> {
  const limit = code.isOneTimeUse ? 1 : code.maxUses;
  return limit === null || (await countUses(db, code.code, except)) < limit;
}

const refused = (message: string) => new DomainError("discount_refused", message);
