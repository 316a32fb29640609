import { currencies, formatAmount } from "../../core/money";
import type { MemberContext } from "../../core/context";
import { lastTwoMonths } from "./period";
import { sumToRefund } from "../../payments/counted-income";
import { readRevenue } from "./revenue";

/** Amounts of one currency, which is never added to another. */
export type Income = { currency: string; thisMonth: string; lastMonth: string; toRefund: string | null };

/** Returns the revenue, as the insights count it, of the present month so far and of the whole last one, and what is still to refund. */
export async function readIncome({ db, clock, visitor }: MemberContext): Promise<Income[]> {
  const [revenue, { byHand }] = await Promise.all([
    readRevenue(db, lastTwoMonths(clock.now(), visitor.timeZone)),
    sumToRefund(db),
  ]);
  return currencies.flatMap((currency) => {
    const own = revenue.filter((entry) => entry.currency === currency);
    if (own.length === 0) return [];
    const of = (month: number) => {
      const minors = own.filter((entry) => entry.month === month).map(({ netMinor }) => netMinor);
      return formatAmount({ amountMinor: minors.reduce((sum, minor) => sum + minor, 0), currency });
    };
    const owed = byHand.find((sum) => sum.currency === currency);
    return [{ currency, thisMonth: of(1), lastMonth: of(0), toRefund: owed ? formatAmount(owed) : null }];
  });
}
