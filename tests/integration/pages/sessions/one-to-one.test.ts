import type { Database } from "@db/client";
import { oneToOneRequests, oneToOneUnconfirmed, sessionBookings } from "@db/schema";
import { eq } from "drizzle-orm";
import { DateTime } from "luxon";
import { expect, formWith, test } from "../../../support/admin-over-http";
import { type Page, PlainBrowser, textOf } from "../../../support/browser-without-javascript";
import { anOffer } from "../../../support/one-to-one";
import { textsOf } from "../../../support/page-parts";

const free = { priceMinor: 0, title: "Birth preparation" };
const questions = [{ number: 1, kind: "text" as const, label: "When is it due?", isRequired: true, isPrivate: true }];
const contact = { firstName: "Ada", lastName: "Guest", email: "ada@example.com" };

const linkIn = (page: Page, text: string) =>
  page.root
    .querySelectorAll("main a")
    .find((link) => link.text.replace(/\s+/g, " ").includes(text))
    ?.getAttribute("href") ?? `no link ${text} on ${page.url}`;

/** Opens the form of a time in three days, at eleven, by links alone. */
async function openForm(browser: PlainBrowser, { slug, title }: { slug: string; title: string }, time = "11:00 AM") {
  const list = await browser.open("/one-to-one");
  const offer = await browser.open(linkIn(list, `See free times: ${title}`));
  expect(new URL(offer.url).pathname).toBe(`/one-to-one/${slug}`);
  const day = DateTime.now().setZone("Europe/London").plus({ days: 3 }).toISODate();
  const links = offer.root.querySelectorAll("main nav a").map((link) => link.getAttribute("href") ?? "");
  const wanted = links.find((href) => href.endsWith(`?day=${day}`)) ?? `/one-to-one/${slug}?day=${day}`;
  return browser.open(linkIn(await browser.open(wanted), `Book ${time}`));
}

const readBooking = async (db: Database) => (await db.select().from(sessionBookings))[0]!;

test("a time is chosen by links, booked, moved and cancelled without JavaScript; a refused form keeps what was typed", async ({
  server,
  db,
}) => {
  const offer = await anOffer(db, free, { questions });
  const browser = new PlainBrowser(server.url);
  const form = await openForm(browser, offer);
  expect(textOf(form, "dialog[open] h1")).toBe("Complete Your Booking");
  const refused = await browser.submit(form, { ...contact, answer1: "" }, "dialog form");
  expect(refused.status).toBe(422);
  expect(refused.html).toContain("Please answer this");
  expect(refused.root.querySelector("[name=email]")?.getAttribute("value")).toBe(contact.email);
  const booked = await browser.submit(refused, { answer1: "In May" }, "dialog form");
  expect([booked.status, textOf(booked, "main")]).toEqual([200, expect.stringContaining(offer.title)]);

  // Sent again after going back: the same booking.
  await browser.submit(refused, { answer1: "In May" }, "dialog form");
  const { id, manageKey, sessionId } = await readBooking(db);
  expect(await db.$count(sessionBookings)).toBe(1);
  const page = await browser.open(`/bookings/${id}?key=${manageKey}`);
  const times = await browser.open(linkIn(page, "Move to another"));
  const question = await browser.open(times.root.querySelectorAll("dialog li a").at(-1)!.getAttribute("href")!);
  const moved = await browser.submit(question, {}, "dialog form");
  expect(moved.status).toBe(200);
  expect((await readBooking(db)).sessionId).not.toBe(sessionId);

  const cancelling = await browser.open(moved.root.querySelector("#cancel-booking")!.getAttribute("href")!);
  await browser.submit(cancelling, {}, "dialog form");
  expect((await readBooking(db)).status).toBe("cancelled");
  // Both times are free again.
  expect(textOf(await openForm(browser, offer), "dialog h1")).toBe("Complete Your Booking");
});

test("a time that was taken meanwhile leads to the other times, whose form keeps what was typed", async ({
  server,
  db,
}) => {
  const offer = await anOffer(db, free);
  const [first, second] = [new PlainBrowser(server.url), new PlainBrowser(server.url)];
  const [form, late] = [await openForm(first, offer), await openForm(second, offer)];
  await first.submit(form, contact, "dialog form");
  const refused = await second.submit(late, { ...contact, email: "late@example.com" }, "dialog form");
  expect([new URL(refused.url).pathname, refused.root.querySelector("dialog")]).toEqual([
    `/one-to-one/${offer.slug}`,
    null,
  ]);
  expect(textOf(refused, "main [role=alert]")).toBe("This time is no longer free. Please choose another.");
  const next = await openForm(second, offer, "2:00 PM");
  expect(next.root.querySelector("[name=email]")?.getAttribute("value")).toBe("late@example.com");
  expect((await second.open(late.url)).url).toBe(refused.url);
  expect(await db.$count(sessionBookings)).toBe(1);
});

