import type { LiveSession } from "@db/schema";
import { displayStart, type Zones } from "../../core/dates";

/** Returns a date as text: "Thu, Dec 3, 2026, 18:00 GMT". */
export function nameDate(session: Pick<LiveSession, "startTime" | "locationType">, zones: Zones): string {
  const { mediumDate, time, zone } = displayStart(session, zones);
  return `${mediumDate}, ${time} ${zone}`;
}
