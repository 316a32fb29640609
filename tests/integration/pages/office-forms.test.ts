import { eq } from "drizzle-orm";
import { liveSessions, outboxEmails, sessionBookings, sessionWaitlist, siteSettings } from "@db/schema";
import { sessionForm } from "@server/office/managing/schemas";
import { anAccount } from "../../support/accounts";
import { fieldsOf, textOf, type Page } from "../../support/browser-without-javascript";
import { expect, formWith, test } from "../../support/admin-over-http";
import { cellTextsUnder, errorsOf, messageOn, textsOf, toastOf } from "../../support/page-parts";
import { aSession, takePlace } from "../../support/sessions";

test("moves waitlist entries and offers a free place by hand, without JavaScript", async ({ db, admin }) => {
  const session = await aSession(db, { maxAttendees: 5 });
  const entry = { sessionId: session.id, lastName: "Weir", timeZone: "Europe/London" };
  await db.insert(sessionWaitlist).values([
    { ...entry, firstName: "Maeve", email: "maeve@example.com" },
    { ...entry, firstName: "Aisha", email: "aisha@example.com" },
  ]);
  const line = await admin.open(`/admin/sessions/${session.id}/waitlist`);
  const moved = await admin.submit(line, { place: "2" }, formWith(line, "Move Maeve Weir to this place"));
  expect(cellTextsUnder(moved, "Name and email")).toEqual([
    "Aisha Weiraisha@example.com",
    "Maeve Weirmaeve@example.com",
  ]);
  expect(textOf(moved, "main")).toContain("is offered to the first person on the waitlist automatically.");
  await db.insert(siteSettings).values({ key: "isWaitlistOn", value: false });
  const off = await admin.open(`/admin/sessions/${session.id}/waitlist`);
  expect(textOf(off, "main")).toContain(
    "The waitlist is turned off in the settings, so places are not offered automatically.",
  );
  const open = { isPublished: true, cancelledAt: null, startTime: session.startTime };
  const closed = [{ isPublished: false }, { cancelledAt: new Date() }, { startTime: new Date(Date.now() + 3_600_000) }];
  for (const isOver of closed) {
    await db.update(liveSessions).set({ ...open, ...isOver });
    const over = textOf(await admin.open(`/admin/sessions/${session.id}/waitlist`), "main");
    expect(over).toContain("No places are offered now, because the session is a draft, cancelled or about to start.");
    expect(over).not.toContain("by itself");
  }
  await db.update(liveSessions).set(open);
  const link = moved.root.querySelector("[aria-label='Offer a place: Maeve Weir']")!;
  const question = await admin.open(link.getAttribute("href")!);
  expect(textOf(question, "h1")).toBe("Offer a place to Maeve Weir?");
  expect(textOf(question, "main form")).toMatch(
    /goes to this address, and the place is held until \w{3}, \w{3} \d+, \d+:\d\d [AP]M\. ?One person has been on the waitlist longer/,
  );
  const offered = await admin.submit(question);
  expect(messageOn(offered)).toContain("Place offered");
  expect(textOf(offered, "main tbody")).toContain("Offered until");
  const removal = moved.root.querySelector("[aria-label='Remove Maeve Weir']")!;
  expect(textOf(await admin.open(removal.getAttribute("href")!), "main form")).toContain(
    "The offered place goes to the first person on the waitlist or becomes free for everyone. Maeve Weir gets no email about it.",
  );
  expect(messageOn(await admin.submit(question))).toContain("Place offered");
  expect(messageOn(await admin.open(link.getAttribute("href")!))).toContain("They already have an offer.");
});

test("ends an impersonation on a page of its own, without JavaScript", async ({ db, admin }) => {
  const member = await anAccount(db);
  const path = `/admin/users/${member.id}`;
  await admin.submit(await admin.open(`${path}/login`), { reason: "She can’t find her recording" });
  const out = await admin.open("/impersonation");
  expect(textOf(out, "h1")).toBe("Back to your account?");
  const back = await admin.submit(out);
  expect([new URL(back.url).pathname, messageOn(back)]).toEqual([path, "You are back in your own account"]);
});

