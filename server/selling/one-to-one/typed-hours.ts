import { DomainError } from "../../core/errors";
import { isDay } from "../../core/input-schemas";
import type { Hours, SlotRules } from "../free-times/slots";

const minutesOf = (time: string): number | null => {
  const [, hour = "", minute = "0"] = /^(\d{1,2})(?:[:.]([0-5]\d))?$/.exec(time.trim()) ?? [];
  const minutes = Number(hour) * 60 + Number(minute);
  return hour === "" || minutes > 1440 ? null : minutes;
};

/** Reads hours such as "10:00-13:00, 14:00-16:00"; null if they are none. */
export function readHours(text: string): Hours[] | null {
  if (text.trim() === "") return [];
  const read = text.split(",").map((part) => {
    const [from = "", until = "", ...others] = part.split(/[-–]/);
    const [startMinute, typedEnd] = [minutesOf(from), minutesOf(until)];
    // Hours until 00:00 end with the day.
    const endMinute = typedEnd === 0 ? 1440 : typedEnd;
    if (startMinute === null || endMinute === null || startMinute >= endMinute || others.length > 0) return null;
    return { startMinute, endMinute };
  });
  return read.includes(null) ? null : read.filter((hours) => hours !== null);
}

/** Returns what to write for hours that can't be read. */
export const wrongHours = (text: string): string =>
  text.split(",").some((part) => {
    const [from, until] = part.split(/[-–]/).map(minutesOf);
    return from !== null && from !== undefined && until !== null && until !== undefined && until <= from;
  })
    ? "Hours end after they begin. Over midnight, write 22:00-24:00 here, and 00:00-02:00 for the next day"
    : "Write hours such as 10:00-13:00, 14:00-16:00, or leave it empty";

export const printHours = (hours: Hours[]): string =>
  hours.map(({ startMinute, endMinute }) => `${timeOf(startMinute)}-${timeOf(endMinute)}`).join(", ");

const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** Reads one exception a line, such as "2026-12-24 closed" or "2026-12-28 10:00-12:00". Throws invalid. */
export function readExceptions(text: string): SlotRules["exceptions"] {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const seen = new Set<string>();
  return lines.flatMap((line): SlotRules["exceptions"] => {
    const [day = "", ...rest] = line.split(/\s+/);
    const typed = rest.join(" ");
    const hours = /^closed$/i.test(typed) ? [] : readHours(typed);
    if (!isDay(day) || seen.has(day) || hours === null || typed === "") throw invalid(line, seen.has(day));
    seen.add(day);
    return hours.length === 0 ? [{ day, startMinute: null, endMinute: null }] : hours.map((each) => ({ day, ...each }));
  });
}

const invalid = (line: string, isTwice: boolean): DomainError =>
  new DomainError(
    "invalid",
    isTwice
      ? `“${line}” names a day for the second time. Write all hours of a day in one line.`
      : `“${line}” is no date with hours. Write lines such as 2026-12-24 closed.`,
    { field: "exceptions" },
  );

export function printExceptions(exceptions: SlotRules["exceptions"]): string {
  const days = [...new Set(exceptions.map(({ day }) => day))].sort();
  return days
    .map((day) => {
      const hours = exceptions.flatMap((row) =>
        row.day !== day || row.startMinute === null || row.endMinute === null
          ? []
          : [{ startMinute: row.startMinute, endMinute: row.endMinute }],
      );
      return `${day} ${hours.length === 0 ? "closed" : printHours(hours)}`;
    })
    .join("\n");
}
