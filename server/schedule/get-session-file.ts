import { requireSession } from "./require-session";
import type { Services } from "../core/services";
import { calendarFilename, eventFile } from "./event-file";
import type { CalendarFile } from "../calendar/schemas";
import { sessionEvent } from "./session-event";

/** A published session's calendar file, for everybody: without the joining link. Throws not_found. */
export async function getSessionFile(services: Services, { id }: { id: string }): Promise<CalendarFile> {
  const session = await requireSession(services.db, id);
  return { filename: calendarFilename, text: await eventFile(services, sessionEvent(session, services.settings)) };
}
