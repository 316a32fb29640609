import { readFile } from "node:fs/promises";
import { and, asc, eq } from "drizzle-orm";
import {
  bookingTickets,
  liveSessions,
  outboxEmails,
  payments,
  sessionBookings,
  sessionWaitlist,
  users,
} from "@db/schema";
import { cheapHash } from "../../../support/accounts";
import { PlainBrowser, fieldsOf, textOf, type Page } from "../../../support/browser-without-javascript";
import { cellTextsUnder, conflict, errorsOf, paragraphsOf, textsOf, toastOf } from "../../../support/page-parts";
import { aSession, takePlace } from "../../../support/sessions";
import { expect, test as siteTest } from "../../../support/site-over-http";

const password = "slow-exhale-7";
const list = "/admin/sessions";

/** The built site with two admins, signed in without JavaScript. */
const test = siteTest.extend<{ mara: PlainBrowser; ines: PlainBrowser }>({
  mara: async ({ server, db }, use) => {
    await aSession(db, { title: "Not this one" });
    const passwordHash = await cheapHash(password);
    const admin = { role: "admin" as const, passwordHash, emailConfirmedAt: new Date() };
    await db.insert(users).values([
      { ...admin, email: "mara@example.com", fullName: "Mara Lind" },
      { ...admin, email: "ines@example.com", fullName: "Ines Carvalho" },
    ]);
    await use(await signedIn(server.url, "mara@example.com"));
  },
  ines: async ({ mara }, use) => use(await signedIn(mara.site, "ines@example.com")),
});

async function signedIn(site: string, email: string): Promise<PlainBrowser> {
  const browser = new PlainBrowser(site);
  await browser.submit(await browser.open("/sign-in"), { email, password }, "form:has([name=password])");
  return browser;
}

const typed = {
  title: "Evening Wind-Down",
  description: "Long exhales.",
  startsAt: "2031-12-02T19:30",
  price: "20",
  priceCurrency: "EUR",
  maxAttendees: "2",
};
const saidOf = (page: Page) => toastOf(page);

/** Posts a form with a file, as a browser does. */
async function submitWithFile(browser: PlainBrowser, page: Page, file: File): Promise<Page> {
  const form = page.root.querySelector("main form")!;
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...fieldsOf(form), priceCurrency: "EUR" })) body.append(name, value);
  body.append("image", file);
  const request = { method: "POST", body, headers: browser.headers, redirect: "manual" as const };
  const answer = await fetch(new URL(form.getAttribute("action")!, browser.site), request);
  const location = answer.headers.get("Location");
  if (location) return browser.open(location);
  return { ...page, status: answer.status, ...(await rootOf(await answer.text())) };
}

async function rootOf(html: string) {
  const { parse } = await import("node-html-parser");
  return { html, root: parse(html) };
}

const missingLink = "This online session has no joining link yet. Add it before the session starts.";

test("lists the tickets of a booking by name and cancels one on a page that asks about its money", async ({
  mara,
  db,
}) => {
  const session = await aSession(db, { priceMinor: 1800 });
  const bookingId = await takePlace(db, session, { quantity: 2, totalMinor: 3600, listPriceMinor: 3600 });
  const isSecond = and(eq(bookingTickets.bookingId, bookingId), eq(bookingTickets.number, 2));
  await db.update(bookingTickets).set({ name: "Ben Raman" }).where(isSecond);
  const [payment] = [{ bookingId, provider: "outside" as const, amountMinor: 3600, currency: "GBP" as const }];
  await db.insert(payments).values({ ...payment, state: "paid" });
  const path = `${list}/${session.id}/attendees`;
  const attendees = await mara.open(path);
  expect(textOf(attendees, "main")).toContain("£36.00 for 2 tickets");
  expect(textOf(attendees, "ul[aria-label=Tickets]")).toBe("Priya RamanCancel ticketBen RamanCancel ticket");
  const link = attendees.root.querySelector("a[aria-label='Cancel ticket: Ben Raman']")!.getAttribute("href")!;
  const question = await mara.open(link);
  expect(textOf(question, "h1")).toBe("Cancel the ticket of Ben Raman?");
  expect(textOf(question, "fieldset")).toContain("you refund £18.00 yourself");
  const cancelled = await mara.submit(question);
  expect(toastOf(cancelled)).toBe("Ticket cancelled Refund £18.00 yourself.");
  expect(textOf(cancelled, "ul[aria-label=Tickets]")).toBe("Priya RamanCancel ticketBen RamanCancelled");
  expect(textOf(await mara.open(link), "main form")).toContain("there is nothing to cancel");
  expect((await mara.open(link.replace(session.id, bookingId))).status).toBe(404);
});

