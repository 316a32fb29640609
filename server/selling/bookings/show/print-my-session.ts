import { type Booking, type LiveSession, liveSessions } from "@db/schema";
import { plateUrl } from "../../../platform/artwork/plate";
import type { MemberContext } from "../../../core/context";
import { displayStart, formatDuration, locationText, placeLabel } from "../../../core/dates";
import { bookingPath, myBookingsPath, sessionPath } from "../../../core/paths";
import { summaryOf } from "../../../catalogue/schedule/session-facts";
import { joinPathFor } from "../../../catalogue/schedule/join-links";
import { recordingLinkOf } from "../../../catalogue/schedule/session-links";
import type { MySession } from "../schemas";

/** The statuses of a booking that has its place. */
export const bookedStatuses: Booking["status"][] = ["confirmed", "completed"];

const { id, title, description, category, startTime, durationMinutes, locationType } = liveSessions;
const { location, address, city, postCode, zoomLink, recordingUrl, isPublished } = liveSessions;
const { thumbnailUrl, cancelledAt, offerId } = liveSessions;

export const printedColumns = {
  id,
  title,
  description,
  category,
  startTime,
  durationMinutes,
  locationType,
  location,
  address,
  city,
  postCode,
  zoomLink,
  recordingUrl,
  isPublished,
  thumbnailUrl,
  cancelledAt,
  offerId,
};

type PrintedSession = Pick<LiveSession, keyof typeof printedColumns>;
type BookedTicket = Pick<Booking, "id" | "status" | "quantity">;

/** Prints a session for the member whose bookings of it are given, the first one first. */
export function printSession(ctx: MemberContext, session: PrintedSession, bookings: BookedTicket[]): MySession {
  const start = displayStart(session, ctx);
  const [booking] = bookings;
  const now = ctx.clock.now();
  const managePath = booking && bookings.length === 1 ? bookingPath(booking) : myBookingsPath;
  return {
    id: session.id,
    path: session.isPublished && session.offerId === null ? sessionPath(session) : managePath,
    title: session.title,
    category: session.category,
    summary: summaryOf(session.description),
    image: session.thumbnailUrl ?? plateUrl(session.category, "card", session.id),
    start,
    duration: formatDuration(session.durationMinutes),
    place: placeLabel(session),
    location: locationText(session),
    tickets: bookings.reduce((sum, { quantity }) => sum + quantity, 0),
    managePath,
    joinPath: booking ? joinPathFor({ booking, session, now }) : null,
    recordingUrl: booking ? recordingLinkOf(session, now) : null,
  };
}
