import { and, asc, eq, gt } from "drizzle-orm";
import { liveSessions } from "@db/schema";
import type { Services } from "../core/services";
import { readSiteSettings } from "../core/site-settings";
import { daysBefore, mostEvents, rememberedDays } from "../calendar/feed-limits";
import type { CalendarFile } from "../calendar/schemas";
import { sessionEvent } from "./session-event";
import { writeFeed } from "../calendar/write-calendar";

/**
 * The schedule as a calendar to subscribe to: what is to come and what was lately, for everybody. Cancelled sessions
 * stay in it as such, so that calendars which know them hear of it. Two queries.
 */
export async function getScheduleFeed(services: Services): Promise<CalendarFile> {
  const { db, clock, settings } = services;
  const sessions = await db
    .select()
    .from(liveSessions)
    .where(and(eq(liveSessions.isPublished, true), gt(liveSessions.startTime, daysBefore(clock.now(), rememberedDays))))
    .orderBy(asc(liveSessions.startTime), asc(liveSessions.id))
    .limit(mostEvents);
  return {
    filename: "calendar.ics",
    text: writeFeed({
      name: (await readSiteSettings(services)).name,
      events: sessions.map((session) => sessionEvent(session, settings)),
    }),
  };
}
