import type { Context } from "../../core/context";
import { describeZones, displayStart } from "../../core/dates";
import { findSlotsOfAll, groupByDay } from "../free-times/find-slots";
import { listOffersOnSale } from "../free-times/offers";
import { showOffer } from "./get-offer";

/** How much of each offer a short list shows. */
const most = { days: 3, timesOfDay: 6 };

/** An offer with its next free times. */
export type OfferWithTimes = Awaited<ReturnType<typeof listFreeTimes>>[number];

/** Lists the offers on sale with the next days on which a time is free. */
export async function listFreeTimes(ctx: Context) {
  const offers = await listOffersOnSale(ctx.db);
  const slots = offers.length === 0 ? [] : await findSlotsOfAll(ctx, offers);
  return offers.map(({ offer }, index) => {
    const { locationType } = offer;
    const zone = locationType === "online" ? ctx.visitor.timeZone : ctx.settings.siteTimeZone;
    const next = [...groupByDay(slots[index] ?? [], zone, most.days)];
    const days = next.map(([date, times]) => {
      const shown = times.slice(0, most.timesOfDay).map((startTime) => {
        const { time, zone: zoneName, shortDate } = displayStart({ startTime, locationType }, ctx);
        return { start: startTime.toISOString(), time, zone: zoneName, day: shortDate };
      });
      return { date, name: shown[0]?.day ?? "", times: shown, more: times.length - shown.length };
    });
    const shownTimes = next.flatMap(([, times]) => times.slice(0, most.timesOfDay));
    const zoneNote = describeZones(
      shownTimes.map((startTime) => ({ startTime, locationType })),
      ctx,
    );
    return { ...showOffer(ctx, offer), days, zoneNote };
  });
}
