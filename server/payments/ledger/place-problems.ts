import { takenByBank } from "../paid-payments";
import type { LedgerProblem } from "./ledger-entry";
import type { OwnOrder, OwnPayment } from "./read-own-books";

/**
 * What the rules make of the payments for one place or one collection: money without it goes back, and it is paid for
 * once. Answers the payments that break them, by id.
 */
export function findPlaceProblems({ isLive, isWaived, payments }: OwnOrder): Map<string, LedgerProblem> {
  const paid = payments.filter(({ state }) => state === "paid");
  const kept = paid.filter((payment) => goingBack(payment) < payment.amountMinor);
  if (!isLive && isWaived) return new Map();
  if (!isLive) return new Map(kept.map(({ id }) => [id, "refund_owed"]));
  const tooMuch = kept.slice(1);
  const problems = new Map<string, LedgerProblem>(tooMuch.map(({ id }) => [id, "paid_twice"]));
  const isAllBack = !isWaived && paid.length > 0 && paid.every((payment) => returned(payment) >= payment.amountMinor);
  if (isAllBack) problems.set(paid.at(-1)!.id, "place_unpaid");
  return problems;
}

const sumOf = (rows: { amountMinor: number }[]) => rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

const returned = ({ refunds }: OwnPayment) => sumOf(refunds.filter(({ state }) => state === "succeeded"));

/** Refunds that are made or on their way, and what the customer's bank has taken back. */
const goingBack = ({ refunds, disputes }: OwnPayment) =>
  sumOf(refunds.filter(({ state }) => state !== "failed")) + takenByBank(disputes);
