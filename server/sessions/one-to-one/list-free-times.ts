import { DateTime } from "luxon";
import type { Context } from "../../core/context";
import { describeZones, displayStart } from "../../core/dates";
import { findSlotsOfAll } from "../free-times/find-slots";
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
    const scheduled = (slots[index] ?? []).map((startTime) => ({ startTime, locationType: offer.locationType }));
    const zone = offer.locationType === "online" ? ctx.visitor.timeZone : ctx.settings.siteTimeZone;
    const dateOf = ({ startTime }: { startTime: Date }) => DateTime.fromJSDate(startTime, { zone }).toISODate() ?? "";
    const dates = [...new Set(scheduled.map(dateOf))].slice(0, most.days);
    const days = dates.map((date) => {
      const times = scheduled.filter((slot) => dateOf(slot) === date);
      const shown = times.slice(0, most.timesOfDay).map((slot) => {
        const { time, zone: zoneName, shortDate } = displayStart(slot, ctx);
        return { start: slot.startTime.toISOString(), time, zone: zoneName, day: shortDate };
      });
      return { date, name: shown[0]?.day ?? "", times: shown, more: times.length - shown.length };
    });
    const shownTimes = scheduled.filter((slot) => dates.includes(dateOf(slot)));
    return { ...showOffer(ctx, offer), days, zoneNote: describeZones(shownTimes, ctx) };
  });
}
