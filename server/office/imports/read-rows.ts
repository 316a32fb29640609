import { createHash } from "node:crypto";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import { maxTickets } from "@db/schema";
import { knownTimeZone } from "../../core/dates";
import { normalEmail } from "../../core/email-address";
import { DomainError } from "../../core/errors";
import type { Currency } from "../../core/money";
import { describeColumns, type ImportColumn, type ImportFormat, type ColumnPlaces, placeColumns } from "./formats";
import { findDecimalSign, readMoney } from "./read-amounts";
import { type CsvFile, type CsvRow, readCsv } from "./read-csv";
import { type Cell, namesIn, readEmail } from "./read-person";
import { type DateOrder, type ReadValue, readInstant, shorten } from "./read-values";

export type ImportChoices = {
  format: ImportFormat;
  timeZone: string;
  currency: Currency;
  dateOrder: DateOrder;
  createsSessions: boolean;
};

export type Problem = { row: number; column: string; message: string };

export type BookingRow = {
  row: number;
  /** Names the booking for good, so that importing it again adds nothing. */
  key: string;
  email: string;
  firstName: string;
  lastName: string;
  title: string;
  startTime: Date;
  durationMinutes: number;
  tickets: number;
  amountMinor: number;
  currency: Currency;
  isUnpaid: boolean;
  bookedAt: Date | null;
};

export type ReadFile = {
  bookings: BookingRow[];
  /** Rows of cancelled bookings, which are left out. */
  cancelled: number;
  problems: Problem[];
};

const rowsPerTurn = 100;

/** Reads every row, so that all problems are shown at once. Throws invalid for a file that can't be read at all. */
export async function readRows(text: string, choices: ImportChoices): Promise<ReadFile> {
  const file = await readCsv(text);
  const reader = readerFor(file, choices);
  const read: ReadFile = { bookings: [], cancelled: 0, problems: [] };
  const rowsByKey = new Map<string, number>();
  for (const [index, row] of file.rows.entries()) {
    if (index % rowsPerTurn === 0) await yieldToOthers();
    const booking = reader(row, read.problems);
    if (booking === "cancelled") read.cancelled += 1;
    if (typeof booking !== "object") continue;
    const earlier = rowsByKey.get(booking.key);
    if (earlier === undefined) {
      rowsByKey.set(booking.key, booking.row);
      read.bookings.push(booking);
    } else {
      const message = `This is the booking of row ${earlier} again. For several places give their number in one row.`;
      read.problems.push({ row: booking.row, column: "", message });
    }
  }
  return read;
}

type RowReader = (row: CsvRow, problems: Problem[]) => BookingRow | "cancelled" | "wrong";

function readerFor({ header, rows }: CsvFile, choices: ImportChoices): RowReader {
  const placed = placeColumns(choices.format, header);
  requireColumns(choices.format, placed);
  const instants = rememberInstants(choices.dateOrder);
  const decimalSign = findDecimalSign(rows.map(({ cells }) => cells[placed.amount?.index ?? -1] ?? ""));
  return ({ number, cells }, problems) => {
    const cell = (column: ImportColumn) => cells[placed[column]?.index ?? -1] ?? "";
    const before = problems.length;
    const note = (column: ImportColumn, message: string) =>
      void problems.push({ row: number, column: placed[column]?.label ?? "", message });
    const take = <Value>(column: ImportColumn, read: ReadValue<Value>, otherwise: Value): Value => {
      if ("value" in read) return read.value;
      note(column, read.problem);
      return otherwise;
    };
    const standing = readStanding(cell);
    if (standing === "cancelled") return standing;
    if (standing === "unknown")
      note("status", `“${shorten(cell("status"))}” is not known. Use “booked” or “cancelled”.`);
    const zone = take("zone", readZone(cell("zone"), choices.timeZone), choices.timeZone);
    const starting: ImportColumn = placed.startsAt && !placed.date ? "startsAt" : "date";
    const startText = startIn(cell);
    const startTime = take(starting, instants(startText, zone, true), new Date(0));
    const paid = { text: cell("amount"), currency: cell("currency"), chosen: choices.currency, decimalSign };
    const money = take("amount", readMoney(paid), nothing(choices));
    const booked = cell("bookedAt");
    const booking = {
      row: number,
      ...take("email", readEmail(cell("email")), { email: "" }),
      ...namesIn(cell),
      title: cell("title").slice(0, 200),
      startTime,
      durationMinutes: take("duration", readWhole(cell("duration"), { most: 1440, otherwise: 60 }), 60),
      tickets: take("tickets", readWhole(cell("tickets"), { most: maxTickets, otherwise: 1 }), 1),
      ...money,
      isUnpaid: isUnpaid(cell("payment")),
      bookedAt: booked === "" ? null : take("bookedAt", instants(booked, zone, false), null),
    };
    if (problems.length > before) return "wrong";
    return { ...booking, key: keyOf(choices.format, cell("reference"), booking) };
  };
}