test("creates, refuses, edits, resolves a conflict, uploads a picture, duplicates and deletes a session", async ({
  mara,
  ines,
  db,
}) => {
  const blank = await mara.open(`${list}/new`);
  expect(blank.html).toContain("In your own time zone, Europe/London.");
  const refused = await mara.submit(blank, { durationMinutes: "0", price: "-1" });
  expect(refused.status).toBe(422);
  expect(errorsOf(refused)).toEqual([
    "Title is required",
    "Description is required",
    "Start time is required",
    "Duration must be at least 1 minute",
    "Price must be 0 or greater",
  ]);
  const unlinked = await mara.submit(refused, { ...typed, durationMinutes: "60", zoomLink: "nowhere" });
  expect(errorsOf(unlinked)).toEqual(["Enter a full web address, such as https://zoom.us/j/123"]);
  const made = await mara.submit(unlinked, { zoomLink: "", priceCurrency: "EUR" });
  expect([saidOf(made), textOf(made, "h1")]).toEqual([`Session created ${missingLink}`, "Evening Wind-Down"]);
  expect(made.html).toContain("€20 (EUR), saved as £17.00");
  const path = new URL(made.url).pathname;
  expect(textOf(made, "main a[target=_blank]")).toMatch(/^View Public Page/);
  await db.update(liveSessions).set({ isPublished: false });
  expect((await mara.open(path)).html).not.toContain("View Public Page");
  await db.update(liveSessions).set({ isPublished: true });

  const [first, second] = [await mara.open(`${path}/edit`), await ines.open(`${path}/edit`)];
  await mara.submit(first, { title: "Morning Rise", priceCurrency: "EUR" });
  const late = await ines.submit(second, { durationMinutes: "90", priceCurrency: "EUR" });
  expect(late.status).toBe(409);
  expect(textOf(late, conflict())).toContain("Mara Lind changed this session while you were editing it");
  expect(textOf(late, conflict("dl"))).toBe("TitleSaved versionMorning Rise");
  const invalid = await ines.submit(late, { title: "", priceCurrency: "EUR" });
  expect(errorsOf(invalid)).toEqual(["Title is required"]);
  const again = await ines.submit(invalid, { title: "Morning Rise" });
  expect(saidOf(again)).toBe(`Session saved ${missingLink}`);
  expect(again.html).toContain("90 minutes");

  const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], "large.png");
  const tooLarge = await submitWithFile(mara, await mara.open(`${path}/edit`), large);
  expect(tooLarge.status).toBe(422);
  expect(tooLarge.html).toContain("Failed to upload image");
  expect(errorsOf(tooLarge)).toEqual([
    "File size exceeds the maximum allowed size of 10MB. Your file is 10.000001 MB.",
  ]);
  const picture = new File([await readFile("dev/seed/media/held.webp")], "held.webp");
  await submitWithFile(mara, await mara.open(`${path}/edit`), picture);
  const [, { thumbnailUrl }] = (await db.select().from(liveSessions).orderBy(asc(liveSessions.startTime))) as [
    unknown,
    { thumbnailUrl: string },
  ];
  expect(thumbnailUrl).toMatch(/^\/media\/images\/[\w-]+\.jpg$/);
  expect((await fetch(mara.site + thumbnailUrl)).headers.get("Content-Type")).toBe("image/jpeg");
  expect((await mara.open(path.replace("/admin", ""))).html).toContain(thumbnailUrl);

  const listed = await mara.open(list);
  const duplicate = listed.root.querySelector("[aria-label='Duplicate Morning Rise']")!;
  const [form, original] = [duplicate.getAttribute("form")!, duplicate.getAttribute("value")!];
  const copied = await mara.submit(listed, { id: original }, `form#${form}`);
  expect(saidOf(copied)).toBe("Session duplicated successfully for Tuesday, December 9, 2031");
  expect([textOf(copied, "h1"), fieldsOf(copied.root.querySelector("main form")!)]).toEqual([
    "Edit Session",
    expect.objectContaining({ title: "Morning Rise (Copy)", startsAt: "2031-12-09T19:30" }),
  ]);
  expect(textsOf(copied, "main form [type=submit]")).toEqual(["Save draft", "Save and publish"]);
  expect(textsOf(copied, "main form p")).toContain(
    "This is a draft. It is hidden and can’t be booked until you publish it.",
  );
  expect((await mara.open(list)).html).toContain("Upcoming Sessions (3)");
  expect((await mara.open(`${list}?search=rise`)).html).toContain("Upcoming Sessions (2)");
  expect((await mara.open(`${list}?search=nothing`)).html).toContain("No sessions found");
  const deleted = await mara.submit(await mara.open(`${path}/delete`));
  expect(saidOf(deleted)).toBe("Session deleted successfully");
  const gone = await mara.open(path);
  expect([gone.status, gone.html.includes("Session data not available.")]).toEqual([404, true]);
});

test("previews a series before creating it", async ({ mara, db }) => {
  const series = { ...typed, repeat: "monthly", times: "3" };
  const preview = await mara.submit(await mara.open(`${list}/new`), series);
  expect(textsOf(preview, "main ol li")).toEqual([
    "Tuesday, December 2, 2031, 7:30 PM GMT",
    "Tuesday, January 6, 2032, 7:30 PM GMT",
    "Tuesday, February 3, 2032, 7:30 PM GMT",
  ]);
  expect(await db.$count(liveSessions)).toBe(1);
  const made = await mara.submit(preview, { ...series });
  expect(saidOf(made)).toBe(`3 sessions created ${missingLink}`);
  expect(await db.$count(liveSessions)).toBe(4);
});

