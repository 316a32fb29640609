import { createHmac, timingSafeEqual } from "node:crypto";
import type { Booking, LiveSession } from "@db/schema";
import { outsideAddress } from "../../core/addresses";
import { minutesAfter } from "../../core/dates";
import type { Settings } from "../../core/env";
import { joinPath } from "../../core/paths";

/** The room opens so many minutes before the start, as pages and mails say. */
const openMinutes = 10;
/** A session may take longer, and a connection may be lost near its end. */
const overtimeMinutes = 30;

type JoinedSession = Pick<LiveSession, "startTime" | "durationMinutes" | "locationType" | "zoomLink" | "cancelledAt">;
type BookedSession = {
  booking: Pick<Booking, "id" | "status">;
  session: Pick<JoinedSession, "locationType" | "zoomLink" | "cancelledAt">;
};
type BookedSessionAt = { booking: Pick<Booking, "id" | "status">; session: JoinedSession; now: Date };
type KeyedBooking = Pick<Booking, "id" | "manageKey">;
type KeyedBookedSession = BookedSession & { booking: KeyedBooking };

/** Returns the link for mails and calendars, whose readers have nothing else. Null without a place or a room. */
export const joinUrlFor = (
  { booking, session }: KeyedBookedSession,
  { siteUrl }: Pick<Settings, "siteUrl">,
): string | null => (hasRoom({ booking, session }) ? siteUrl + keyedJoinPath(booking) : null);

/** Returns the path for pages that know their reader. Null without a place or a room, and once it has closed. */
export const joinPathFor = ({ booking, session, now }: BookedSessionAt): string | null =>
  hasRoom({ booking, session }) && !hasClosed(session, now) ? joinPath(booking) : null;

/** Returns the path for pages that were opened by a mailed key. */
export const keyedJoinPathFor = (joined: BookedSessionAt & KeyedBookedSession): string | null =>
  joinPathFor(joined) && keyedJoinPath(joined.booking);

const keyedJoinPath = (booking: KeyedBooking): string => `${joinPath(booking)}?key=${joinKeyOf(booking)}`;

/** Derives a key that opens the room and nothing else; it changes with the key that it is derived from. */
export const joinKeyOf = ({ id, manageKey }: KeyedBooking): string =>
  createHmac("sha256", manageKey).update(`join ${id}`).digest("hex").slice(0, 40);

export function isJoinKey(booking: KeyedBooking, key: string | undefined): boolean {
  const [actual, wanted] = [Buffer.from(key ?? ""), Buffer.from(joinKeyOf(booking))];
  return actual.length === wanted.length && timingSafeEqual(actual, wanted);
}

export type JoinState = "open" | "early" | "no_link" | "over" | "onsite" | "session_cancelled" | "not_booked";

type JoinCase = { booking: Pick<Booking, "status" | "archivedAt">; session: JoinedSession };

/** Decides when a joining link leads on: the one rule. */
export function joinStateOf({ booking, session }: JoinCase, now: Date): JoinState {
  if (session.cancelledAt) return "session_cancelled";
  if (!hasPlace(booking) || booking.archivedAt) return "not_booked";
  if (session.locationType !== "online") return "onsite";
  if (hasClosed(session, now)) return "over";
  if (outsideAddress(session.zoomLink) === null) return "no_link";
  return roomOpensAt(session) <= now ? "open" : "early";
}

export const roomOpensAt = ({ startTime }: Pick<LiveSession, "startTime">): Date =>
  minutesAfter(startTime, -openMinutes);

const hasClosed = ({ startTime, durationMinutes }: JoinedSession, now: Date): boolean =>
  minutesAfter(startTime, durationMinutes + overtimeMinutes) <= now;

const hasPlace = ({ status }: Pick<Booking, "status">): boolean => status === "completed" || status === "confirmed";

const hasRoom = ({ booking, session }: BookedSession): boolean =>
  hasPlace(booking) &&
  session.locationType === "online" &&
  !session.cancelledAt &&
  outsideAddress(session.zoomLink) !== null;
