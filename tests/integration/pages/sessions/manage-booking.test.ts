import { eq } from "drizzle-orm";
import type { Database } from "@db/client";
import { liveSessions, outboxEmails, sessionBookings } from "@db/schema";
import { fieldsOf, PlainBrowser, textOf } from "../../../support/browser-without-javascript";
import type { BuiltServer } from "../../../support/built-server";
import { textsOf, toastOf } from "../../../support/page-parts";
import { aSession, takePlace } from "../../../support/sessions";
import { expect, test as siteTest } from "../../../support/site-over-http";

const test = siteTest.extend<{ session: Awaited<ReturnType<typeof aSession>> }>({
  session: async ({ db }, use) => use(await aSession(db, { priceMinor: 0, whatToBring: "A blanket\nA pillow" })),
});

/** Books by the form. Returns the path of the mailed link. */
async function book(db: Database, server: BuiltServer, session: { id: string }): Promise<string> {
  const browser = new PlainBrowser(server.url);
  const form = await browser.open(`/sessions/${session.id}/book`);
  await browser.submit(form, { firstName: "Hannah", lastName: "Okafor", email: "hannah@example.com" });
  const isConfirmation = eq(outboxEmails.template, "booking-confirmation");
  const [mail] = await db.select().from(outboxEmails).where(isConfirmation);
  const { pathname, search } = new URL((mail!.props as { bookingUrl: string }).bookingUrl);
  return pathname + search;
}

const statusOf = async (db: Database) => (await db.select().from(sessionBookings)).map(({ status }) => status);

