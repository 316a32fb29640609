import { and, eq } from "drizzle-orm";
import { liveSessions, outboxEmails, sessionBookings, sessionWaitlist, siteSettings } from "@db/schema";
import { fieldsOf, PlainBrowser, textOf } from "../../../support/browser-without-javascript";
import { toastOf } from "../../../support/page-parts";
import {
  anEntry,
  anOffer,
  expect,
  form,
  formWith,
  mainText,
  openForm,
  entryPath,
  waitlistGuest,
  test,
} from "../../../support/waitlist-http";
import { takePlace } from "../../../support/sessions";

test("lets a visitor ask for several tickets, keeps the number with a refused form, and shows it to the visitor", async ({
  server,
  session,
  db,
}) => {
  await db.update(liveSessions).set({ maxAttendees: 3 }).where(eq(liveSessions.id, session.id));
  await takePlace(db, session, { quantity: 2 });
  const browser = new PlainBrowser(server.url);
  const opened = await openForm(browser, session);
  const choices = (page: typeof opened) => page.root.querySelectorAll(`${form} select[name=quantity] option`);
  expect(choices(opened).map(({ text }) => text)).toEqual(["1", "2", "3"]);
  const refused = await browser.submit(opened, { ...waitlistGuest, email: "", quantity: "3" }, form);
  expect(choices(refused).map((option) => option.hasAttribute("selected"))).toEqual([false, false, true]);
  await browser.submit(refused, waitlistGuest, form);
  const [entry] = await db.select().from(sessionWaitlist);
  expect(entry).toMatchObject({ ...waitlistGuest, quantity: 3 });
  expect(mainText(await browser.open(entryPath(entry!)))).toContain("maeve@example.com, for 3 tickets");
  const offerEndsAt = new Date(Date.now() + 3_600_000);
  await db.update(sessionBookings).set({ status: "cancelled", paymentStatus: "cancelled" });
  await db.update(sessionWaitlist).set({ status: "offered", offerEndsAt });
  const offered = mainText(await browser.open(entryPath(entry!)));
  expect(offered).toContain("3 places are held for you, Maeve.");
  expect(offered).toContain("Take the places");
});

test("lets a visitor join from the session's page, and answers a second time the same", async ({
  server,
  session,
  db,
}) => {
  const browser = new PlainBrowser(server.url);
  const opened = await openForm(browser, session);
  expect(textOf(opened, "aside[aria-label='Session details']")).toContain("SOLD OUT");
  const joined = await browser.submit(opened, waitlistGuest, form);
  expect(new URL(joined.url).pathname).toBe(`/sessions/${session.id}`);
  expect(toastOf(joined)).toBe("You've been added to the waitlist We'll notify you if a spot becomes available.");
  expect(await db.select().from(sessionWaitlist)).toMatchObject([{ ...waitlistGuest, status: "waiting" }]);

  // The same form again, then a new one.
  expect(toastOf(await browser.submit(opened, waitlistGuest, form))).toContain("You've been added to the waitlist");
  const again = await browser.submit(
    await openForm(browser, session),
    { ...waitlistGuest, email: "MAEVE@example.com" },
    form,
  );
  expect([again.status, again.url, toastOf(again)]).toEqual([joined.status, joined.url, toastOf(joined)]);
  expect(await db.$count(sessionWaitlist)).toBe(1);
  const mails = await db.select().from(outboxEmails).where(eq(outboxEmails.recipient, waitlistGuest.email));
  expect(mails.map(({ template }) => template).sort()).toEqual(["waitlist-already", "waitlist-joined"]);
});

test("shows the mistakes of a form and keeps the typed values", async ({ server, session, db }) => {
  const browser = new PlainBrowser(server.url);
  const opened = await openForm(browser, session);
  const empty = await browser.submit(opened, { ...waitlistGuest, lastName: " " }, form);
  expect(empty.status).toBe(422);
  expect(textOf(empty, `${form} [role=alert]`)).toBe("Please fill out all fields");
  expect(fieldsOf(empty.root.querySelector(form)!)).toMatchObject({ firstName: "Maeve", email: waitlistGuest.email });
  expect(empty.root.querySelector("[name=lastName]")!.getAttribute("aria-invalid")).toBe("true");

  const wrong = await browser.submit(empty, { ...waitlistGuest, email: "maeve@example" }, form);
  expect(wrong.status).toBe(422);
  expect(textOf(wrong, form)).toContain("Enter a full email address");
  expect(textOf(wrong, form)).not.toContain("Please fill out all fields");
  const tampered = await browser.submit(wrong, { ...waitlistGuest, formKey: "none" }, form);
  expect([tampered.status, textOf(tampered, `${form} [role=alert]`)]).toEqual([
    422,
    "Error Failed to join waitlist. Please try again.",
  ]);
  expect(await db.$count(sessionWaitlist)).toBe(0);
});

