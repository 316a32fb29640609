import { isCapacityExceeded, isTimeTaken } from "@db/errors";
import type { Transaction } from "@db/client";
import type { Context } from "../../core/context";
import type { DomainError } from "../../core/errors";
import { limitBookingRate } from "../../core/rate-limits";
import { type Agreement, readAgreement } from "../../core/site-settings";
import { inTransaction } from "../../core/transaction";
import { findCards, type FoundCode } from "../../catalogue/gift-cards/pay-by-card";
import { codesIn, type TypedCards } from "../../catalogue/gift-cards/schemas";
import { limitConsents } from "../../platform/mail/confirm-consent";
import { findHealthStatement, type HealthStatement } from "./health-statement";

/** What every form sends that orders something. */
type OrderForm = TypedCards & { email?: string | undefined; announcements?: "on" | undefined };

/** What is read before the transaction, as no rule needs it to be unchanged until the commit. */
export type OrderFacts = {
  agreement: Agreement;
  /** The gift cards that are to pay. */
  cards: FoundCode[];
  /** Null where no one attends, or there is none to confirm. */
  health: HealthStatement | null;
};

/** What an order is for: a place in a session, a free time, an offer of the waitlist, the dates of a course, a product. */
type Target<Form, Row, Prepared = void> = {
  isAttended: boolean;
  /** Frees what the buyer's other unpaid order of it holds, and reads what is too slow for a lock. */
  prepare(): Prepared | Promise<Prepared>;
  /**
   * Locks what is sold and the buyer, returns what the same form has ordered before, refuses, takes, and stores the order
   * (`storeOrder`).
   */
  take(tx: Transaction, ordered: Form & OrderFacts, prepared: Prepared): Promise<Row>;
  /** What is said where the database finds that nothing is left; absent for what never runs out. */
  soldOut?(cause: unknown): DomainError;
  /** What is said where the database fails. */
  failure?: string;
};

/**
 * Places an order in one transaction: what it is for is held until it is paid, or delivered at once. The same form key
 * again returns the same order. Throws rate_limited and what the target refuses.
 */
export async function placeOrder<Form extends OrderForm, Row, Prepared = void>(
  ctx: Context,
  typed: Form,
  target: Target<Form, Row, Prepared>,
): Promise<Row> {
  await limitBookingRate(ctx, typed);
  const prepared = await target.prepare();
  const form = await limitConsents(ctx, typed);
  const agreement = await readAgreement(ctx);
  const cards = await findCards(ctx, codesIn(form));
  const health = target.isAttended ? await findHealthStatement(ctx.db, ctx) : null;
  try {
    const facts = { agreement, cards, health };
    return await inTransaction(ctx, (tx) => target.take(tx, { ...form, ...facts }, prepared), target.failure);
  } catch (error) {
    throw (isCapacityExceeded(error) || isTimeTaken(error)) && target.soldOut ? target.soldOut(error) : error;
  }
}

/** Prepares nothing: for what a buyer may order several times at once. */
export const unprepared = (): void => {};