test("shows the booking by the mailed link and cancels it only by the form, without JavaScript", async ({
  server,
  session,
  db,
}) => {
  const link = await book(db, server, session);
  const browser = new PlainBrowser(server.url);
  const page = await browser.open(link);
  expect(textOf(page, "h1")).toBe("You're booked, Hannah.");
  for (const text of ["hannah@example.com", "A blanket", "You can cancel free of charge until", "Add to calendar"]) {
    expect(page.root.querySelector("main")?.text).toContain(text);
  }
  expect(page.root.querySelector("a[href^='/join/']")?.text).toBe("Join the session");

  const cancelPath = page.root.querySelector("#cancel-booking")!.getAttribute("href")!;
  const question = await browser.open(cancelPath);
  expect(textOf(question, "dialog[open] h1")).toBe("Cancel booking");
  expect(await statusOf(db)).toEqual(["completed"]);
  const answered = await browser.submit(question, {}, "dialog form");
  expect(new URL(answered.url).pathname + new URL(answered.url).search).toBe(link);
  expect(textOf(answered, "h1")).toBe("This booking is cancelled.");
  expect(toastOf(answered)).toBe("Booking cancelled Your place has been released.");
  expect(answered.html).not.toMatch(/zoom\.example|\/join\//);
  expect(await statusOf(db)).toEqual(["cancelled"]);

  // A repeated form, and the question about a cancelled booking, both lead to the cancelled booking.
  expect(textOf(await browser.submit(question, {}, "dialog form"), "h1")).toBe("This booking is cancelled.");
  expect(textOf(await browser.open(cancelPath), "h1")).toBe("This booking is cancelled.");
});

test("answers a wrong key and an unknown booking with the same 404, to see and to cancel", async ({
  server,
  session,
  db,
}) => {
  const link = await book(db, server, session);
  const [path, key] = link.split("?key=");
  const unknown = `/bookings/0b0b0b0b-0000-4000-8000-000000000000?key=${key}`;
  const texts = new Set<string>();
  for (const address of [`${path}?key=wrong`, unknown, "/bookings/none?key=x", `${path}/cancel?key=wrong`]) {
    const page = await new PlainBrowser(server.url).open(address);
    expect([address, page.status]).toEqual([address, 404]);
    texts.add(page.root.querySelector("main")?.text ?? "");
  }
  expect(texts.size).toBe(1);
  const posted = await new PlainBrowser(server.url).post(`${path}/cancel?key=wrong`, {});
  expect(posted.status).toBe(404);
  expect(new URL((await new PlainBrowser(server.url).open(path!)).url).pathname).toBe("/sign-in");
  expect(await statusOf(db)).toEqual(["completed"]);
});

test("keeps the key out of caches, search indexes and other sites", async ({ server, session, db }) => {
  const link = await book(db, server, session);
  for (const address of [link, link.replace("?", "/cancel?"), `${link}x`]) {
    const answer = await fetch(server.url + address);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(answer.headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
    const html = await answer.text();
    if (answer.ok) expect(html).toContain('<meta name="robots" content="noindex"');
  }
  const { root } = await new PlainBrowser(server.url).open(link);
  const outside = root.querySelectorAll("main a[href^=http]").map((anchor) => anchor.getAttribute("rel"));
  expect(outside.length).toBeGreaterThan(1);
  expect(new Set(outside)).toEqual(new Set(["noreferrer"]));
});

test("replaces the button by the contact when it is too late to cancel, and refuses a form opened before with the reason", async ({
  server,
  session,
  db,
}) => {
  const link = await book(db, server, session);
  const browser = new PlainBrowser(server.url);
  const question = await browser.open(link.replace("?", "/cancel?"));
  expect(fieldsOf(question.root.querySelector("dialog form")!)).toEqual({});
  const soon = new Date(Date.now() + 3_600_000);
  await db.update(liveSessions).set({ startTime: soon }).where(eq(liveSessions.id, session.id));
  const refused = await browser.submit(question, {}, "dialog form");
  expect(refused.status).toBe(409);
  expect(refused.html).toContain("You can no longer cancel this booking online. Please write to me.");
  const page = await browser.open(link);
  expect(page.root.querySelector("#cancel-booking")).toBeNull();
  expect(page.root.querySelector("main")?.text).toContain("It’s too late to cancel online. Write to me");
  expect(page.root.querySelector("main a[href*=contact]")?.text).toBe("Contact me");
  expect(await statusOf(db)).toEqual(["completed"]);
});

test("announces a joining link that is not set yet as coming by e-mail", async ({ server, db }) => {
  const browser = new PlainBrowser(server.url);
  const hintsOf = async (session: Parameters<typeof takePlace>[1]) => {
    const bookingId = await takePlace(db, session);
    const pages = [`/sessions/${session.id}`, `/booking-confirmation?bookingId=${bookingId}`];
    return Promise.all(
      pages.map(async (path) => /The joining link [a-z -]+/.exec(textOf(await browser.open(path), "main")!)?.[0]),
    );
  };
  expect(await hintsOf(await aSession(db))).toEqual([
    "The joining link comes with your confirmation",
    "The joining link is in your email",
  ]);
  const later = "The joining link comes by email";
  expect(await hintsOf(await aSession(db, { zoomLink: null }))).toEqual([later, later]);
});

test("says why a booking has ended, and offers to book again only where that is possible", async ({ server, db }) => {
  const browser = new PlainBrowser(server.url);
  const given = { status: "cancelled", paymentStatus: "cancelled", holdUntil: new Date() } as const;
  const saidOf = async (session: Parameters<typeof takePlace>[1], values: Parameters<typeof takePlace>[2] = given) => {
    const page = await browser.open(`/booking-confirmation?bookingId=${await takePlace(db, session, values)}`);
    return [textOf(page, "h1"), textsOf(page, "main [role=status] a")];
  };
  const schedule = "See upcoming sessions";
  const expired = "This booking has expired, Priya.";
  expect(await saidOf(await aSession(db))).toEqual([expired, ["Book again", schedule]]);
  const begun = await aSession(db, { startTime: new Date(Date.now() - 3_600_000) });
  expect(await saidOf(begun)).toEqual([expired, [schedule]]);
  expect(await saidOf(await aSession(db, { isPublished: false }))).toEqual([expired, [schedule]]);
  const cancelled = await aSession(db, { cancelledAt: new Date() });
  const withIt = { ...given, cancelledAt: new Date() };
  expect(await saidOf(cancelled, withIt)).toEqual(["This session is cancelled, Priya.", [schedule]]);
  const wasFree = { ...given, completedAt: new Date() };
  expect(await saidOf(await aSession(db), wasFree)).toEqual([
    "This booking was cancelled, Priya.",
    ["Book again", schedule],
  ]);
});