test("shows no form while a place is free or the waitlist is off, and explains a late form", async ({
  server,
  session,
  db,
}) => {
  const browser = new PlainBrowser(server.url);
  const opened = await openForm(browser, session);
  await db.update(liveSessions).set({ maxAttendees: 2 });
  const late = await browser.submit(opened, waitlistGuest, form);
  expect(toastOf(late)).toBe("A place is free right now. You can book it.");
  expect(mainText(late)).toContain("Book Now");
  expect(new URL((await browser.open(`/sessions/${session.id}/waitlist`)).url).pathname).toBe(
    `/sessions/${session.id}`,
  );

  await db.update(liveSessions).set({ maxAttendees: 1 });
  await db.insert(siteSettings).values({ key: "isWaitlistOn", value: false });
  const off = await browser.open(`/sessions/${session.id}`);
  expect(mainText(off)).toContain("SOLD OUT");
  expect(mainText(off)).not.toContain("Join Waitlist");
});

test("offers the same form with an explanation while the last places are only held", async ({
  server,
  session,
  db,
}) => {
  await db.update(sessionBookings).set({ status: "pending", paymentStatus: "pending" });
  const browser = new PlainBrowser(server.url);
  const opened = await openForm(browser, session);
  expect(textOf(opened, "aside[aria-label='Session details']")).toContain(
    "The last places are being held for others right now.",
  );
  expect(textOf(opened, "aside[aria-label='Session details']")).not.toContain("SOLD OUT");
  expect(toastOf(await browser.submit(opened, waitlistGuest, form))).toContain("You've been added to the waitlist");
});

