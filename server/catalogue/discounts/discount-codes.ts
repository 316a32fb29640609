import type { Queryable, Transaction } from "@db/client";
import { type Booking, purchases, discountCodes, type DiscountTerms, sessionBookings } from "@db/schema";
import { and, count, eq, inArray, isNotNull, ne, sql, type SQL } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Context } from "../../core/context";
import { DomainError, requirePresent } from "../../core/errors";
import { countAttempt, networkOf } from "../../core/rate-limits";
import { discountCode, invalidCode } from "./schemas";

async function findCode(db: Queryable, code: string): Promise<DiscountCode | null> {
  const [found] = await db.select().from(discountCodes).where(eq(discountCodes.code, code));
  return found ?? null;
}

export type DiscountCode = typeof discountCodes.$inferSelect;

/** Locks a code: all who redeem it wait here. Comes after the session and before the booking. */
async function lockCode(tx: Transaction, code: string): Promise<DiscountCode | null> {
  const [found] = await tx.select().from(discountCodes).where(eq(discountCodes.code, code)).for("no key update");
  return found ?? null;
}

/** Waits for those who redeem the code, so that its uses can't change. */
export async function lockCodeRow(tx: Transaction, id: string): Promise<void> {
  await tx.select().from(discountCodes).where(eq(discountCodes.id, id)).for("update");
}

export const liveStatuses = ["pending", "paid", "free"] as const;

/** Counts live bookings and purchases; there is no stored counter. `except` does not count. */
export async function countUses(db: Queryable, code: string, except?: string): Promise<number> {
  return (await countUsesOf(db, [code], except)).get(code) ?? 0;
}

export async function countUsesOf(db: Queryable, codes: string[], except?: string): Promise<Map<string, number>> {
  const uses = new Map<string, number>();
  if (codes.length === 0) return uses;
  for (const { code, live } of await liveUses(db, codes, except)) uses.set(code, (uses.get(code) ?? 0) + live);
  return uses;
}

/** Returns the statement, with a row each for a code's bookings and its purchases. */
function liveUses(db: Queryable, codes: string[], except?: string) {
  const isBooking = and(
    inArray(sessionBookings.appliedDiscountCode, codes),
    ne(sessionBookings.status, "cancelled"),
    except ? ne(sessionBookings.id, except) : undefined,
  );
  const isPurchase = and(
    inArray(purchases.appliedDiscountCode, codes),
    inArray(purchases.status, [...liveStatuses]),
    except ? ne(purchases.id, except) : undefined,
  );
  return unionAll(usesIn(db, sessionBookings, isBooking), usesIn(db, purchases, isPurchase));
}

const usesIn = (db: Queryable, table: typeof sessionBookings | typeof purchases, isLive: SQL | undefined) =>
  db
    .select({ code: sql<string>`${table.appliedDiscountCode}`, live: count().as("live") })
    .from(table)
    .where(and(isNotNull(table.appliedDiscountCode), isLive))
    .groupBy(table.appliedDiscountCode);

export const termsOf = (code: DiscountCode): DiscountTerms =>
  code.discountType === "percentage"
    ? { type: "percentage", percentage: requirePresent(code.discountPercentage, "a percentage") }
    : {
        type: "fixed_amount",
        amountMinor: requirePresent(code.discountAmountMinor, "an amount"),
        currency: requirePresent(code.discountCurrency, "a currency"),
      };

/** Checks a code, and promises nothing until it is redeemed. Throws discount_refused, rate_limited. */
export async function checkCode(
  ctx: Context,
  typed: string,
  except?: string,
): Promise<{ code: string; terms: DiscountTerms }> {
  await countAttempt(ctx, "discount code from address", networkOf(ctx.visitor.address));
  const code = discountCode.safeParse(typed);
  const found = code.data ? await findCode(ctx.db, code.data) : null;
  const usable = await assertUsable(ctx.db, found, { now: ctx.clock.now(), except });
  return { code: usable.code, terms: termsOf(usable) };
}

/** Locks the code until the insert, so that its limit can't be exceeded. Throws discount_refused. */
export async function redeemCode(tx: Transaction, code: string, now: Date): Promise<DiscountTerms> {
  return termsOf(await assertUsable(tx, await lockCode(tx, code), { now }));
}

/** Returns whether a revived booking may still use its code. Locks the code: call it between session and booking. */
export async function isCodeFreeFor(
  tx: Transaction,
  booking: Pick<Booking, "id" | "appliedDiscountCode">,
): Promise<boolean> {
  if (booking.appliedDiscountCode === null) return true;
  const code = await lockCode(tx, booking.appliedDiscountCode);
  // A deleted code's discount stays agreed.
  return code === null || hasUsesLeft(tx, code, booking.id);
}

type Options = {
  now: Date;
  except?: string | undefined;
};

async function assertUsable(
  db: Queryable,
  code: DiscountCode | null | undefined,
  { now, except }: Options,
): Promise<DiscountCode> {
  if (!code?.isActive) throw refusal(invalidCode);
  if (code.validFrom && now < code.validFrom) throw refusal("This code can’t be used yet");
  if (code.validUntil && now >= code.validUntil) throw refusal("This code has expired");
  if (!(await hasUsesLeft(db, code, except))) throw usedUp(code);
  return code;
}

const usedUp = ({ isOneTimeUse }: DiscountCode) =>
  refusal(isOneTimeUse ? "This code has already been used" : "This code has been used up");

const usesAllowed = ({ isOneTimeUse, maxUses }: DiscountCode): number | null => (isOneTimeUse ? 1 : maxUses);

/** Reliable only if the caller has locked the code. */
async function hasUsesLeft(db: Queryable, code: DiscountCode, except?: string): Promise<boolean> {
  const limit = usesAllowed(code);
  return limit === null || (await countUses(db, code.code, except)) < limit;
}

const refusal = (message: string) => new DomainError("discount_refused", message);
