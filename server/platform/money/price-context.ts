import { DateTime } from "luxon";
import type { Context } from "../../core/context";

/** Returns the visitor's currency, the exchange rates and the day in the site's zone, by which prices are quoted. */
export const priceContext = ({
  visitor,
  rates,
  clock,
  settings,
}: Pick<Context, "visitor" | "rates" | "clock" | "settings">) => ({
  currency: visitor.currency,
  rates,
  today: DateTime.fromJSDate(clock.now(), { zone: settings.siteTimeZone }).toFormat("yyyy-MM-dd"),
});
