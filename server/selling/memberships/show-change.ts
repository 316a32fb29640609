import type { Queryable } from "@db/client";
import type { Membership, PlanChange } from "@db/schema";
import { longDay, printInstant } from "../../core/dates";
import { formatAmount } from "../../core/money";
import { printPrice } from "./describe-plan";
import { chargedAt } from "./next-price";
import { findOpenChange } from "./plan-changes";
import { endOfPaused } from "./resume";

/** What is said of a change of plan that has not taken effect. */
export type ShownChange = {
  text: string;
  /** Whether another plan or interval follows when what is paid has ended. */
  isPlanned: boolean;
  /** Whether its payment can be made or confirmed now. */
  isPayable: boolean;
};

/** Returns the change of plan of a membership that is planned, or under way; null without one. */
export async function showChange(db: Queryable, membership: Membership, zone: string): Promise<ShownChange | null> {
  const change = await findOpenChange(db, membership);
  if (!change) return null;
  const { title, priceMinor, currency, interval, amountMinor, waitsUntil } = change;
  const price = printPrice({ amountMinor: priceMinor, currency }, interval);
  if (change.kind === "at_end") {
    const day = longDay(startOf(change, membership), zone);
    return { text: `From ${day}: “${title}”, ${price}.`, isPlanned: true, isPayable: false };
  }
  const amount = formatAmount({ amountMinor, currency });
  const text = waitsUntil
    ? `“${title}”, ${price}, begins once ${amount} is paid. The payment waits for you or your bank until ${printInstant(waitsUntil, zone)}; then the change falls away.`
    : `The change to “${title}”, ${price}, is under way.`;
  return { text, isPlanned: false, isPayable: change.invoiceReference !== null };
}

/** Returns when a planned change takes effect: a pause moves the end of what is paid. */
function startOf({ startsAt }: PlanChange, { pausedAt, resumesAt, accessUntil }: Membership): Date {
  if (!pausedAt || !resumesAt || !accessUntil) return startsAt;
  return chargedAt(endOfPaused({ pausedAt, resumesAt, accessUntil }, resumesAt));
}
