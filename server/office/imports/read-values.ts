import { dateOrder } from "@db/schema";
import { DomainError } from "../../core/errors";
import { fromLocalInput } from "../managing/session-times";

export const dateOrders = dateOrder.enumValues;
export type DateOrder = (typeof dateOrders)[number];

/** A value, or what is wrong with it. */
export type ReadValue<Value> = { value: Value } | { problem: string };

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

type Day = { year: number; month: number; day: number; rest: string };

const clock =
  /^(?:[,T]|\s|at\b)*(\d{1,2})[:.](\d{2})(?::\d{2}(?:\.\d+)?)?\s*(am|pm|a\.m\.|p\.m\.)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i;

type TimeFormat = { zone: string; order: DateOrder; needsTime?: boolean };

/** Reads "2026-12-01 19:30", "1/12/2026 7:30 pm", "Dec 1, 2026, 19:30" and instants such as "2026-12-01T19:30:00Z". */
export function readInstant(text: string, { zone, order, needsTime = true }: TimeFormat): ReadValue<Date> {
  const day = readDay(text, order);
  if (!day) return { problem: `“${shorten(text)}” is not a date. Please write it as 2026-12-01 19:30.` };
  if (day.rest.trim() === "" && !needsTime) return inZone(day, "12:00", zone);
  const [, hours = "", minutes = "", half, offset] = clock.exec(day.rest) ?? [];
  if (hours === "") return { problem: `“${shorten(text)}” has no time. Please write it as 2026-12-01 19:30.` };
  const hour = hourOf(Number(hours), half);
  if (hour === null || Number(minutes) > 59) return { problem: `“${shorten(text)}” is not a time of day.` };
  const time = `${pad(hour)}:${minutes}`;
  return offset ? atOffset(day, time, offset) : inZone(day, time, zone);
}

/** Excel's own number of a date: the days since 1900, and the time as a part of a day. */
function readSerial(text: string): Day | null {
  if (!/^[2-7]\d{4}(?:\.\d{1,12})?$/.test(text)) return null;
  const minutes = Math.round((Number(text) - 25_569) * 24 * 60);
  const [day = "", time = ""] = new Date(minutes * 60_000).toISOString().split("T");
  const [year, month, date] = day.split("-").map(Number);
  return { year: year ?? 0, month: month ?? 0, day: date ?? 0, rest: text.includes(".") ? ` ${time.slice(0, 5)}` : "" };
}

function readDay(text: string, order: DateOrder): Day | null {
  const serial = readSerial(text);
  if (serial) return serial;
  const plain = text.replace(/^[a-z]{3,9},?\s+(?=\d|[a-z]{3})/i, (weekday) => (isMonth(weekday) ? weekday : ""));
  const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)(.*)$/s.exec(plain);
  if (iso) return dayOf(iso[1], iso[3], iso[4], iso[5]);
  const numbers = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)(.*)$/s.exec(plain);
  if (numbers) {
    const [, first, , second, year = "", rest] = numbers;
    const [day, month] = order === "day_first" ? [first, second] : [second, first];
    return dayOf(year.length === 2 ? `20${year}` : year, month, day, rest);
  }
  const american = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(.*)$/is.exec(plain);
  if (american) return dayOf(american[3], monthOf(american[1]), american[2], american[4]);
  const british = /^(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4})(.*)$/is.exec(plain);
  return british ? dayOf(british[3], monthOf(british[2]), british[1], british[4]) : null;
}

const monthOf = (name = ""): string => String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1);
const isMonth = (word: string): boolean => months.includes(word.slice(0, 3).toLowerCase());

function dayOf(year = "", month = "", day = "", rest = ""): Day | null {
  const read = { year: Number(year), month: Number(month), day: Number(day), rest };
  const date = new Date(Date.UTC(read.year, read.month - 1, read.day));
  const isReal = date.getUTCMonth() === read.month - 1 && date.getUTCDate() === read.day && read.month > 0;
  return isReal ? read : null;
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (!half) return hour < 24 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toLowerCase().startsWith("p") ? 12 : 0);
}

const pad = (number: number): string => String(number).padStart(2, "0");

const localOf = ({ year, month, day }: Day, time: string) => `${year}-${pad(month)}-${pad(day)}T${time}`;

function atOffset(day: Day, time: string, offset: string): ReadValue<Date> {
  const isUtc = /^(z|utc)$/i.test(offset);
  const instant = new Date(`${localOf(day, time)}:00${isUtc ? "Z" : offset.replace(/(\d{2}):?(\d{2})$/, "$1:$2")}`);
  return Number.isNaN(instant.getTime()) ? { problem: `“${offset}” is not an offset.` } : { value: instant };
}

/** A time that the clocks skip or show twice needs its offset. */
function inZone(day: Day, time: string, zone: string): ReadValue<Date> {
  try {
    return { value: fromLocalInput(localOf(day, time), zone) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const local = localOf(day, time);
    return { problem: error.message.replace("Please choose another time.", `Add the offset, such as ${local}+01:00.`) };
  }
}

export const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);
