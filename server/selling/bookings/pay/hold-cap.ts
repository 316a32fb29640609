import { createHmac, randomBytes } from "node:crypto";
import type { Queryable } from "@db/client";
import { type Booking, type LiveSession, liveSessions, sessionBookings } from "@db/schema";
import { and, eq, inArray, isNotNull, or, sql, type SQL } from "drizzle-orm";
import type { Context } from "../../../core/context";
import { readSignedCookie, setSignedCookie } from "../../../core/cookies";
import type { Settings } from "../../../core/env";
import { DomainError } from "../../../core/errors";
import { isUuid } from "../../../core/input-schemas";
import { releaseDelayMinutes } from "../../../payments/checkout";
import { networkOf } from "../../../core/rate-limits";

type Capacity = Pick<LiveSession, "maxAttendees">;

type HoldLimit = { holds: number; tickets: number };

/** Returns what a browser, a person and a network may hold unpaid. A first hold is always possible. */
export function holdLimits({ maxAttendees }: Capacity): { browser: HoldLimit; person: HoldLimit; network: HoldLimit } {
  const places = maxAttendees ?? Infinity;
  const own = { holds: 2, tickets: Math.floor(places / 4) };
  return { browser: own, person: own, network: { holds: Infinity, tickets: Math.max(4, Math.floor(places / 10)) } };
}

/** Browser and network are keyed hashes per session, so that holders can't be followed across sessions. */
type Holder = { browser: string | null; network: string; userId: string | null; emails: string[]; heldIds: string[] };

type Hold = Pick<Booking, "id" | "userId" | "attendeeEmail" | "holdBrowser" | "holdNetwork" | "quantity"> & {
  holdUntil: string | null;
};

type HoldForm = { session: Pick<LiveSession, "id">; email: string };

export function holderOf(ctx: Context, { session, email: typed }: HoldForm): Holder {
  const { visitor, user } = ctx;
  return {
    browser: browserMark(ctx, session),
    network: markOf(ctx, session, ["network", networkOf(visitor.address)]),
    userId: user?.id ?? null,
    emails: [typed, ...(user ? [user.email] : [])].map((email) => email.toLowerCase()),
    heldIds: visitor.browserBookings,
  };
}

/** Returns the mark of a numbered browser's unpaid bookings of a session; null for other browsers. */
export const browserMark = (ctx: Pick<Context, "settings" | "visitor">, session: { id: string }): string | null =>
  ctx.visitor.browserId && markOf(ctx, session, ["browser", ctx.visitor.browserId]);

const markOf = (
  { settings }: Pick<Context, "settings">,
  session: { id: string },
  [kind, value]: [kind: "browser" | "network", value: string],
): string =>
  createHmac("sha256", settings.cookieSecrets[0] ?? "")
    .update(`hold ${kind} ${session.id} ${value}`)
    .digest("base64url");

/** Throws too_many_holds with the seconds until one of the holds ends. They were read with the session locked. */
export function limitHolds(session: Capacity, holder: Holder, holds: Hold[], wanted: HoldRequest): void {
  const wait = secondsToWait(session, holder, holds, wanted);
  if (wait > 0) throw tooManyHolds(wait);
}

/**
 * Reads a holder's unpaid holds of a session, or of all times of a one-to-one offer, as JSON. Accepted offers have no
 * network and never count.
 */
