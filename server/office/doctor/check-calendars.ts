import { calendarSources } from "@db/schema";
import { findLongSilent } from "../../catalogue/calendars/list-calendars";
import { fine, type Finding, type Site, warning } from "./finding";

const name = "Calendars";

/** Names the instructor's calendars that have given no answer, or taken no sessions, for a day. */
export async function checkCalendars({ db, clock }: Pick<Site, "db" | "clock">): Promise<Finding[]> {
  if ((await db.$count(calendarSources)) === 0) return [];
  const silent = await findLongSilent({ db, clock });
  if (silent.length === 0) return [fine(name, "the instructor’s calendars answer")];
  return [
    warning(
      name,
      `no answer for a day: ${silent.join(", ")}`,
      "Your calendar in the back office says why. People go on booking by what the calendar said last.",
    ),
  ];
}
