import { liveSessions, sessionBookings, sessionWaitlist } from "@db/schema";
import { eq } from "drizzle-orm";
import { anAccount } from "../../../support/accounts";
import { fieldsOf, type Page, PlainBrowser, textOf } from "../../../support/browser-without-javascript";
import { aCourseOf, someDates } from "../../../support/courses";
import { signIn } from "../../../support/recordings-http";
import { aSession, takePlace } from "../../../support/sessions";
import { expect, test } from "../../../support/site-over-http";

const guest = { firstName: "Hannah", lastName: "Okafor", email: "hannah@example.com" };
const form = "dialog form";
const waitlistForm = "form[aria-label='Join the waitlist']";

/** Sends a page's form and returns the answer itself, without following it. */
async function postAlone(browser: PlainBrowser, page: Page, values: object, suffix = ""): Promise<Response> {
  const body = new URLSearchParams({ ...fieldsOf(page.root.querySelector(form)!), ...values });
  return fetch(page.url + suffix, { method: "POST", headers: browser.headers, body, redirect: "manual" });
}

const session = { maxAttendees: 2, startTime: new Date(Date.now() + 72 * 3_600_000) };
const begun = { startTime: new Date(Date.now() - 60_000) };
const cancelled = { cancelledAt: new Date() };
const unpaid = {
  quantity: 2,
  status: "pending",
  paymentStatus: "pending",
  holdUntil: new Date(Date.now() + 1e6),
} as const;

test.for([
  ["full", "The last place has just gone. SOLD OUT", { place: { quantity: 2 } }],
  ["held", "You’re not booked. The last places are being held for others right now.", { place: unpaid }],
  ["closed", "You’re not booked. Booking has closed for this session.", { change: begun }],
  ["cancelled", "You’re not booked. This session has been cancelled.", { change: cancelled }],
] as const)(
  "leads a booking that is refused as %s to the session's page, which is kept",
  async (
    [reason, text, { place, change }]: readonly [string, string, { place?: object; change?: object }],
    { server, db },
  ) => {
    const { id, priceMinor } = await aSession(db, session);
    const browser = new PlainBrowser(server.url);
    const dialog = await browser.open(`/sessions/${id}/book`);
    if (place) await takePlace(db, { id, priceMinor }, place);
    if (change) await db.update(liveSessions).set(change).where(eq(liveSessions.id, id));
    const answer = await postAlone(browser, dialog, guest);
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, `/sessions/${id}?refused=${reason}#refused`]);
    const scripted = await postAlone(browser, dialog, guest, ".data");
    expect([scripted.status, await scripted.text()]).toEqual([
      202,
      expect.stringContaining(`?refused=${reason}#refused`),
    ]);

    const page = await browser.submit(dialog, guest, form);
    expect([page.status, textOf(page, "#refused")]).toEqual([200, text]);
    expect(textOf(page, "main aside")?.includes("Join Waitlist")).toBe(place !== undefined);
    // The page has the same bytes for all visitors: it contains nothing that was typed.
    const read = async (headers: Record<string, string>) => (await fetch(page.url, { headers })).text();
    expect(await read(browser.headers)).toBe(await read({}));
    expect(page.html).not.toContain(guest.firstName);
    expect(await db.$count(sessionBookings, eq(sessionBookings.attendeeEmail, guest.email))).toBe(0);
  },
);

test("leads a booking of a session that is off the schedule to its page, which says so", async ({ server, db }) => {
  const { id } = await aSession(db);
  const browser = new PlainBrowser(server.url);
  const dialog = await browser.open(`/sessions/${id}/book`);
  await db.update(liveSessions).set({ isPublished: false }).where(eq(liveSessions.id, id));
  const page = await browser.submit(dialog, guest, form);
  expect([page.status, textOf(page, "h1")]).toEqual([404, "Session not found"]);
  expect(new URL(page.url).search).toBe("?refused=gone");
});

test("fills the waitlist's form with what was typed, in the browser that typed it", async ({ server, db }) => {
  const { id, priceMinor } = await aSession(db, session);
  const browser = new PlainBrowser(server.url);
  const dialog = await browser.open(`/sessions/${id}/book`);
  await takePlace(db, { id, priceMinor }, { quantity: 2 });
  const answer = await postAlone(browser, dialog, { ...guest, quantity: "2" });
  const [cookie = ""] = answer.headers.getSetCookie();
  expect(cookie).toMatch(/^booking_draft=[^;]+; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/);
  const sealed = decodeURIComponent(/=([^;]+)/.exec(cookie)![1]!);
  expect(Buffer.from(sealed.split(":")[1]!, "base64").toString("latin1")).not.toContain(guest.firstName);

  await browser.submit(dialog, { ...guest, quantity: "2" }, form);
  const waitlist = await browser.open(`/sessions/${id}/waitlist`);
  expect(fieldsOf(waitlist.root.querySelector(waitlistForm)!)).toMatchObject({ ...guest, quantity: "2" });
  const stranger = await new PlainBrowser(server.url).open(`/sessions/${id}/waitlist`);
  expect(fieldsOf(stranger.root.querySelector(waitlistForm)!)).toMatchObject({ firstName: "", email: "" });
  await browser.submit(waitlist, {}, waitlistForm);
  expect(await db.select().from(sessionWaitlist)).toMatchObject([{ ...guest, quantity: 2 }]);
  // What a guest has typed is not shown to the account that signs in afterwards.
  await signIn(browser, (await anAccount(db)).email);
  const member = await browser.open(`/sessions/${id}/waitlist`);
  expect(member.html).not.toContain(guest.email);
});