test("shows an entry's page only with its key, outside search indexes and caches", async ({ server, session, db }) => {
  const entry = await anEntry(db, session);
  const other = await anEntry(db, session, { email: "other@example.com" });
  const browser = new PlainBrowser(server.url);
  for (const key of [other.manageKey, "", "1'or'1"]) {
    for (const page of [`/waitlist/${entry.id}?key=${key}`, `/waitlist/${entry.id}/accept?key=${key}`]) {
      expect((await browser.open(page)).status).toBe(404);
      const posted = await browser.post(page, { answer: "leave" });
      expect(posted.status).toBe(404);
      expect(posted.html).not.toContain(waitlistGuest.email);
    }
  }
  expect((await browser.open(`/waitlist/not-an-id?key=${entry.manageKey}`)).status).toBe(404);
  expect(await db.$count(sessionWaitlist, eq(sessionWaitlist.status, "waiting"))).toBe(2);

  const answer = await fetch(server.url + entryPath(entry));
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  expect(answer.headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
  const html = await answer.text();
  expect(html).toContain('name="robots" content="noindex"');
  expect(html).not.toContain("other@example.com");
});

test("changes nothing when opened, leaves by the button, and confirms a repeated press", async ({
  server,
  session,
  db,
}) => {
  await anEntry(db, session, { email: "first@example.com" });
  const entry = await anEntry(db, session);
  const browser = new PlainBrowser(server.url);
  const shown = await browser.open(entryPath(entry));
  expect(textOf(shown, "h1")).toBe("You're number 2 on the waitlist, Maeve.");
  expect(textOf(shown, "main h1 + p")).toMatch(/^When a place opens and it’s your turn, we’ll email you/);
  expect(shown.root.querySelector(formWith("decline"))).toBeNull();
  const statusOf = async () =>
    (await db.select().from(sessionWaitlist).where(eq(sessionWaitlist.id, entry.id)))[0]!.status;
  expect(await statusOf()).toBe("waiting");
  const left = await browser.submit(shown, {}, formWith("leave"));
  expect(textOf(left, "h1")).toBe("You have left the waitlist, Maeve.");
  expect(await statusOf()).toBe("left");
  expect(textOf(await browser.submit(shown, {}, formWith("leave")), "h1")).toBe("You have left the waitlist, Maeve.");
  expect((await browser.post(entryPath(entry), { answer: "accept" })).status).toBe(400);
});

test("passes the place on when declined, and explains what happened to a late answer", async ({
  server,
  session,
  db,
}) => {
  const entry = await anOffer(db, session);
  const next = await anEntry(db, session, { email: "next@example.com" });
  const browser = new PlainBrowser(server.url);
  const offered = await browser.open(entryPath(entry));
  expect(textOf(offered, "h1")).toBe("A place is held for you, Maeve.");
  expect(textOf(offered, "main h1 + p")).toMatch(
    /^It’s yours to take until \w+day, \w+ \d+, \d{4} at \d+:\d\d [AP]M \S+\./,
  );
  expect(textOf(offered, "main h1 + p")).toMatch(/After that it is released\.$/);
  const declined = await browser.submit(offered, {}, formWith("decline"));
  expect(textOf(declined, "h1")).toBe("You declined the place, Maeve.");
  expect(toastOf(declined)).toBe("Thanks for letting us know The place has been released.");
  expect(textOf(declined, "main h1 + p")).toBe("The place has been released, and you are off the waitlist.");
  const theirs = await browser.open(entryPath(next));
  expect(textOf(theirs, "h1")).toContain("A place is held for you");

  await db.update(sessionWaitlist).set({ status: "expired" }).where(eq(sessionWaitlist.id, next.id));
  const late = await browser.submit(theirs, {}, formWith("decline"));
  expect([late.status, textOf(late, "h1")]).toEqual([409, "This offer has expired, Maeve."]);
  expect(textOf(late, "main [role=alert]")).toBe("This offer has expired, and the place went to the next person.");
  expect(textOf(late, "main h1 + p")).toBe(
    "The place has been released. The session’s page shows if there is still a place.",
  );
});

test("books an offered place with the entry's details, without JavaScript", async ({ server, session, db }) => {
  const entry = await anOffer(db, session);
  const browser = new PlainBrowser(server.url);
  const offered = await browser.open(entryPath(entry));
  const take = offered.root.querySelector("#take-place")!.getAttribute("href")!;
  const dialog = await browser.open(take);
  expect(fieldsOf(dialog.root.querySelector("dialog form")!)).toMatchObject(waitlistGuest);

  const wrong = await browser.submit(dialog, { firstName: "Mae", email: "maeve@example" }, "dialog form");
  expect(wrong.status).toBe(422);
  expect(fieldsOf(wrong.root.querySelector("dialog form")!)).toMatchObject({
    firstName: "Mae",
    email: "maeve@example",
  });
  const booked = await browser.submit(wrong, { email: waitlistGuest.email }, "dialog form");
  expect(booked.url).toContain("/booking-confirmation?bookingId=");
  expect(textOf(booked, "h1")).toBe("You're booked, Mae.");
  const isHers = and(eq(sessionBookings.attendeeEmail, waitlistGuest.email), eq(sessionBookings.status, "completed"));
  expect(await db.$count(sessionBookings, isHers)).toBe(1);

  // The same form again leads to the same booking.
  expect((await browser.submit(wrong, { email: waitlistGuest.email }, "dialog form")).url).toBe(booked.url);
  const spent = await browser.open(entryPath(entry));
  expect(textOf(spent, "h1")).toBe("You’ve taken the place, Maeve.");
  expect(spent.root.querySelector("main form")).toBeNull();
  expect(new URL((await browser.open(take)).url).pathname).toBe(`/waitlist/${entry.id}`);
});

test("says that the place was passed on when the form is submitted too late", async ({ server, session, db }) => {
  const entry = await anOffer(db, session);
  const browser = new PlainBrowser(server.url);
  const dialog = await browser.open(`/waitlist/${entry.id}/accept?key=${entry.manageKey}`);
  await db.update(sessionWaitlist).set({ status: "expired" });
  const late = await browser.submit(dialog, {}, "dialog form");
  expect(textOf(late, "h1")).toBe("This offer has expired, Maeve.");
  expect(await db.$count(sessionBookings, eq(sessionBookings.attendeeEmail, waitlistGuest.email))).toBe(0);
});

test("explains what became of an entry and what to do next", async ({ server, session, db }) => {
  const cases = [
    ["expired", {}, "This offer has expired, Maeve.", "Open the session"],
    ["removed", {}, "You are no longer on this waitlist.", "Open the session"],
    ["closed", { cancelledAt: new Date() }, "This waitlist is closed.", "See upcoming sessions"],
    ["waiting", { cancelledAt: null, startTime: new Date() }, "This waitlist has ended.", "See upcoming sessions"],
  ] as const;
  for (const [status, change, title, way] of cases) {
    const entry = await anEntry(db, session, { status });
    await db.update(liveSessions).set({ isPublished: true, ...change });
    const page = await new PlainBrowser(server.url).open(entryPath(entry));
    expect([page.status, textOf(page, "h1")]).toEqual([200, title]);
    expect(mainText(page)).toContain(way);
    expect(page.root.querySelector("main form")).toBeNull();
  }
});
