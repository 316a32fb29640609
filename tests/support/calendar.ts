import ICAL from "ical.js";
import { expect } from "vitest";

type ReadEvent = {
  uid: string;
  sequence: number;
  stamp: Date;
  start: Date;
  end: Date;
  title: string;
  description: string;
  location: string;
  url: string;
  status: string;
  organizer: string | null;
};

/** Parses a calendar strictly by RFC 5545. */
export function readCalendar(text: string) {
  expectWellFormed(text);
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  expect(calendar.name).toBe("vcalendar");
  expect(calendar.getFirstPropertyValue("version")).toBe("2.0");
  expect(String(calendar.getFirstPropertyValue("prodid"))).toMatch(/^-\/\//);
  const events = calendar.getAllSubcomponents("vevent").map(readEvent);
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length);
  return {
    method: calendar.getFirstPropertyValue("method"),
    // The parser does not unescape NAME, which is from the newer RFC 7986.
    name: calendar.getFirstPropertyValue("name")?.toString().replace(/\\(.)/g, "$1") ?? null,
    events,
  };
}

export function readEventFile(text: string) {
  const { method, events } = readCalendar(text);
  expect(events).toHaveLength(1);
  return { method, ...events[0]! };
}

/** RFC 5545, 3.1: CRLF line ends, at most 75 octets per line, no split characters. */
function expectWellFormed(text: string) {
  expect(text.endsWith("\r\n")).toBe(true);
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  const lines = text.split("\r\n").slice(0, -1);
  for (const line of lines) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(Buffer.from(line).toString()).toBe(line);
    expect(line).toMatch(/^(?: |[A-Z-]+[:;])/);
    expect(line).not.toMatch(/(?!\t)\p{Cc}/u);
  }
}

/** RFC 5545, 3.6.1: required properties, each once. */
function readEvent(event: ICAL.Component): ReadEvent {
  const only = (name: string) => {
    expect([name, event.getAllProperties(name).length]).toEqual([name, 1]);
    return event.getFirstPropertyValue(name)!;
  };
  const instant = (name: string) => {
    const time = only(name) as ICAL.Time;
    expect([name, time.zone?.tzid]).toEqual([name, "UTC"]);
    return time.toJSDate();
  };
  const organizer = event.getFirstPropertyValue("organizer");
  return {
    uid: String(only("uid")),
    sequence: Number(only("sequence")),
    stamp: instant("dtstamp"),
    start: instant("dtstart"),
    end: instant("dtend"),
    title: String(only("summary")),
    description: String(only("description")),
    location: String(only("location")),
    url: String(only("url")),
    status: String(only("status")),
    organizer: organizer === null ? null : String(organizer),
  };
}
