import { randomUUID } from "node:crypto";
import type { Queryable, Transaction } from "@db/client";
import { type Membership, memberPrices, memberships } from "@db/schema";
import { and, eq, isNull, lte, ne } from "drizzle-orm";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import type { Money } from "../../core/money";
import type { Interval } from "./periods";

/** Finds what is decided for a membership: not for one whose price was agreed since, or that joined among the first. */
export const isDecidedFor = and(
  eq(memberPrices.productId, memberships.productId),
  eq(memberPrices.interval, memberships.interval),
  eq(memberPrices.currency, memberships.currency),
  eq(memberships.isFounding, false),
  lte(memberships.priceSince, memberPrices.decidedAt),
);

/** A price that the instructor has decided for members. */
export type DecidedPrice = { priceMinor: number; decision: string };

/** Reads what a member shall pay from a renewal to come; null without a decision. */
export async function readDecided(tx: Transaction, { id }: Pick<Membership, "id">): Promise<DecidedPrice | null> {
  const [decided] = await tx
    .select({ priceMinor: memberPrices.priceMinor, decision: memberPrices.decision })
    .from(memberships)
    .innerJoin(memberPrices, isDecidedFor)
    .where(eq(memberships.id, id));
  return decided ?? null;
}

type PlanPrice = Money & { interval: Interval };

/**
 * Decides what the members of a locked plan pay from their first renewal after a notice, which a job mails. Throws
 * invalid for another currency than that of a member.
 */
export async function decideMemberPrices(
  tx: Transaction,
  { clock }: Pick<Context, "clock">,
  productId: string,
  prices: PlanPrice[],
): Promise<void> {
  for (const { interval, amountMinor, currency } of prices) {
    await requireCurrency(tx, { productId, currency });
    const decided = { priceMinor: amountMinor, currency, decision: randomUUID(), decidedAt: clock.now() };
    await tx
      .insert(memberPrices)
      .values({ productId, interval, ...decided })
      .onConflictDoUpdate({ target: [memberPrices.productId, memberPrices.interval], set: decided });
  }
}

async function requireCurrency(
  db: Queryable,
  { productId, currency }: { productId: string; currency: Membership["currency"] },
): Promise<void> {
  const inOther = and(
    eq(memberships.productId, productId),
    isNull(memberships.endedAt),
    ne(memberships.currency, currency),
  );
  if ((await db.$count(memberships, inOther)) === 0) return;
  const message = "Some members pay in another currency, which can’t be changed. Choose new members only.";
  throw new DomainError("invalid", message, { field: "pricesFor" });
}
