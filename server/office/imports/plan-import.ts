import { createHash } from "node:crypto";
import type { Queryable } from "@db/client";
import { type LiveSession, liveSessions, sessionBookings } from "@db/schema";
import { and, inArray, isNull, ne, notLike, or, sql } from "drizzle-orm";
import { type Zones, displayStart, longStartOf } from "../../core/dates";
import { normalEmail } from "../../core/email-address";
import { countPlaces, freePlaces } from "../../catalogue/schedule/places";
import type { BookingRow, ImportChoices, Problem, ReadFile } from "./read-rows";

export type ImportedSession = { title: string; startTime: Date; durationMinutes: number };

/** A row that becomes a booking, of a session that is here or of one that the import creates. */
export type PlannedBooking = { booking: BookingRow; session: { id: string } | ImportedSession };

export type ImportPlan = {
  bookings: PlannedBooking[];
  sessions: ImportedSession[];
  /** Rows that an earlier import has added. */
  known: number;
  /** Rows of people who have booked the session on this site. */
  bookedHere: number;
  cancelled: number;
  problems: Problem[];
  /** A digest that differs if another import would be made. */
  digest: string;
};

type PlanContext = Zones & { clock: { now: () => Date } };

/** Decides what becomes of each row. The sessions are locked if the plan is carried out. */
export async function planImport(
  db: Queryable,
  ctx: PlanContext,
  read: ReadFile,
  choices: ImportChoices,
): Promise<ImportPlan> {
  const known = await findKnown(db, read.bookings);
  const rest = read.bookings.filter(({ key }) => !known.has(key));
  const sessions = await findSessions(db, rest);
  const byStart = new Map<number, LiveSession[]>();
  for (const session of sessions) {
    const at = session.startTime.getTime();
    byStart.set(at, [...(byStart.get(at) ?? []), session]);
  }
  const taken = await findBookedHere(db, sessions, choices);
  const problems = [...read.problems];
  const chooser = sessionChooser(ctx, choices);
  const planned: PlannedBooking[] = [];
  let bookedHere = 0;
  for (const booking of rest) {
    const session = chooser(booking, byStart.get(booking.startTime.getTime()) ?? []);
    if (typeof session === "string") problems.push({ row: booking.row, column: "", message: session });
    else if ("id" in session && taken.has(placeKey(session.id, booking.email))) bookedHere += 1;
    else planned.push({ booking, session });
  }
  const overfull = await findOverfull(db, ctx, planned, sessions);
  problems.push(...overfull);
  problems.sort((a, b) => a.row - b.row);
  const without = new Set(overfull.map(({ row }) => row));
  const kept = planned.filter(({ booking }) => !without.has(booking.row));
  const created = new Set(kept.flatMap(({ session }) => ("id" in session ? [] : [session])));
  const plan = { bookings: kept, sessions: [...created], known: known.size, bookedHere };
  return { ...plan, cancelled: read.cancelled, problems, digest: digestOf(plan) };
}

async function findKnown(db: Queryable, bookings: BookingRow[]): Promise<Set<string>> {
  const { importKey } = sessionBookings;
  const keys = sql`${sql.param(bookings.map(({ key }) => key))}::text[]`;
  const rows = await db
    .select({ importKey })
    .from(sessionBookings)
    .where(sql`${importKey} = any(${keys})`);
  return new Set(rows.flatMap(({ importKey: key }) => key ?? []));
}

export async function findSessions(db: Queryable, bookings: BookingRow[]): Promise<LiveSession[]> {
  const starts = [...new Set(bookings.map(({ startTime }) => startTime.getTime()))].map((at) => new Date(at));
  if (starts.length === 0) return [];
  return db.select().from(liveSessions).where(inArray(liveSessions.startTime, starts));
}

async function findBookedHere(db: Queryable, sessions: LiveSession[], { format }: ImportChoices) {
  const { sessionId, attendeeEmail, importKey, status } = sessionBookings;
  const ids = sessions.map(({ id }) => id);
  const isFromElsewhere = or(isNull(importKey), notLike(importKey, `${format}:%`));
  const rows = await db
    .select({ sessionId, email: attendeeEmail })
    .from(sessionBookings)
    .where(and(inArray(sessionId, ids), ne(status, "cancelled"), isFromElsewhere));
  return new Set(rows.map((row) => placeKey(row.sessionId, row.email)));
}

const placeKey = (sessionId: string, email: string): string => `${sessionId} ${normalEmail(email)}`;

/** Returns a function that finds the session of a row, or says why there is none. */
function sessionChooser(ctx: PlanContext, { createsSessions }: ImportChoices) {
  const now = ctx.clock.now();
  const created = new Map<string, ImportedSession>();
  return (booking: BookingRow, found: LiveSession[]): { id: string } | ImportedSession | string => {
    const { startTime, title, durationMinutes } = booking;
    const when = startOf(ctx, startTime);
    const open = found.filter(({ cancelledAt }) => cancelledAt === null);
    const [only, ...others] = open;
    if (only && others.length === 0) return only;
    const titled = open.filter((session) => isSameTitle(session.title, title));
    if (titled.length === 1 && titled[0]) return titled[0];
    const canCreate = createsSessions && startTime <= now && titled.length === 0;
    if (canCreate && title === "") return `There was no session on ${when}, and without a title none can be added.`;
    if (canCreate) {
      const key = `${startTime.getTime()} ${title.toLowerCase()}`;
      const session = created.get(key) ?? { title, startTime, durationMinutes };
      created.set(key, session);
      return session;
    }
    if (open.length > 0) return `There are several sessions on ${when}, and the title does not say which one.`;
    if (found.length > 0) return `The session on ${when} has been cancelled.`;
    return startTime <= now
      ? `There was no session on ${when}. Check the time zone, or choose to add past sessions.`
      : `There is no session on ${when}. Check the time zone, or create the session first.`;
  };
}

const isSameTitle = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

const startOf = (ctx: PlanContext, startTime: Date): string =>
  longStartOf(displayStart({ startTime, locationType: "online" }, ctx));

/** Names each row whose places are not free, in the order of the file. */
async function findOverfull(
  db: Queryable,
  ctx: PlanContext,
  planned: PlannedBooking[],
  sessions: LiveSession[],
): Promise<Problem[]> {
  const limited = new Map(
    sessions.filter(({ maxAttendees }) => maxAttendees !== null).map((session) => [session.id, session]),
  );
  const places = await countPlaces(db, [...limited.keys()]);
  const left = new Map<string, number>();
  return planned.flatMap<Problem>(({ booking, session: wanted }) => {
    const session = "id" in wanted ? limited.get(wanted.id) : undefined;
    if (!session) return [];
    const free = left.get(session.id) ?? freePlaces(session, places.get(session.id)) ?? Infinity;
    if (free >= booking.tickets) {
      left.set(session.id, free - booking.tickets);
      return [];
    }
    const what = `“${session.title}” on ${startOf(ctx, session.startTime)}`;
    const message = `${free === 0 ? "No place is" : `Only ${free} of ${booking.tickets} places are`} free in ${what}. Raise its number of places first.`;
    return [{ row: booking.row, column: "", message }];
  });
}

function digestOf({ bookings, sessions, known, bookedHere }: Omit<ImportPlan, "digest" | "cancelled" | "problems">) {
  const parts = [
    `${known} ${bookedHere}`,
    ...sessions.map(({ title, startTime }) => `${startTime.getTime()} ${title}`),
    ...bookings.map(({ booking, session }) => `${booking.key} ${"id" in session ? session.id : "new"}`),
  ];
  return createHash("sha256").update(parts.join("\n")).digest("base64url");
}
