import { liveSessions } from "@db/schema";
import { and, asc, eq, gt } from "drizzle-orm";
import { type CalendarFile, daysBefore, maxEvents, rememberedDays, writeFeed } from "../calendar/calendar-file";
import type { Services } from "../core/services";
import { readSiteSettings } from "../core/site-settings";
import { requireSession } from "./find-session";
import { calendarFilename, eventFile, sessionEvent } from "./session-event";

/** Without the joining link, as the file is public. Throws not_found. */
export async function getSessionFile(services: Services, { id }: { id: string }): Promise<CalendarFile> {
  const session = await requireSession(services.db, id);
  return { filename: calendarFilename, text: await eventFile(services, sessionEvent(session, services.settings)) };
}

export async function getScheduleFeed(services: Services): Promise<CalendarFile> {
  const { db, clock, settings } = services;
  const sessions = await db
    .select()
    .from(liveSessions)
    .where(and(eq(liveSessions.isPublished, true), gt(liveSessions.startTime, daysBefore(clock.now(), rememberedDays))))
    .orderBy(asc(liveSessions.startTime), asc(liveSessions.id))
    .limit(maxEvents);
  return {
    filename: "calendar.ics",
    text: writeFeed({
      name: (await readSiteSettings(services)).name,
      events: sessions.map((session) => sessionEvent(session, settings)),
    }),
  };
}
