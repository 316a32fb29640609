import { auditEntries, liveSessions, payments, recordings } from "@db/schema";
import { audit } from "@server/core/record-audit";
import { systemClock } from "@server/core/services";
import { anAccount } from "../../support/accounts";
import { textOf, type Page } from "../../support/browser-without-javascript";
import { expect, formWith, test } from "../../support/admin-over-http";
import { linesOfCsv } from "../../support/csv";
import { cellsUnder, cellTextsUnder, errorsOf, messageOn, paragraphsOf } from "../../support/page-parts";
import { aSession, takePlace } from "../../support/sessions";
import { productIds } from "../../support/products";

const texts = (page: Page, selector: string) =>
  page.root.querySelectorAll(selector).map(({ text }) => text.replace(/\s+/g, " ").trim());
const hrefOf = (page: Page, words: string) =>
  page.root
    .querySelectorAll("main a")
    .find(({ text }) => text.trim() === words)
    ?.getAttribute("href");
const sortedBy = (page: Page) => {
  const head = page.root.querySelector("th[aria-sort]");
  return [head?.querySelector("a")?.text, head?.getAttribute("aria-sort")];
};
const person = (attendeeFirstName: string, attendeeLastName: string) => ({ attendeeFirstName, attendeeLastName });
const hour = 3_600_000;

test("sorts a list by its column headings, and keeps the order when searching", async ({ db, admin }) => {
  const soon = await aSession(db, { title: "Soon" });
  const later = await aSession(db, { title: "Later", startTime: new Date(Date.now() + 200 * hour) });
  await takePlace(db, later, { ...person("bea", "Ames"), createdAt: new Date(Date.now() - 3 * hour) });
  await takePlace(db, soon, { ...person("Ada", "Weir"), createdAt: new Date(Date.now() - 2 * hour) });
  await takePlace(db, soon, { ...person("Cleo", "Bell"), createdAt: new Date(Date.now() - hour) });
  const names = (page: Page, heading = "Customer and email") =>
    cellTextsUnder(page, heading).map((text) => text.split(" ")[0]);

  const orders = await admin.open("/admin/orders");
  expect([names(orders), sortedBy(orders)]).toEqual([
    ["Cleo", "Ada", "bea"],
    ["Date", "descending"],
  ]);
  const byName = await admin.open(hrefOf(orders, "Customer and email")!);
  expect([names(byName), sortedBy(byName)]).toEqual([
    ["Ada", "bea", "Cleo"],
    ["Customer and email", "ascending"],
  ]);
  const turned = await admin.open(hrefOf(byName, "Customer and email")!);
  expect([names(turned), new URL(turned.url).search]).toEqual([["Cleo", "bea", "Ada"], "?sort=-customer"]);
  const field = turned.root.querySelector("form[role=search] [name=sort] [selected]")!;
  expect(field.getAttribute("value")).toBe("-customer");

  const bookings = await admin.open("/admin/bookings");
  const bySession = await admin.open(hrefOf(bookings, "Session and start")!);
  expect([names(bySession, "Attendee and email").at(-1), sortedBy(bySession)]).toEqual([
    "bea",
    ["Session and start", "ascending"],
  ]);
  expect(hrefOf(bySession, "Later")).toBe(`/admin/sessions/${later.id}`);

  await anAccount(db, { fullName: "Zoe Last" });
  await anAccount(db, { fullName: "Abel First" });
  const users = await admin.open("/admin/users?sort=-name");
  expect(names(users, "Name and email")).toEqual(["Zoe", "Mara", "Abel"]);
});

test("finds a booking by its reference", async ({ db, admin }) => {
  const session = await aSession(db);
  const id = await takePlace(db, session, person("Ada", "Weir"));
  await takePlace(db, session, person("Cleo", "Bell"));
  const reference = id.slice(0, 8).toUpperCase();
  for (const [list, heading] of [
    ["/admin/orders", "Customer and email"],
    ["/admin/bookings", "Attendee and email"],
  ] as const) {
    expect(cellTextsUnder(await admin.open(`${list}?search=${reference}`), heading), list).toEqual([
      expect.stringContaining("Ada Weir"),
    ]);
  }
  const [head, ...rows] = linesOfCsv((await admin.open("/admin/orders.csv")).html);
  expect(head).toMatch(/,Refunded,Reference,Stripe fee,Net,Net currency,Still to refund,/);
  expect(rows).toContainEqual(expect.stringContaining(`,0.00,${reference},,,`));
});

