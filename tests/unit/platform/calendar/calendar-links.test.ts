import { expect, test } from "vitest";
import { joinPathOf } from "../../../support/joining";
import { bookingCalendarLinks, sessionCalendarLinks } from "@server/catalogue/schedule/session-event";

const settings = { siteUrl: "https://breathroom.example" };
type Session = Parameters<typeof sessionCalendarLinks>[0];
type Booking = Parameters<typeof bookingCalendarLinks>[0];

const session = {
  id: "0d5a2f7e-51c8-4d8a-8b1c-2f7e1c9d1100",
  title: "Rest & breathe, slowly",
  description: "Long exhales.\n\nMore of it.",
  whatToBring: "A blanket",
  startTime: new Date("2027-03-28T08:30:00Z"),
  durationMinutes: 90,
  locationType: "online",
  zoomLink: "https://zoom.example/j/1?pwd=secret",
  calendarSequence: 0,
  createdAt: new Date("2026-11-01T00:00:00Z"),
  rescheduledAt: null,
  cancelledAt: null,
  offerId: null,
} as Session;
const booking = {
  id: "7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11",
  manageKey: "5f1d0c",
  status: "completed",
  createdAt: new Date("2026-11-02T00:00:00Z"),
  completedAt: null,
  cancelledAt: null,
} as Booking;

const queryOf = (link: string) => Object.fromEntries(new URL(link).searchParams);

test("public links hold title, UTC times and place but no joining link", () => {
  const links = sessionCalendarLinks(session, settings)!;
  expect(queryOf(links.google)).toMatchObject({
    action: "TEMPLATE",
    text: "Rest & breathe, slowly",
    dates: "20270328T083000Z/20270328T100000Z",
    location: "Online",
  });
  expect(queryOf(links.outlook)).toMatchObject({
    subject: "Rest & breathe, slowly",
    startdt: "2027-03-28T08:30:00.000Z",
    enddt: "2027-03-28T10:00:00.000Z",
    location: "Online",
  });
  expect(links.file).toBe(`/sessions/${session.id}/calendar.ics`);
  expect(Object.values(links).map(decodeURIComponent).join()).not.toMatch(/zoom|secret|join/);
});

test("encodes spaces without plus signs, which Outlook would show", () => {
  expect(sessionCalendarLinks(session, settings)!.outlook).not.toContain("+");
});

test("a booking's links include the joining link", () => {
  const links = bookingCalendarLinks(booking, session, settings, { byKey: true })!;
  const joinUrl = settings.siteUrl + joinPathOf(booking);
  expect(queryOf(links.google).location).toBe(joinUrl);
  expect(queryOf(links.outlook).body).toContain(`Join the session: ${joinUrl}`);
  expect(Object.values(links).map(decodeURIComponent).join()).not.toMatch(/zoom|secret/);
  expect(links.file).toBe(`/bookings/${booking.id}/calendar.ics?key=5f1d0c`);
  expect(bookingCalendarLinks(booking, session, settings, { byKey: false })!.file).not.toContain("key");
});

test("a held place has no joining link", () => {
  const links = bookingCalendarLinks({ ...booking, status: "pending" }, session, settings, { byKey: true })!;
  expect(queryOf(links.google).location).toBe("Online");
});

test("returns no links for a cancelled session or booking", () => {
  expect(sessionCalendarLinks({ ...session, cancelledAt: new Date() }, settings)).toBeNull();
  expect(bookingCalendarLinks({ ...booking, status: "cancelled" }, session, settings, { byKey: true })).toBeNull();
});