test("keeps names and address where longer texts would make the cookie too long", async ({ server, db }) => {
  const { id, priceMinor } = await aSession(db, session);
  const browser = new PlainBrowser(server.url);
  const dialog = await browser.open(`/sessions/${id}/book`);
  await takePlace(db, { id, priceMinor }, { quantity: 2 });
  const long = { ticketNames: "木".repeat(100), healthNote: "息".repeat(500), quantity: "2" };
  const wordy = { ...guest, firstName: "花".repeat(80), ...long, ticketNames: `${long.ticketNames}\n`.repeat(5) };
  const answer = await postAlone(browser, dialog, wordy);
  expect(answer.headers.getSetCookie()[0]!.length).toBeLessThan(4096);
  await browser.submit(dialog, wordy, form);
  const waitlist = await browser.open(`/sessions/${id}/waitlist`);
  const kept = { firstName: wordy.firstName, email: guest.email, quantity: "2" };
  expect(fieldsOf(waitlist.root.querySelector(waitlistForm)!)).toMatchObject(kept);
});

test("says that a place is free again, and fills the booking form with what was typed", async ({ server, db }) => {
  const { id, priceMinor } = await aSession(db, session);
  const browser = new PlainBrowser(server.url);
  const dialog = await browser.open(`/sessions/${id}/book`);
  const other = await takePlace(db, { id, priceMinor }, { quantity: 2 });
  const refused = await browser.submit(dialog, { ...guest, healthNote: "Asthma" }, form);
  const givenBack = { status: "cancelled", paymentStatus: "cancelled" } as const;
  await db.update(sessionBookings).set(givenBack).where(eq(sessionBookings.id, other));
  const page = await browser.open(refused.url);
  expect(textOf(page, "#refused")).toBe("You’re not booked yet. A place has just become free again.");
  const again = await browser.open(`/sessions/${id}/book`);
  expect(fieldsOf(again.root.querySelector(form)!)).toMatchObject(guest);
});

test("leads to the session's page from every button of a form whose session is full meanwhile", async ({
  server,
  db,
}) => {
  const { id, priceMinor } = await aSession(db, session);
  const browser = new PlainBrowser(server.url);
  const dialog = await browser.open(`/sessions/${id}/book`);
  await takePlace(db, { id, priceMinor }, { quantity: 2 });
  for (const [name, value] of [
    ["email", "hannah@"],
    ["intent", "tickets"],
    ["intent", "apply"],
  ] as const) {
    const page = await browser.submit(dialog, { ...guest, [name]: value }, form);
    expect(page.url).toContain(`/sessions/${id}?refused=full`);
  }
});

test("leaves what can be corrected in the form: fewer tickets", async ({ server, db }) => {
  const { id, priceMinor } = await aSession(db, { ...session, maxAttendees: 3 });
  const browser = new PlainBrowser(server.url);
  const dialog = await browser.open(`/sessions/${id}/book`);
  const two = await browser.submit(dialog, { ...guest, quantity: "2", intent: "tickets" }, form);
  await takePlace(db, { id, priceMinor }, { quantity: 2 });
  const refused = await browser.submit(two, { quantity: "2" }, form);
  expect([refused.status, textOf(refused, "dialog [role=alert]")]).toEqual([
    409,
    "Error Only 1 place is left. Please choose one ticket.",
  ]);
  expect(fieldsOf(refused.root.querySelector(form)!)).toMatchObject(guest);
  expect(await db.$count(sessionBookings)).toBe(1);
});

test("leads a course that is full meanwhile to its page, and fills its waitlist's form", async ({ server, db }) => {
  const dates = await someDates(db, { maxAttendees: 1 });
  const { id } = await aCourseOf(db, dates);
  const browser = new PlainBrowser(server.url);
  const opened = await browser.open(`/courses/${id}/book`);
  await takePlace(db, dates[1]!);
  const page = await browser.submit(opened, guest, "form[action$=book]");
  expect([page.status, new URL(page.url).search]).toEqual([200, "?refused=full"]);
  expect(textOf(page, "main [role=alert]")).toMatch(/^You’re not booked\. The course is full: no place is free on /);
  const waitlist = await browser.open(`/courses/${id}/waitlist`);
  expect(fieldsOf(waitlist.root.querySelector(waitlistForm)!)).toMatchObject(guest);
});