const typed = {
  title: "Dusk",
  description: "Long exhales.",
  startsAt: "2031-12-02T19:30",
  durationMinutes: "60",
};

test("accepts a price with a comma, and warns of a start in the past", async ({ db, admin }) => {
  const created = await admin.submit(await admin.open("/admin/sessions/new"), { ...typed, price: "12,50" });
  expect(messageOn(created)).toMatch(/^Session created /);
  const [session] = await db.select().from(liveSessions);
  expect(session!.priceMinor).toBe(1250);
  const edit = await admin.open(`/admin/sessions/${session!.id}/edit`);
  const moved = await admin.submit(edit, { startsAt: "2020-03-28T10:00" });
  expect(messageOn(moved)).toContain("It starts in the past");
  const past = await admin.submit(await admin.open("/admin/sessions/new"), { ...typed, startsAt: "2020-03-28T10:00" });
  expect(messageOn(past)).toContain("Session created It starts in the past");
});

test("lists a cancelled session separately, without the actions that no longer apply", async ({ db, admin }) => {
  await aSession(db, { title: "Dusk" });
  const session = await aSession(db, { title: "Called off", cancelledAt: new Date() });
  await takePlace(db, session, { status: "cancelled", ...person("Ada", "Weir") });
  const list = await admin.open("/admin/sessions");
  expect(texts(list, "main h2")).toEqual(["Upcoming Sessions (1)", "Cancelled Sessions (1)", "Past Sessions (0)"]);
  expect(list.root.querySelector("[aria-label='Delete Called off']")).toBeNull();
  expect(list.root.querySelector("[aria-label='Delete Dusk']")).not.toBeNull();
  const path = `/admin/sessions/${session.id}`;
  expect((await admin.open(`${path}/edit`)).html).toContain("This session is cancelled and can’t be booked.");
  const attendees = await admin.open(`${path}/attendees`);
  expect([texts(attendees, "nav[aria-label=Session] a")[1], texts(attendees, "main h2")]).toEqual([
    "Attendees0",
    ["Cancelled"],
  ]);
  expect(paragraphsOf(attendees)).toContain("0 booked, 0 here, 1 cancelled");
  expect(attendees.root.querySelector("[aria-label='Remove Ada Weir']")).toBeNull();
  const message = await admin.open(`${path}/message`);
  expect(paragraphsOf(message)).toContain("No one is booked, so there is no one to email.");
  expect(message.root.querySelector("main form")).toBeNull();
});

test("folds past sessions unless they are paged or searched", async ({ db, admin }) => {
  await aSession(db, { title: "Dusk" });
  await aSession(db, { title: "Long ago", startTime: new Date("2020-01-01T10:00:00Z") });
  const pastOf = (page: Page) => page.root.querySelector("details:has(#past)")!;
  const list = await admin.open("/admin/sessions");
  expect(pastOf(list).hasAttribute("open")).toBe(false);
  expect(pastOf(list).querySelector("li a")!.text).toBe("Long ago");
  for (const query of ["?past=1", "?search=ago"]) {
    expect(pastOf(await admin.open(`/admin/sessions${query}`)).hasAttribute("open"), query).toBe(true);
  }
});

test("offers a refund in the attendee list while there is money to refund", async ({ db, admin }) => {
  const session = await aSession(db);
  const bookingId = await takePlace(db, session, person("Ada", "Weir"));
  await takePlace(db, session, { ...person("Cleo", "Free"), paymentStatus: "free" });
  const money = { amountMinor: session.priceMinor, currency: "GBP" as const };
  await db.insert(payments).values({ ...money, bookingId, state: "paid", provider: "outside" });
  const attendees = await admin.open(`/admin/sessions/${session.id}/attendees`);
  expect(attendees.root.querySelector("[aria-label='Refund Cleo Free']")).toBeNull();
  const refund = attendees.root.querySelector("[aria-label='Refund Ada Weir']")!.getAttribute("href")!;
  const form = await admin.open(refund);
  expect(textOf(form, "h1")).toBe("Refund Ada Weir");
  const refunded = await admin.submit(form, { place: "cancel" });
  expect(refunded.url).toContain(`/admin/sessions/${session.id}/attendees`);
  expect(refunded.root.querySelector("[aria-label='Refund Ada Weir']")).toBeNull();
});

