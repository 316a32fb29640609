import type { Queryable } from "@db/client";
import { DomainError } from "../errors";
import { countUses } from "./count-uses";
import type { DiscountCode } from "./lock-code";
import { invalidCode } from "./schemas";

/** Throws discount_refused for a code that there isn't, that is not active, or that works once and is in use. */
export async function assertUsable(db: Queryable, code: DiscountCode | null | undefined): Promise<DiscountCode> {
  if (!code?.isActive) throw new DomainError("discount_refused", invalidCode);
  if (code.isOneTimeUse && (await countUses(db, code.code)) > 0) {
    throw new DomainError("discount_refused", "This code has already been used");
  }
  return code;
}
