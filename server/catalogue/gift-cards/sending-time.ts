import { DateTime } from "luxon";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";

const sendingHour = 8;
const mostDaysAhead = 366;

/** Returns 8 in the morning of the chosen day in the giver's zone; null for at once. Throws invalid. */
export function sendingTime(
  { clock, visitor }: Pick<Context, "clock" | "visitor">,
  { sendOn }: { sendOn?: string | undefined },
): Date | null {
  if (sendOn === undefined) return null;
  const zone = visitor.timeZone;
  const now = DateTime.fromJSDate(clock.now(), { zone });
  const day = DateTime.fromISO(sendOn, { zone });
  const isWithin = day >= now.startOf("day") && day <= now.plus({ days: mostDaysAhead });
  if (!isWithin) throw new DomainError("invalid", "Choose a day from today on, within a year", { field: "sendOn" });
  const at = day.set({ hour: sendingHour });
  return at <= now ? null : at.toJSDate();
}