test("lists attendees by name on the check-in page, and finds them by part of the name", async ({ db, admin }) => {
  const session = await aSession(db);
  for (const name of ["Cleo", "ada", "Éva"]) await takePlace(db, session, person(name, "Weir"));
  await takePlace(db, session, { ...person("Aaron", "Late"), status: "cancelled" });
  const path = `/admin/sessions/${session.id}/check-in`;
  const names = (page: Page) => texts(page, "main li b");
  expect(names(await admin.open(path))).toEqual(["ada Weir", "Cleo Weir", "Éva Weir"]);
  const found = await admin.open(`${path}?search=AD`);
  expect([names(found), textOf(found, "main h1 + p")]).toEqual([["ada Weir"], "Evening Wind-Down: 0 of 3 here"]);
  const here = await admin.submit(found, {}, formWith(found, "Here: ada Weir"));
  expect([new URL(here.url).search, textOf(here, "main h1 + p")]).toEqual([
    "?search=AD",
    "Evening Wind-Down: 1 of 3 here",
  ]);
  expect(names(await admin.open(`${path}?search=eva`))).toEqual(["Éva Weir"]);
  expect(paragraphsOf(await admin.open(`${path}?search=unknown`))).toContain("No one of that name is booked.");
});

test("requires the position of a birth recording", async ({ db, admin }) => {
  const form = await admin.open("/admin/birth-recordings/new");
  const video = { title: "Rest", source: "address", videoUrl: "https://videos.example/1" };
  const refused = await admin.submit(form, { ...video, orderIndex: "" });
  expect([refused.status, errorsOf(refused)]).toEqual([422, ["Enter a whole number from 1"]]);
  expect(await db.$count(recordings)).toBe(0);
  expect(messageOn(await admin.submit(refused, { orderIndex: "1" }))).toContain("Recording added");
});

test("links the audit log to its subjects and describes changes in words", async ({ db, admin }) => {
  const session = await aSession(db, { title: "Dusk" });
  const bookingId = await takePlace(db, session, person("Ada", "Weir"));
  const goneId = await takePlace(db, session, { ...person("Cleo", "Bell"), archivedAt: new Date() });
  const member = await anAccount(db, { archivedAt: new Date(), fullName: "" });
  const [recording] = await db
    .insert(recordings)
    .values({ productId: productIds.birth, title: "Rest", videoUrl: "https://videos.example/1", orderIndex: 0 })
    .returning();
  const changed = { version: 2, changed: ["title", "startsAt"] };
  const entries = [
    { action: "session.edited", subjectId: session.id, details: changed },
    { action: "booking.noted", subjectId: bookingId },
    { action: "booking.removed", subjectId: goneId, details: { isRefunded: false } },
    { action: "user.deleted", subjectId: member.id },
    { action: "recording.made_free", subjectId: recording!.id },
    {
      action: "waitlist_entry.moved",
      subjectId: goneId,
      details: { sessionId: goneId },
    },
    { action: "collection.price_changed", subjectId: "birth" },
  ] as const;
  await db.delete(auditEntries);
  for (const { action, subjectId, ...entry } of entries) {
    const details = "details" in entry ? entry.details : undefined;
    await audit(db, { clock: systemClock, user: null }, action, subjectId, details);
  }
  const log = await admin.open("/admin/audit");
  const done = "What was done";
  const links = cellsUnder(log, done)
    .flatMap((cell) => cell.querySelectorAll("a"))
    .map((link) => [link.text, link.getAttribute("href")]);
  expect(new Map(links as [string, string][])).toEqual(
    new Map([
      ["Dusk", `/admin/sessions/${session.id}`],
      ["Ada Weir, Dusk", `/admin/sessions/${session.id}/attendees`],
      ["Rest", `/admin/birth-recordings/${recording!.id}`],
      ["birth", "/admin/birth-recordings"],
    ]),
  );
  for (const [, href] of links) expect((await admin.open(href!)).status, href).toBe(200);
  const details = cellsUnder(log, done).flatMap((cell) => cell.querySelectorAll("small").map(({ text }) => text));
  expect(details.toSorted()).toEqual(["Not refunded", "Title, start time changed"]);
  expect(cellTextsUnder(log, done).join(" ")).toContain("deleted the user that no longer exists");
});
