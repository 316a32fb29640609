import { eq } from "drizzle-orm";
import type { Database } from "@db/client";
import { liveSessions, sessionBookings, siteSettings } from "@db/schema";
import { type Page, PlainBrowser, textOf } from "../../../support/browser-without-javascript";
import { textsOf, toastOf } from "../../../support/page-parts";
import { aSession, takePlace } from "../../../support/sessions";
import { expect, test } from "../../../support/site-over-http";

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);

/** Two like dates and one that costs more, with a guest on the first. */
async function begin(db: Database) {
  const from = await aSession(db, { startTime: inDays(5) });
  const to = await aSession(db, { startTime: inDays(12), title: "Morning Breath" });
  await aSession(db, { startTime: inDays(13), title: "Another Price", priceMinor: 2500 });
  const bookingId = await takePlace(db, from);
  return { from, to, ...(await readBooking(db, bookingId)) };
}

async function readBooking(db: Database, bookingId: string) {
  const [booking] = await db.select().from(sessionBookings).where(eq(sessionBookings.id, bookingId));
  return { bookingId, sessionId: booking!.sessionId, key: booking!.manageKey, booking: booking! };
}

const linkIn = (page: Page, text: string) =>
  page.root
    .querySelectorAll("a")
    .find((link) => link.text.includes(text))!
    .getAttribute("href")!;

test("moves a guest's booking from its page, without JavaScript", async ({ server, db }) => {
  const { to, bookingId, key } = await begin(db);
  const browser = new PlainBrowser(server.url);
  const page = await browser.open(`/bookings/${bookingId}?key=${key}`);
  const dates = await browser.open(linkIn(page, "Move to another date"));
  expect(textOf(dates, "dialog[open] h1")).toBe("Move to another date");
  expect(textsOf(dates, "dialog li")).toEqual([expect.stringContaining("Morning Breath")]);
  const question = await browser.open(dates.root.querySelector("dialog li a")!.getAttribute("href")!);
  expect(textsOf(question, "dialog h2")).toEqual(["Evening Wind-Down", "Morning Breath"]);
  expect(question.root.querySelector("dialog")!.text).toContain("Free cancellation until");
  expect((await readBooking(db, bookingId)).sessionId).not.toBe(to.id);

  const moved = await browser.submit(question, {}, "dialog form");
  expect(new URL(moved.url).pathname + new URL(moved.url).search).toBe(`/bookings/${bookingId}?key=${key}`);
  expect(toastOf(moved)).toBe("Booking moved The new date is on its way to you by email.");
  expect(moved.root.querySelector("main")!.text).toContain("Morning Breath");
  expect((await readBooking(db, bookingId)).sessionId).toBe(to.id);

  // Pressed again after going back.
  const again = await browser.submit(question, {}, "dialog form");
  expect(toastOf(again)).toContain("Booking moved");
});

test("shows the dates again when the chosen one has changed or is taken", async ({ server, db }) => {
  const { from, to, bookingId, key } = await begin(db);
  const browser = new PlainBrowser(server.url);
  const address = `/bookings/${bookingId}/move?key=${key}&to=${to.id}`;
  const question = await browser.open(address);
  const startTime = inDays(11);
  await db.update(liveSessions).set({ startTime, version: 2 }).where(eq(liveSessions.id, to.id));
  const changed = await browser.submit(question, {}, "dialog form");
  expect(changed.status).toBe(409);
  expect(changed.root.querySelector("dialog")!.text).toContain("This date has just changed.");
  await db.update(liveSessions).set({ maxAttendees: 1 }).where(eq(liveSessions.id, to.id));
  await takePlace(db, to);
  const full = await browser.submit(changed, {}, "dialog form");
  expect(full.status).toBe(409);
  expect(full.root.querySelector("dialog")!.text).toContain("This date is fully booked now.");
  expect(full.root.querySelector("dialog")!.text).toContain("No other date");
  expect((await browser.open(address)).root.querySelector("dialog")!.text).toContain(
    "This date can no longer be booked.",
  );
  expect((await readBooking(db, bookingId)).sessionId).toBe(from.id);
});

test("asks for a newer health statement and keeps what was typed", async ({ server, db }) => {
  const { to, bookingId, key } = await begin(db);
  await db.insert(siteSettings).values({ key: "health", value: { text: "Ask your doctor.", version: 3 } });
  const browser = new PlainBrowser(server.url);
  const question = await browser.open(`/bookings/${bookingId}/move?key=${key}&to=${to.id}`);
  expect(question.root.querySelector("dialog")!.text).toContain("Ask your doctor.");
  const refused = await browser.submit(question, { healthVersion: "", healthNote: "asthma" }, "dialog form");
  expect(refused.status).toBe(422);
  expect(refused.root.querySelector("dialog")!.text).toContain("Please read this and tick the box before you book");
  expect(textOf(refused, "dialog textarea")).toBe("asthma");
  await browser.submit(refused, { healthVersion: "3" }, "dialog form");
  expect((await readBooking(db, bookingId)).booking).toMatchObject({ sessionId: to.id, healthVersion: 3 });
});

test("answers a wrong key with 404 and asks those without one to sign in", async ({ server, db }) => {
  const { from, to, bookingId } = await begin(db);
  const browser = new PlainBrowser(server.url);
  const address = `/bookings/${bookingId}/move`;
  expect((await browser.open(`${address}?key=wrong`)).status).toBe(404);
  const values = { from: from.id, to: to.id, version: "1", formKey: crypto.randomUUID() };
  expect((await browser.post(`${address}?key=wrong`, values)).status).toBe(404);
  expect(new URL((await browser.open(address)).url).pathname).toBe("/sign-in");
  expect((await readBooking(db, bookingId)).sessionId).toBe(from.id);
});

test("leads back to the booking when it can no longer be moved", async ({ server, db }) => {
  const { from, bookingId, key } = await begin(db);
  await db
    .update(liveSessions)
    .set({ startTime: inDays(0.5) })
    .where(eq(liveSessions.id, from.id));
  const page = await new PlainBrowser(server.url).open(`/bookings/${bookingId}/move?key=${key}`);
  expect(new URL(page.url).pathname).toBe(`/bookings/${bookingId}`);
  expect(page.html).not.toContain("Move to another date");
});