const settings: Record<string, Record<string, string>> = {
  contact: { contact: "mailto:clara@example.com", socialName: "Pond", socialUrl: "https://pond.example/clara" },
  pages: { about: "https://clara.example/about" },
  cancelling: { cancelWindowHours: "48" },
  waitlist: { offerHours: "6" },
  health: { text: "Please speak with your doctor first." },
};

test("saves each section of the settings separately, and unfolds the one that is meant, without JavaScript", async ({
  admin,
}) => {
  const unfolded = (page: Page) =>
    page.root.querySelectorAll("main details[open] [name=section]").map((input) => input.getAttribute("value"));
  expect(unfolded(await admin.open("/admin/settings"))).toEqual([]);
  expect(unfolded(await admin.open("/admin/settings?section=none"))).toEqual([]);
  for (const [section, values] of Object.entries(settings)) {
    const selector = `form:has([name=section][value=${section}])`;
    const form = await admin.open(`/admin/settings?section=${section}`);
    expect(unfolded(form)).toEqual([section]);
    const saved = await admin.submit(form, values, selector);
    expect([messageOn(saved), unfolded(saved)], section).toEqual(["Settings saved", [section]]);
    expect(fieldsOf(saved.root.querySelector(selector)!)).toMatchObject(values);
  }
  const typed = { cancelWindowHours: "soon" };
  const refused = await admin.submit(
    await admin.open("/admin/settings"),
    typed,
    "form:has([name=section][value=cancelling])",
  );
  expect([refused.status, unfolded(refused)]).toEqual([422, ["cancelling"]]);
  expect(fieldsOf(refused.root.querySelector("main details[open] form")!)).toMatchObject(typed);
});

test("has an input for every field of a session, so that saving empties none", async ({ admin, db }) => {
  const session = await aSession(db, { thumbnailUrl: "/media/images/dusk.webp" });
  const form = await admin.open(`/admin/sessions/${session.id}/edit`);
  const inputs = form.root.querySelectorAll("form[aria-label=Session] :is(input, textarea, select)");
  // A picture is sent as a file; only one that was uploaded with a refused form is sent by its id.
  const { imageId: _, ...fields } = sessionForm.shape;
  expect(inputs.map((input) => input.getAttribute("name"))).toEqual(
    expect.arrayContaining([...Object.keys(fields), "image"]),
  );
});

test("asks before it tells people of a new time, and keeps everything typed", async ({ admin, db }) => {
  const session = await aSession(db, { startTime: new Date("2031-12-02T19:30:00Z") });
  await takePlace(db, session);
  await takePlace(db, session, { attendeeEmail: "tomas@example.com" });
  const path = `/admin/sessions/${session.id}`;
  const change = "section[aria-label='Check the change']";
  const form = await admin.open(`${path}/edit`);
  expect(form.root.querySelector(change)).toBeNull();
  const asked = await admin.submit(form, { title: "Morning Rise", startsAt: "2031-12-03T08:00", whatToBring: "Socks" });
  expect([asked.status, textOf(asked, `${change} p`)]).toEqual([
    200,
    "2 people will be told by mail. Nothing is saved yet. Check the change, then press the button again.",
  ]);
  expect(textsOf(asked, `${change} dl > div`)).toEqual([
    "TimeBeforeTuesday, December 2, 2031, 7:30 PM GMT, 1hNewWednesday, December 3, 2031, 8:00 AM GMT, 1h",
  ]);
  expect(textsOf(asked, "main form [type=submit]")).toEqual(["Save and tell 2 people"]);
  expect(await db.$count(outboxEmails)).toBe(0);
  const saved = await admin.submit(asked);
  expect([toastOf(saved), textOf(saved, "h1")]).toEqual(["Session saved", "Morning Rise"]);
  expect(saved.html).toContain("Socks");
  expect(await db.$count(outboxEmails, eq(outboxEmails.template, "session-changed"))).toBe(2);
});

