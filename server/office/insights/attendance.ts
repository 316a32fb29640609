import type { Queryable } from "@db/client";
import { liveSessions } from "@db/schema";
import { and, asc, eq, gt, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import { bookedTickets, checkedInTickets } from "../../selling/bookings/attendees/session-attendance";
import { type BarChart, drawBars } from "./draw-bars";
import { monthsSinceFirst, type InsightsPeriod } from "./period";
import { isWithin } from "../../payments/counted-income";
import { bucketOf } from "./revenue";

type AttendanceMonth = {
  month: number;
  limited: number;
  places: number;
  taken: number;
  unlimited: number;
  unlimitedBooked: number;
  checked: number;
  expected: number;
  missing: number;
};

export type FilledSession = { id: string; title: string; startTime: Date; places: number; taken: number };

/** In tickets. Excludes drafts without bookings, and cancelled sessions and bookings. */
function pastSessions(db: Queryable, period: InsightsPeriod, now: Date) {
  const arePast = and(
    isWithin(liveSessions.startTime, period),
    lte(liveSessions.startTime, now),
    isNull(liveSessions.cancelledAt),
  );
  const ofBooked = bookedTickets(db, arePast).as("of_booked");
  const ofCheckedIn = checkedInTickets(db, arePast).as("of_checked_in");
  return db
    .select({
      id: liveSessions.id,
      title: liveSessions.title,
      startTime: liveSessions.startTime,
      maxAttendees: liveSessions.maxAttendees,
      month: bucketOf(liveSessions.startTime, period).as("month"),
      booked: sql`coalesce(${ofBooked.booked}, 0)`.mapWith(Number).as("booked"),
      came: sql`coalesce(${ofCheckedIn.came}, 0)`.mapWith(Number).as("came"),
    })
    .from(liveSessions)
    .leftJoin(ofBooked, eq(ofBooked.sessionId, liveSessions.id))
    .leftJoin(ofCheckedIn, eq(ofCheckedIn.sessionId, liveSessions.id))
    .where(
      and(
        arePast,
        or(and(eq(liveSessions.isPublished, true), isNull(liveSessions.slotFreedAt)), isNotNull(ofBooked.booked)),
      ),
    )
    .as("past");
}

export async function readAttendance(db: Queryable, period: InsightsPeriod, now: Date): Promise<AttendanceMonth[]> {
  const past = pastSessions(db, period, now);
  const isLimited = isNotNull(past.maxAttendees);
  const isUnlimited = isNull(past.maxAttendees);
  const isChecked = gt(past.came, 0);
  const sum = (value: unknown, where: unknown) =>
    sql`coalesce(sum(${value}) filter (where ${where}), 0)`.mapWith(Number);
  const number = (where: unknown) => sql`count(*) filter (where ${where})`.mapWith(Number);
  return db
    .select({
      month: past.month,
      limited: number(isLimited),
      places: sum(past.maxAttendees, isLimited),
      taken: sum(past.booked, isLimited),
      unlimited: number(isUnlimited),
      unlimitedBooked: sum(past.booked, isUnlimited),
      checked: number(isChecked),
      expected: sum(past.booked, isChecked),
      missing: sum(sql`${past.booked} - ${past.came}`, isChecked),
    })
    .from(past)
    .groupBy(past.month);
}

const maxShown = 10;

export async function findEmptiest(db: Queryable, period: InsightsPeriod, now: Date): Promise<FilledSession[]> {
  const past = pastSessions(db, period, now);
  return db
    .select({
      id: past.id,
      title: past.title,
      startTime: past.startTime,
      places: sql<number>`${past.maxAttendees}`,
      taken: past.booked,
    })
    .from(past)
    .where(isNotNull(past.maxAttendees))
    .orderBy(asc(sql`${past.booked}::float / ${past.maxAttendees}`), sql`${past.startTime} desc`, past.id)
    .limit(maxShown);
}

type ShareRow = { month: string; sessions: number; part: number; of: number; share: string };
/** A single month has no table: it would say what `all` says. */
export type Shares = { table: { chart: BarChart; rows: ShareRow[] } | null; all: ShareRow };
export type Occupancy = Shares & { unlimited: string | null };

export function describeOccupancy(attendance: AttendanceMonth[], period: InsightsPeriod): Occupancy {
  const shares = sharesOf(attendance, period, ({ limited, places, taken }) => [limited, taken, places]);
  const sessions = total(attendance.map(({ unlimited }) => unlimited));
  const booked = total(attendance.map(({ unlimitedBooked }) => unlimitedBooked));
  const words = `${sessions} ${sessions === 1 ? "session" : "sessions"} without a limit, ${booked} booked`;
  return { ...shares, unlimited: sessions > 0 ? words : null };
}

export const describeNoShows = (attendance: AttendanceMonth[], period: InsightsPeriod): Shares =>
  sharesOf(attendance, period, ({ checked, expected, missing }) => [checked, missing, expected]);

type Counts = [sessions: number, part: number, of: number];

function sharesOf(
  attendance: AttendanceMonth[],
  { months: allMonths }: InsightsPeriod,
  countsOf: (month: AttendanceMonth) => Counts,
): Shares {
  const known = attendance
    .map((row) => ({ month: row.month, counts: countsOf(row) }))
    .filter(({ counts: [sessions] }) => sessions > 0);
  const { months, first } = monthsSinceFirst(allMonths, known);
  const counted = months.map(({ label }, index) => ({
    label,
    counts: known.find(({ month }) => month === first + index)?.counts ?? nothing,
  }));
  const chart = drawBars({
    months,
    values: counted.map(({ counts: [, part, of] }) => [of === 0 ? 0 : (100 * part) / of]),
    label: (value) => `${value}%`,
    top: 100,
  });
  const rows = counted.map(({ label, counts }) => rowOf(label, counts));
  return {
    table: rows.length > 1 ? { chart, rows } : null,
    all: rowOf("All months", known.map(({ counts }) => counts).reduce(addCounts, nothing)),
  };
}

const nothing: Counts = [0, 0, 0];
const addCounts = (a: Counts, b: Counts): Counts => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

const rowOf = (month: string, [sessions, part, of]: Counts): ShareRow => ({
  month,
  sessions,
  part,
  of,
  share: percentage(part, of),
});

export const percentage = (part: number, of: number): string => (of === 0 ? "–" : `${Math.round((100 * part) / of)}%`);

const total = (counts: number[]) => counts.reduce((all, count) => all + count, 0);
