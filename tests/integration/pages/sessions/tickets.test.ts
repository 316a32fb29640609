import { bookingTickets, sessionBookings } from "@db/schema";
import { asc } from "drizzle-orm";
import { PlainBrowser, textOf } from "../../../support/browser-without-javascript";
import { errorsOf } from "../../../support/page-parts";
import { aSession } from "../../../support/sessions";
import { expect, test } from "../../../support/site-over-http";

const guest = { firstName: "Hannah", lastName: "Okafor", email: "hannah@example.com" };
const form = "dialog form";

test("books several tickets without JavaScript: asks for the new total first, and keeps what was typed", async ({
  server,
  db,
}) => {
  const session = await aSession(db, { maxAttendees: 4 });
  const browser = new PlainBrowser(server.url);
  const dialog = await browser.open(`/sessions/${session.id}/book`);
  expect(dialog.root.querySelectorAll("select[name=quantity] option").map(({ text }) => text)).toEqual([
    ...["1", "2", "3", "4"],
  ]);
  const asked = await browser.submit(dialog, { ...guest, quantity: "3" }, form);
  expect(asked.status).toBe(409);
  expect(asked.root.text).toContain("The number of tickets has changed. Please check the new total and confirm.");
  expect(textOf(asked, "dialog dl")).toMatch(/3 tickets at £18\.00\s*£54\.00/);
  expect(textOf(asked, "dialog [data-dialog-foot] dl")).toMatch(/Total\s*£54\.00/);
  expect(asked.root.querySelector("input[name=firstName]")?.getAttribute("value")).toBe("Hannah");
  const names = "Ben\r\nCleo\r\nDan";
  const refused = await browser.submit(asked, { ...guest, quantity: "3", ticketNames: names }, form);
  expect(errorsOf(refused)).toEqual(["That is 3 names besides your own for 3 tickets."]);
  expect(refused.root.querySelector("textarea[name=ticketNames]")?.text).toContain("Dan");
  const booked = await browser.submit(refused, { ...guest, quantity: "3", ticketNames: "Ben\r\nCleo" }, form);
  expect(booked.url).toContain("/checkout/");
  expect(await db.select().from(sessionBookings)).toMatchObject([{ quantity: 3, totalMinor: 5400 }]);
});

test("cancels one ticket on the booking's page, and leaves the others", async ({ server, db }) => {
  const session = await aSession(db, { priceMinor: 0 });
  const browser = new PlainBrowser(server.url);
  const dialog = await browser.open(`/sessions/${session.id}/book`);
  await browser.submit(dialog, { ...guest, quantity: "2" }, form);
  const booking = (await db.query.sessionBookings.findFirst())!;
  const [, second] = await db.select().from(bookingTickets).orderBy(asc(bookingTickets.number));
  const page = await browser.open(`/bookings/${booking.id}?key=${booking.manageKey}`);
  expect(textOf(page, "main")).toContain("Hannah Okafor (ticket 2)");
  const link = page.root.querySelector(`a[href*="ticket=${second!.id}"]`)!.getAttribute("href")!;
  const cancelled = await browser.submit(await browser.open(link.replaceAll("&amp;", "&")), {}, form);
  expect(cancelled.root.text).toContain("Ticket cancelled");
  expect(textOf(cancelled, "aside")).toContain("2 tickets, 1 cancelled");
  expect(await db.select().from(sessionBookings)).toMatchObject([{ status: "completed", quantity: 1 }]);
  expect(textOf(cancelled, "main")).not.toContain("Cancel this ticket");
});
