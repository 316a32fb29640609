import type { Context } from "../../core/context";
import { DateTime } from "luxon";
import { longDay } from "../../core/dates";
import { formatPrice } from "../../core/money";
import { listPrices } from "./convert-price";
import { amountsOf, earlyPriceOf, freeAt, namedRatesOf, type SessionPricing, type TakenRate } from "./session-price";
import { priceContext } from "./price-context";

/** What is sold at a rate: places in a session, or a product. */
export type SoldUnit = "places" | "products";

/** Returns a line for each price of a session or product, in the visitor's currency, where there are several. */
export function describePrices(ctx: Context, pricing: SessionPricing, unit: SoldUnit = "places"): string[] {
  const context = priceContext(ctx);
  const { session } = pricing;
  const printed = (prices: Parameters<typeof listPrices>[0]) => {
    const { amounts, currency } = listPrices(prices, session, context);
    return amounts.map((amountMinor) => formatPrice({ amountMinor, currency }));
  };
  const rates = namedRatesOf(pricing);
  if (rates.length > 0) {
    const prices = printed(rates);
    return rates.map((rate, index) =>
      [`${rate.name}, ${prices[index]}`, fewLeft(rate, unit)].filter(Boolean).join(": "),
    );
  }
  if (session.pricing === "between") {
    const { lowest, highest, suggested } = amountsOf(pricing, context);
    const [from, to, middle] = [lowest, highest, suggested].map(formatPrice);
    return [`Pay what you can, from ${lowest.amountMinor === 0 ? "nothing" : from} to ${to}. I suggest ${middle}.`];
  }
  const early = earlyPriceOf(pricing, context.today);
  return early ? [`Early price ${untilWhen(early)}. After that, ${printed([session])[0]}.`] : [];
}

const few = 5;

function fewLeft(rate: TakenRate, unit: SoldUnit): string | null {
  const free = freeAt(rate);
  return free === null || free > few ? null : free === 0 ? "none left" : printLeft(free, unit);
}

/** Returns text such as "1 place left"; of products, "1 left". */
export function printLeft(free: number, unit: SoldUnit): string {
  if (unit === "products") return `${free} left`;
  return free === 1 ? "1 place left" : `${free} places left`;
}

function untilWhen(early: TakenRate): string {
  const free = freeAt(early);
  const places = free === null ? null : free === 1 ? "for 1 more place" : `for ${free} more places`;
  return [
    early.lastDay && `until ${longDay(DateTime.fromISO(early.lastDay, { zone: "utc" }).toJSDate(), "utc")}`,
    places,
  ]
    .filter(Boolean)
    .join(", ");
}
