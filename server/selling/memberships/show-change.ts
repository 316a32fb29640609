import type { Queryable } from "@db/client";
import type { Membership } from "@db/schema";
import { longDay, printInstant } from "../../core/dates";
import { formatAmount } from "../../core/money";
import { printPrice } from "./describe-plan";
import { findOpenChange } from "./plan-changes";

/** What is said of a change of plan that has not taken effect. */
export type ShownChange = {
  text: string;
  /** Whether its payment can be made or confirmed now. */
  isPayable: boolean;
};

/** Returns the change of plan of a membership that is planned, or under way; null without one. */
export async function showChange(db: Queryable, membership: Membership, zone: string): Promise<ShownChange | null> {
  const change = await findOpenChange(db, membership);
  if (!change) return null;
  const { title, priceMinor, currency, interval, startsAt, amountMinor, waitsUntil } = change;
  const price = printPrice({ amountMinor: priceMinor, currency }, interval);
  if (change.kind === "at_end") {
    return { text: `From ${longDay(startsAt, zone)}: “${title}”, ${price}.`, isPayable: false };
  }
  const amount = formatAmount({ amountMinor, currency });
  const text = waitsUntil
    ? `“${title}”, ${price}, begins once ${amount} is paid. The payment waits for you or your bank until ${printInstant(waitsUntil, zone)}; then the change falls away.`
    : `The change to “${title}”, ${price}, is under way.`;
  return { text, isPayable: change.invoiceReference !== null };
}