test("a time is asked for, approved and booked, another declined, a third taken back, without JavaScript", async ({
  server,
  db,
  admin,
}) => {
  const offer = await anOffer(db, { ...free, needsApproval: true }, { questions });
  const browser = new PlainBrowser(server.url);
  const ask = async (time: string, email: string) => {
    const form = await openForm(browser, offer, time);
    expect(textOf(form, "dialog[open] h1")).toBe("Ask for this time");
    const sent = await browser.submit(form, { ...contact, email, answer1: "In May" }, "dialog form");
    expect(textOf(sent, "main")).toContain("I have sent you a link to confirm your request");
    const kept = await db.query.oneToOneUnconfirmed.findFirst({ where: (row) => eq(row.email, email) });
    const page = await browser.open(`/my-request/${kept!.id}?key=${kept!.manageKey}`);
    expect(textOf(page, "h1")).toBe("Would you like this time?");
    expect(await db.$count(oneToOneUnconfirmed)).toBe(1);
    return browser.submit(page, {}, formWith(page, "Confirm the request"));
  };
  const asked = await ask("11:00 AM", "ada@example.com");
  expect(textOf(asked, "h1")).toBe("You have asked for this time");
  const office = await admin.open("/admin/one-to-one");
  expect(textOf(office, "main")).toContain("When is it due? In May");
  await admin.submit(office, { decision: "approved" }, formWith(office, "Approve Ada Guest"));
  const approved = await browser.open(asked.url);
  expect(textOf(approved, "h1")).toBe("Book your time");
  const form = await browser.open(linkIn(approved, "Book this time"));
  await browser.submit(form, {}, "dialog form");
  expect(textOf(await browser.open(asked.url), "h1")).toBe("You have booked this time");
  expect((await readBooking(db)).status).toBe("completed");

  const second = await ask("1:00 PM", "second@example.com");
  const waiting = await admin.open("/admin/one-to-one");
  await admin.submit(waiting, { decision: "declined" }, formWith(waiting, "Approve Ada Guest"));
  expect(textOf(await browser.open(second.url), "h1")).toBe("This time does not suit");

  const third = await ask("2:00 PM", "third@example.com");
  const withdrawn = await browser.submit(third, {}, formWith(third, "Take the request back"));
  expect(textOf(withdrawn, "h1")).toBe("You have taken your request back");
  const statuses = await db.select({ status: oneToOneRequests.status }).from(oneToOneRequests);
  expect(statuses.map(({ status }) => status).sort()).toEqual(["booked", "declined", "withdrawn"]);
  const list = await admin.open("/admin/sessions");
  expect(textsOf(list, "main li")[0]).toContain("One to one");
});

test("a request that is confirmed too late leads to the other times of its day", async ({ server, db }) => {
  const offer = await anOffer(db, { ...free, needsApproval: true });
  const pages = [];
  for (const email of ["first@example.com", "late@example.com"]) {
    const browser = new PlainBrowser(server.url);
    await browser.submit(await openForm(browser, offer), { ...contact, email }, "dialog form");
    const kept = await db.query.oneToOneUnconfirmed.findFirst({ where: (row) => eq(row.email, email) });
    pages.push({ browser, page: await browser.open(`/my-request/${kept!.id}?key=${kept!.manageKey}`) });
  }
  const answers = [];
  for (const { browser, page } of pages) {
    answers.push(await browser.submit(page, {}, formWith(page, "Confirm the request")));
  }
  const [confirmed, late] = answers;
  expect(textOf(confirmed!, "h1")).toBe("You have asked for this time");
  const day = DateTime.now().setZone("Europe/London").plus({ days: 3 }).toISODate();
  expect(late!.url).toBe(`${server.url}/one-to-one/${offer.slug}?day=${day}&refused=full`);
  expect(textOf(late!, "main [role=alert]")).toBe("This time is no longer free. Please choose another.");
  expect(linkIn(late!, "Book 2:00 PM")).toContain("start=");
});