test("moves a booking from the attendees and from its page, late and free of charge, without JavaScript", async ({
  admin,
  db,
}) => {
  const from = await aSession(db, { startTime: new Date(Date.now() + 3 * 3_600_000) });
  await aSession(db, { title: "Morning Rise" });
  const other = await aSession(db, { title: "The Long Exhale", priceMinor: 2500 });
  const bookingId = await takePlace(db, from);
  const openLink = (page: Page, selector: string) =>
    admin.open(page.root.querySelector(`main ${selector}`)!.getAttribute("href")!);
  const toDates = `a[href^="/admin/orders/booking/${bookingId}/move"]`;
  const attendees = await admin.open(`/admin/sessions/${from.id}/attendees`);
  const dates = await openLink(attendees, toDates);
  expect(textsOf(dates, "main li p")).toEqual(["Morning Rise · Online · £18", "The Long Exhale · Online · £25"]);
  const question = await openLink(dates, "li a");
  expect(textsOf(question, "main form label")).toEqual(["Although it is too late"]);
  const refused = await admin.submit(question, {}, "main form");
  expect([refused.status, errorsOf(refused)]).toEqual([422, ["Tick this box if they may move all the same."]]);
  const moved = await admin.submit(refused, { isLate: "on" }, "main form");
  expect(new URL(moved.url).pathname).toBe(`/admin/sessions/${from.id}/attendees`);
  expect(toastOf(moved)).toBe("Booking moved The new date is on its way to them by email.");

  const order = await admin.open(`/admin/orders/booking/${bookingId}`);
  const unlike = await openLink(await openLink(order, toDates), "details a");
  expect(textOf(unlike, "main")).toContain("The price stays £18.00; this date is £25 a ticket. Nothing more is due.");
  const back = await admin.submit(unlike, { isFreeOfCharge: "on" }, "main form");
  expect(new URL(back.url).pathname).toBe(`/admin/orders/booking/${bookingId}`);
  expect(await db.select().from(sessionBookings)).toMatchObject([{ id: bookingId, sessionId: other.id }]);

  const gone = await admin.open(`/admin/orders/booking/${bookingId}/move?to=${crypto.randomUUID()}`);
  expect(textOf(gone, "main")).toContain("This date can no longer be booked. Please choose another.");
  expect((await admin.open(`/admin/orders/purchase/${bookingId}/move`)).status).toBe(404);
  await db.update(sessionBookings).set({ status: "cancelled", paymentStatus: "cancelled" });
  const none = await admin.open(`/admin/orders/booking/${bookingId}/move`);
  expect(textOf(none, "main")).toContain("This booking is cancelled, so there is nothing left to move.");
});

test("resends a confirmation from the attendees, the booking and the person, without JavaScript", async ({
  admin,
  db,
}) => {
  const session = await aSession(db);
  const over = await aSession(db, { startTime: new Date(Date.now() - 24 * 3_600_000) });
  const bookingId = await takePlace(db, session, { attendeeEmail: "tomas@example.com" });
  const past = await takePlace(db, over, { attendeeEmail: "tomas@example.com" });
  const people = await admin.open("/admin/people?search=tomas");
  const person = people.root.querySelector("main tbody a")!.getAttribute("href")!;
  const pages = [`/admin/sessions/${session.id}/attendees`, `/admin/orders/booking/${bookingId}`, person];
  for (const address of pages) {
    const page = await admin.open(address);
    const sent = await admin.submit(page, {}, formWith(page, "Resend"));
    expect(new URL(sent.url).pathname).toBe(address);
    expect(toastOf(sent)).toBe("Confirmation sent It is on its way to tomas@example.com.");
  }
  expect(await db.$count(outboxEmails, eq(outboxEmails.recipient, "tomas@example.com"))).toBe(pages.length);
  for (const address of [`/admin/sessions/${over.id}/attendees`, `/admin/orders/booking/${past}`]) {
    expect((await admin.open(address)).html).not.toContain("Resend confirmation");
  }
  expect(textsOf(await admin.open(person), "main td form")).toHaveLength(1);
});
