import fc from "fast-check";
import { foldLines } from "ical-generator";
import { expect, test } from "vitest";
import { type CalendarEvent, writeEventFile, writeFeed } from "@server/platform/calendar/calendar-file";
import { readCalendar, readEventFile } from "../../../support/calendar";

const organizer = { name: "Breathroom", email: "hello@breathroom.example" };

const anEvent = (values: Partial<CalendarEvent> = {}): CalendarEvent => ({
  uid: "7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11@breathroom.example",
  sequence: 0,
  start: new Date("2027-03-28T08:30:00Z"),
  end: new Date("2027-03-28T10:00:00Z"),
  stamp: new Date("2026-11-24T09:00:00Z"),
  title: "Evening Wind-Down",
  description: "Long exhales.",
  location: "Online",
  url: "https://breathroom.example/sessions/1",
  isCancelled: false,
  ...values,
});

test("publishes one event in UTC with its organiser", () => {
  const event = anEvent();
  const text = writeEventFile(event, "publish", organizer);
  const { isCancelled: _, ...facts } = event;
  expect(readEventFile(text)).toEqual({
    ...facts,
    method: "PUBLISH",
    status: "CONFIRMED",
    organizer: "mailto:hello@breathroom.example",
  });
  expect(text).toContain("DTSTART:20270328T083000Z\r\n");
  expect(text).not.toMatch(/ATTENDEE|VALARM/);
});

test("cancels the same event by its UID", () => {
  const event = anEvent({ isCancelled: true, sequence: 3 });
  expect(readEventFile(writeEventFile(event, "cancel", organizer))).toMatchObject({
    method: "CANCEL",
    uid: event.uid,
    sequence: 3,
    status: "CANCELLED",
  });
});

test("a feed has no method and no organiser", () => {
  const text = writeFeed({ name: "Rest, breathe; begin\nagain \\o/", events: [anEvent(), anEvent({ uid: "2@x" })] });
  const { method, name, events } = readCalendar(text);
  expect([method, name]).toEqual([null, "Rest, breathe; begin again \\o/"]);
  expect(events.map((event) => event.organizer)).toEqual([null, null]);
  expect(text).toContain("REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n");
});

test("folds the lines of a feed as those of a file are folded", () => {
  const characters = fc.constantFrom("a", "é", "静", "🌬️", ",", "\\", "\n", " ");
  const text = fc.string({ unit: characters, maxLength: 300 });
  fc.assert(
    fc.property(text, text, (title, description) => {
      const feed = writeFeed({ name: "Breathroom", events: [anEvent({ title, description })] });
      expect(feed).toBe(foldLines(feed.replaceAll("\r\n ", "")));
    }),
  );
});

test("a feed without sessions is a valid calendar", () => {
  expect(readCalendar(writeFeed({ name: "Breathroom", events: [] })).events).toEqual([]);
});

test.each([
  "Commas, semicolons; and a back\\slash",
  "One line\nand another\n\nand one more",
  `"Quoted" names: and colons`,
  "🌬️ breathe 👩‍👩‍👧 out ".repeat(20),
  "pausé, тихо, 静かに、".repeat(15),
  "x".repeat(300),
])("round-trips %j", (text) => {
  const event = anEvent({ title: text, description: text, location: text });
  const file = writeEventFile(event, "publish", { ...organizer, name: text });
  expect(readEventFile(file)).toMatchObject({ title: text, description: text, location: text });
});

test("drops control characters and normalises Windows line breaks", () => {
  const file = writeEventFile(
    anEvent({ title: "Re\u0000st\u0007 \u001b[1m", description: "a\r\nb\rc" }),
    "publish",
    organizer,
  );
  expect(readEventFile(file)).toMatchObject({ title: "Rest [1m", description: "a\nb\nc" });
});

test("no text breaks out of its property", () => {
  const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 400 });
  // Any, as the unit "binary", whose list takes the library a second to make.
  const character = fc
    .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
    .map((point) => String.fromCodePoint(point));
  fc.assert(
    fc.property(
      text,
      text,
      text,
      fc.string({ unit: character, maxLength: 200 }),
      (title, description, location, name) => {
        const event = anEvent({ title, description, location });
        const file = writeEventFile(event, "publish", { ...organizer, name: `x${name}` });
        expect(readEventFile(file)).toMatchObject({ uid: event.uid, start: event.start, status: "CONFIRMED" });
        expect(readCalendar(writeFeed({ name, events: [event] })).events).toHaveLength(1);
      },
    ),
    { numRuns: 100 },
  );
});