test("adds, checks in, annotates, messages, marks as paid and removes attendees, and manages the waitlist", async ({
  mara,
  db,
}) => {
  const session = await aSession(db, { maxAttendees: 1 });
  const path = `${list}/${session.id}`;
  expect((await mara.open(`${path}/attendees`)).html).toContain("No attendees yet for this session.");
  expect((await mara.open(`${path}/waitlist`)).html).toContain("No one on the waitlist yet.");
  const person = { firstName: "Tomas", lastName: "Lindqvist", email: "tomas@example.com" };
  const form = await mara.open(`${path}/add-attendee`);
  expect(errorsOf(await mara.submit(form, { ...person, email: "tomas" }))).toEqual(["Enter a full email address"]);
  const added = await mara.submit(form, person);
  expect(saidOf(added)).toBe("Attendee added The confirmation is on its way.");
  expect(textOf(added, "main li:has(a[href^='mailto:'])")).toContain("Pending Payment: by transfer");
  const full = await mara.submit(await mara.open(`${path}/add-attendee`), { ...person, email: "other@example.com" });
  expect([full.status, textOf(full, "main [role=alert]")]).toEqual([
    409,
    "Error No place is free. Raise the number of places first.",
  ]);

  const here = await mara.submit(await mara.open(`${path}/check-in`), {}, "main li form");
  expect(textOf(here, "main h1 + p")).toBe("Evening Wind-Down: 1 of 1 here");
  expect(textOf(await mara.submit(here, {}, "main li form"), "main h1 + p")).toBe("Evening Wind-Down: 0 of 1 here");
  const toPay = added.root.querySelector("a[aria-label='Mark as paid: Tomas Lindqvist']")!.getAttribute("href")!;
  const paid = await mara.submit(await mara.open(toPay));
  expect(textOf(paid, "main li b + span")).toBe("Paid");
  const noted = await mara.submit(paid, { note: "Knee: no kneeling" }, "form:has([value=note])");
  expect(paragraphsOf(noted)).toContain("Your note: Knee: no kneeling");
  const message = await mara.open(`${path}/message`);
  expect(errorsOf(await mara.submit(message))).toEqual(["Enter a subject", "Write your message"]);
  const typedMessage = { subject: "A warm layer", text: "Bring socks." };
  const preview = await mara.submit(message, typedMessage);
  expect(textOf(preview, "section[aria-labelledby=preview]")).toContain("A warm layer");
  const changed = await mara.submit(preview, { ...typedMessage, text: "Bring warm socks." });
  expect(changed.root.querySelector("iframe")!.getAttribute("srcdoc")).toContain("Bring warm socks.");
  expect(await db.$count(outboxEmails, eq(outboxEmails.template, "attendee-message"))).toBe(0);
  const sent = await mara.submit(changed);
  expect(saidOf(sent)).toBe("Message sent It goes to 1 person.");

  const entry = { sessionId: session.id, lastName: "Donnelly", timeZone: "Europe/London" };
  await db.insert(sessionWaitlist).values([
    { ...entry, firstName: "Maeve", email: "maeve@example.com" },
    { ...entry, firstName: "Aisha", email: "aisha@example.com" },
  ]);
  const line = await mara.open(`${path}/waitlist`);
  const moved = await mara.submit(line, { place: "1" }, "form:has([aria-label='New position: Aisha Donnelly'])");
  expect(cellTextsUnder(moved, "Name and email")).toEqual([
    "Aisha Donnellyaisha@example.com",
    "Maeve Donnellymaeve@example.com",
  ]);
  const removal = moved.root.querySelector("a[aria-label='Remove Aisha Donnelly']")!.getAttribute("href")!;
  expect(saidOf(await mara.submit(await mara.open(removal)))).toBe("Waitlist entry removed successfully");

  const [booking] = await db.select().from(sessionBookings);
  const question = await mara.open(`${path}/attendees/${booking!.id}/remove`);
  expect(textOf(question, "main form")).toContain(
    "goes to the first person on the waitlist or becomes free for everyone, and",
  );
  expect(textOf(question, "fieldset")).toContain("you refund £18.00 yourself");
  const removed = await mara.submit(question);
  expect(saidOf(removed)).toBe("Attendee removed successfully Refund £18.00 yourself.");
  expect(removed.html).toContain("No attendees yet for this session.");
  expect(textOf(await mara.open(`${path}/waitlist`), "main tbody")).toContain("Offered until");
  const cancelling = await mara.open(`${path}/delete`);
  expect(textOf(cancelling, "h1")).toBe("Cancel “Evening Wind-Down”?");
  const cancelled = await mara.submit(cancelling, { note: "I have caught a cold." });
  expect(saidOf(cancelled)).toBe("Session cancelled, and everyone is told");
});