export function holdsOf(
  db: Queryable,
  { id, offerId }: Pick<LiveSession, "id" | "offerId">,
  holder: Holder,
): SQL<Hold[]> {
  const { holdUntil, ...columns } = sessionBookings;
  const isSameHolder = or(
    eq(columns.holdNetwork, holder.network),
    inArray(sql`lower(${columns.attendeeEmail})`, holder.emails),
    holder.browser ? eq(columns.holdBrowser, holder.browser) : undefined,
    holder.heldIds.length > 0 ? inArray(columns.id, holder.heldIds) : undefined,
    holder.userId ? eq(columns.userId, holder.userId) : undefined,
  );
  const fields = { id: columns.id, userId: columns.userId, attendeeEmail: columns.attendeeEmail };
  const hold = { ...fields, holdBrowser: columns.holdBrowser, holdNetwork: columns.holdNetwork, holdUntil };
  const pairs = Object.entries({ ...hold, quantity: columns.quantity }).map(
    ([name, column]) => sql`${name}::text, ${column}`,
  );
  const isOfIt =
    offerId === null
      ? eq(columns.sessionId, id)
      : inArray(
          columns.sessionId,
          db.select({ id: liveSessions.id }).from(liveSessions).where(eq(liveSessions.offerId, offerId)),
        );
  const found = db
    .select({
      holds: sql`coalesce(json_agg(json_build_object(${sql.join(pairs, sql`, `)}) order by ${holdUntil}), '[]')`,
    })
    .from(sessionBookings)
    .where(and(isOfIt, eq(columns.status, "pending"), isNotNull(columns.holdNetwork), isSameHolder));
  return sql<Hold[]>`${found}`;
}

type HoldRequest = { quantity: number; now: Date };

function secondsToWait(session: Capacity, holder: Holder, holds: Hold[], wanted: HoldRequest): number {
  const limits = holdLimits(session);
  const { browser, network, userId, emails, heldIds } = holder;
  const ofBrowser = holds.filter(({ id, holdBrowser }) => (browser && holdBrowser === browser) || heldIds.includes(id));
  const ofPerson = holds.filter(
    (hold) => (userId && hold.userId === userId) || emails.includes(hold.attendeeEmail.toLowerCase()),
  );
  const ofNetwork = holds.filter(({ holdNetwork }) => holdNetwork === network);
  return Math.max(
    secondsUntilAllowed(limits.browser, ofBrowser, wanted),
    secondsUntilAllowed(limits.person, ofPerson, wanted),
    secondsUntilAllowed(limits.network, ofNetwork, wanted),
  );
}

/** `holds` are in the order of their ends: the last one that has to end first blocks. */
function secondsUntilAllowed(limit: HoldLimit, holds: Hold[], { quantity, now }: HoldRequest): number {
  const ended = holds.findIndex((_, index) => isAllowed(limit, holds.slice(index), quantity));
  const blocking = ended === -1 ? holds.at(-1) : holds[ended - 1];
  if (!blocking) return 0;
  const end = new Date(blocking.holdUntil ?? now).getTime() + releaseDelayMinutes * 60_000;
  return Math.max(60, Math.ceil((end - now.getTime()) / 1000));
}

const isAllowed = ({ holds, tickets }: HoldLimit, held: Hold[], quantity: number): boolean =>
  held.length < holds && held.reduce((sum, hold) => sum + hold.quantity, quantity) <= tickets;

/** Refuses with the same text whichever limit is reached, so that it does not tell whether an address has booked. */
function tooManyHolds(retryAfterSeconds: number): DomainError {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const when = `${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
  return new DomainError(
    "too_many_holds",
    `Too many bookings for this session are waiting for payment. Please complete one of yours, or try again in ${when}.`,
    { retryAfterSeconds },
  );
}

const daySeconds = 24 * 60 * 60;

type CookieSettings = Pick<Settings, "isLive" | "cookieSecrets">;

/** Returns a random number that identifies the browser, only to count its unpaid holds. */
export const newBrowserCookie = (settings: CookieSettings): string =>
  setSignedCookie(settings, "browser", randomBytes(16).toString("base64url"), daySeconds);

export function readBrowserId(settings: CookieSettings, header: string | null | undefined): string | null {
  const browserId = readSignedCookie(settings, header, "browser");
  return typeof browserId === "string" ? browserId : null;
}

const maxBrowserBookings = 10;

export const browserBookingsCookie = (settings: CookieSettings, ids: string[]): string =>
  setSignedCookie(settings, "held", [...new Set(ids)].slice(0, maxBrowserBookings), daySeconds);

export function readBrowserBookings(settings: CookieSettings, header: string | null | undefined): string[] {
  const ids = readSignedCookie(settings, header, "held");
  return Array.isArray(ids) ? ids.map(String).filter((id) => isUuid(id)) : [];
}