function requireColumns(format: ImportFormat, placed: ColumnPlaces): void {
  const missing = (column: ImportColumn, what: string) =>
    new DomainError(
      "invalid",
      `The file has no column for ${what}. Its first row must name one: ${describeColumns(format, column)}.`,
      {
        field: "file",
      },
    );
  if (!placed.email) throw missing("email", "the email address");
  if (!placed.startsAt && !placed.date)
    throw missing(format === "eventbrite" ? "date" : "startsAt", "the start of the session");
}

/** Many rows have the same start, and reading one takes longer than remembering it. */
function rememberInstants(order: DateOrder) {
  const known = new Map<string, ReadValue<Date>>();
  return (text: string, zone: string, needsTime: boolean): ReadValue<Date> => {
    const key = `${zone} ${needsTime} ${text}`;
    const read = known.get(key) ?? (text === "" ? missingStart : readInstant(text, { zone, order, needsTime }));
    known.set(key, read);
    return read;
  };
}

/** "Start time" is a time of day beside a column for the date. */
function startIn(cell: Cell): string {
  const [start, date, time] = [cell("startsAt"), cell("date"), cell("time")];
  const isWhole = start !== "" && (date === "" || !/^\d{1,2}[:.]\d{2}(?:[:.]\d{2})?\s*(?:[ap]\.?m\.?)?$/i.test(start));
  return isWhole ? start : `${date} ${time || start}`.trim();
}

const missingStart = { problem: "The start of the session is missing." };

const endedWords = /^(late )?(cancel|refund|void|delet|not attending|transferred|no\b|declined|failed|expired)/i;
const goodWords =
  /^(book|confirm|attend|check|complet|paid|unpaid|free|active|valid|pending|reserved|yes|no[- ]show|$)/i;

function readStanding(cell: Cell): "booked" | "cancelled" | "unknown" {
  const isCancelled = !/^(no|false|0|n|)$/i.test(cell("cancelled"));
  const status = cell("status");
  if (isCancelled) return "cancelled";
  if (goodWords.test(status)) return "booked";
  return endedWords.test(status) ? "cancelled" : "unknown";
}

const isUnpaid = (payment: string): boolean => /^(unpaid|not paid|pending|due|open|owed|no$)/i.test(payment);

function readZone(text: string, chosen: string): ReadValue<string> {
  if (text === "") return { value: chosen };
  const zone = knownTimeZone(text);
  return zone ? { value: zone } : { problem: `“${shorten(text)}” is not a time zone.` };
}

function readWhole(text: string, { most, otherwise }: { most: number; otherwise: number }): ReadValue<number> {
  if (text === "") return { value: otherwise };
  const number = /^\d{1,5}(\.0+)?$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= most
    ? { value: number }
    : { problem: `“${shorten(text)}” is not a number from 1 to ${most}.` };
}

const nothing = ({ currency }: ImportChoices) => ({ amountMinor: 0, currency });

/** Returns a reference of the other system; without one, the person, the start and the title. */
function keyOf(format: ImportFormat, reference: string, { email, startTime, title }: Omit<BookingRow, "key">): string {
  const parts = reference
    ? ["reference", reference]
    : ["booking", normalEmail(email), startTime.toISOString(), title.toLowerCase()];
  return `${format}:${createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32)}`;
}
