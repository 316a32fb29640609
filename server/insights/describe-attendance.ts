import { drawBars, type BarChart } from "./draw-bars";
import type { Period } from "./period";
import type { AttendanceMonth } from "./read-attendance";

/** "12 of 16", "75%": how many of how many, month by month and in all. */
type ShareRow = { month: string; sessions: number; part: number; of: number; share: string };
export type Shares = { chart: BarChart; rows: ShareRow[]; all: ShareRow };
export type Occupancy = Shares & { /** Sessions without a limit, which have no share. */ unlimited: string | null };

/** Places taken of the places that there were. */
export function describeOccupancy(attendance: AttendanceMonth[], period: Period): Occupancy {
  const shares = sharesOf(attendance, period, ({ limited, places, taken }) => [limited, taken, places]);
  const sessions = total(attendance.map(({ unlimited }) => unlimited));
  const booked = total(attendance.map(({ unlimitedBooked }) => unlimitedBooked));
  const words = `${sessions} ${sessions === 1 ? "session" : "sessions"} without a limit, ${booked} booked`;
  return { ...shares, unlimited: sessions > 0 ? words : null };
}

/** Who was booked and was not checked in, where anybody was. */
export const describeNoShows = (attendance: AttendanceMonth[], period: Period): Shares =>
  sharesOf(attendance, period, ({ checked, expected, missing }) => [checked, missing, expected]);

type Counts = [sessions: number, part: number, of: number];

function sharesOf(
  attendance: AttendanceMonth[],
  { months }: Period,
  countsOf: (one: AttendanceMonth) => Counts,
): Shares {
  const known = new Map(attendance.map((one) => [one.month, countsOf(one)]));
  const counts = months.map((_, month): Counts => known.get(month) ?? [0, 0, 0]);
  const all = [0, 1, 2].map((index) => total(counts.map((one) => one[index]!))) as Counts;
  return {
    chart: drawBars({
      months,
      values: counts.map(([, part, of]) => [of === 0 ? 0 : (100 * part) / of]),
      label: (value) => `${value}%`,
      top: 100,
    }),
    rows: months.map(({ label }, index) => rowOf(label, counts[index]!)),
    all: rowOf("All months", all),
  };
}

const rowOf = (month: string, [sessions, part, of]: Counts): ShareRow => ({
  ...{ month, sessions, part, of },
  share: percentage(part, of),
});

/** "75%"; "–" of nothing. */
export const percentage = (part: number, of: number): string => (of === 0 ? "–" : `${Math.round((100 * part) / of)}%`);

const total = (counts: number[]) => counts.reduce((all, one) => all + one, 0);
