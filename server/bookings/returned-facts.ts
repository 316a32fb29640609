import type { Returned } from "@emails/parts/props";
import { formatAmount, type Money } from "../core/money";

/** A sum that goes back, of how much, and who sends it: Stripe, or the instructor for what was paid outside Stripe. */
type GoingBack = Money & { provider: "stripe" | "outside"; paidMinor?: number };

/** What goes back in all, as mails and pages say it. */
export const returnedFacts = (parts: GoingBack[]): Returned => ({
  byCard: totalOf(parts, "stripe"),
  byHand: totalOf(parts, "outside"),
  ...(parts.some(isRest) && { isRest: true }),
});

/** Less than was paid goes back only where the rest of it has gone already. */
const isRest = ({ provider, amountMinor, paidMinor = amountMinor }: GoingBack): boolean =>
  provider === "stripe" && amountMinor > 0 && amountMinor < paidMinor;

/** The sum by currency: "£14.40", in the rare case "£14.40 and €5.00". */
function totalOf(parts: GoingBack[], wanted: GoingBack["provider"]): string | null {
  const sums = new Map<Money["currency"], number>();
  for (const { provider, currency, amountMinor } of parts) {
    if (provider === wanted && amountMinor > 0) sums.set(currency, (sums.get(currency) ?? 0) + amountMinor);
  }
  const amounts = [...sums].map(([currency, amountMinor]) => formatAmount({ currency, amountMinor }));
  return amounts.length > 0 ? amounts.join(" and ") : null;
}
