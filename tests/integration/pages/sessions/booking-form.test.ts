import { sessionBookings } from "@db/schema";
import { rateLimit, countAttempt } from "@server/core/rate-limits";
import { anAccount } from "../../../support/accounts";
import { PlainBrowser, textOf, type Page } from "../../../support/browser-without-javascript";
import { aCode } from "../../../support/codes";
import { signIn } from "../../../support/recordings-http";
import { aSession, takePlace } from "../../../support/sessions";
import { expect, test as siteTest } from "../../../support/site-over-http";

const test = siteTest.extend<{ session: Awaited<ReturnType<typeof aSession>> }>({
  session: async ({ db }, use) => use(await aSession(db)),
});

const guest = { firstName: "Hannah", lastName: "Okafor", email: "hannah@example.com" };
const form = "dialog form";

test("refuses too many bookings for one address with the time to wait, and keeps the typed values", async ({
  server,
  session,
  db,
}) => {
  const limited = { db, settings: { isLive: false }, log: console } as unknown as Parameters<typeof countAttempt>[0];
  const { times } = rateLimit({ isLive: false }, "booking of account");
  for (let nth = 0; nth < times; nth += 1) await countAttempt(limited, "booking of account", guest.email);
  const browser = new PlainBrowser(server.url);
  const dialog = await browser.open(`/sessions/${session.id}/book`);
  const refused = await browser.submit(dialog, { ...guest, email: "Hannah@Example.com" }, form);
  expect(refused.status).toBe(429);
  expect(refused.root.text).toContain("Too many attempts. Please try again in 60 minutes.");
  expect(refused.root.querySelector("input[name=email]")?.getAttribute("value")).toBe("Hannah@Example.com");
  const raw = await fetch(refused.url, {
    method: "POST",
    headers: browser.headers,
    body: new URLSearchParams({ ...guest, quote: "GBP:1800", formKey: crypto.randomUUID() }),
  });
  expect(Number(raw.headers.get("Retry-After"))).toBeGreaterThan(3500);
  expect(await db.$count(sessionBookings)).toBe(0);
});

test("refuses a browser's second unpaid booking of four places, says when to return and keeps what was typed", async ({
  server,
  db,
}) => {
  const { id } = await aSession(db, { maxAttendees: 4 });
  const browser = new PlainBrowser(server.url);
  await browser.submit(await browser.open(`/sessions/${id}/book`), { ...guest, email: "first@example.com" }, form);
  const again = await browser.open(`/sessions/${id}/book?another`);
  const refused = await browser.submit(again, guest, form);
  expect(refused.status).toBe(429);
  expect(textOf(refused, "dialog [role=alert]")).toMatch(/waiting for payment\. .* try again in 3[12] minutes\.$/);
  expect(typedIn(refused)).toEqual(Object.values(guest));
  expect(await db.$count(sessionBookings)).toBe(1);
});

test("answers forged form parts and addresses with 4xx instead of an error page", async ({ server, session }) => {
  const browser = new PlainBrowser(server.url);
  const dialog = await browser.open(`/sessions/${session.id}/book`);
  const state = { __intent__: '{"type":"insert","payload":{"name":"x"}}', __state__: "{" };
  const refused = await browser.submit(dialog, { ...guest, email: "", ...state }, form);
  expect(refused.status).toBe(422);
  expect(refused.root.querySelector("input[name=firstName]")?.getAttribute("value")).toBe("Hannah");
  expect((await browser.post("/bookings/none/cancel?key=none", {})).status).toBe(404);
  expect((await browser.post("/sessions/none/book", guest)).status).toBe(404);
  expect((await browser.open("/media/images/%00")).status).toBe(404);
});

test("keeps a guest's values for the return from the payment page, and hides them after signing in", async ({
  server,
  session,
  db,
}) => {
  const browser = new PlainBrowser(server.url);
  const dialog = await browser.open(`/sessions/${session.id}/book`);
  await browser.submit(dialog, guest, form);
  const { id } = (await db.query.sessionBookings.findFirst())!;
  const left = await browser.open(`/sessions/${session.id}/book?cancelled=${id}`);
  // Looking changes nothing: browsers and scanners open addresses by themselves.
  expect(await db.query.sessionBookings.findFirst()).toMatchObject({ id, status: "pending" });
  const back = await browser.submit(left, {});
  expect(await db.query.sessionBookings.findFirst()).toMatchObject({ id, status: "cancelled" });
  expect(textOf(back, "dialog [role=status]")).toContain("Your place has been released.");
  expect(back.root.querySelector("input[name=firstName]")?.getAttribute("value")).toBe("Hannah");
  const { email } = await anAccount(db);
  await signIn(browser, email);
  const dialogOfMember = await browser.open(`/sessions/${session.id}/book?another`);
  expect(textOf(dialogOfMember, "dialog h1")).toBe("Complete Your Booking");
  expect(dialogOfMember.html).not.toContain(guest.email);
});

test("gives nothing up for another browser that has the address of the way back", async ({ server, session, db }) => {
  const browser = new PlainBrowser(server.url);
  await browser.submit(await browser.open(`/sessions/${session.id}/book`), guest, form);
  const { id } = (await db.query.sessionBookings.findFirst())!;
  const stranger = new PlainBrowser(server.url);
  const answer = await stranger.submit(await stranger.open(`/sessions/${session.id}/book?cancelled=${id}`), {});
  expect(await db.query.sessionBookings.findFirst()).toMatchObject({ id, status: "pending" });
  expect(textOf(answer, "main")).toContain("It was opened in another browser");
  expect(answer.html).toContain(`href="/sessions/${session.id}/book"`);
});

const typedIn = (page: Page) =>
  Object.keys(guest).map((name) => page.root.querySelector(`dialog [name=${name}]`)?.getAttribute("value"));

test("offers the waitlist in the dialog of a full session, without a form", async ({ server, db }) => {
  const session = await aSession(db, { maxAttendees: 1 });
  await takePlace(db, session);
  const page = await new PlainBrowser(server.url).open(`/sessions/${session.id}/book`);
  expect(buttonsIn(page)).toEqual(["Back to the session", "Join Waitlist"]);
  expect(textOf(page, "dialog")).toContain("SOLD OUT");
});

const buttonsIn = (page: Page) =>
  page.root.querySelectorAll("dialog [data-dialog-foot] :is(a, button)").map((button) => button.text.trim());

test("asks a booked guest's browser and a booked member before a second ticket, and leads to the booking", async ({
  server,
  db,
}) => {
  const { id } = await aSession(db, { priceMinor: 0 });
  const browser = new PlainBrowser(server.url);
  await browser.submit(await browser.open(`/sessions/${id}/book`), guest, form);
  const again = await browser.open(`/sessions/${id}/book`);
  expect(textOf(again, "dialog h1")).toBe("You’re booked");
  expect(again.root.querySelector("dialog form")).toBeNull();
  expect(buttonsIn(again)).toEqual(["Book another ticket", "See your booking"]);
  const [another, booking] = again.root.querySelectorAll("dialog [data-dialog-foot] a");
  expect((await browser.open(booking!.getAttribute("href")!)).html).toContain(guest.email);
  expect(typedIn(await browser.open(another!.getAttribute("href")!))).toHaveLength(3);
  expect(textOf(await browser.open(`/sessions/${id}`), "main aside")).toContain("You're booked");

  const stranger = new PlainBrowser(server.url);
  expect(textOf(await stranger.open(`/sessions/${id}/book`), "dialog h1")).toBe("Complete Your Booking");
  const { email } = await anAccount(db);
  await signIn(stranger, email);
  await stranger.submit(await stranger.open(`/sessions/${id}/book`), {}, form);
  expect(textOf(await stranger.open(`/sessions/${id}/book`), "dialog h1")).toBe("You’re booked");
});

test("books without a refused code by one button", async ({ server, session, db }) => {
  const browser = new PlainBrowser(server.url);
  const dialog = await browser.open(`/sessions/${session.id}/book`);
  const refused = await browser.submit(dialog, { ...guest, discountCode: "NONE" }, form);
  expect(refused.status).toBe(422);
  expect((textOf(refused, "dialog") ?? "").split("Invalid discount code")).toHaveLength(2);
  const button = refused.root.querySelector("dialog button[value=without-code]");
  expect(button?.text).toBe("Book without a code");
  await browser.submit(refused, { intent: "without-code" }, form);
  const booking = await db.query.sessionBookings.findFirst();
  expect(booking).toMatchObject({ attendeeEmail: guest.email, totalMinor: 1800, appliedDiscountCode: null });
});

test("states the terms of cancelling on the page and in the dialog before a booking", async ({ server, db }) => {
  const startTime = new Date("2100-01-12T19:30:00Z");
  const session = await aSession(db, { startTime, maxAttendees: 3 });
  const browser = new PlainBrowser(server.url);
  const terms = "Free cancellation until Mon 11 Jan, 7:30 PM GMT";
  expect(textOf(await browser.open(`/sessions/${session.id}`), "main aside")).toContain(terms);
  const dialog = await browser.open(`/sessions/${session.id}/book`);
  expect(textOf(dialog, "dialog")).toContain(terms);
  expect(textOf(dialog, "dialog")).toContain("3 places left");
  const two = await browser.submit(dialog, { ...guest, quantity: "2", intent: "tickets" }, form);
  expect(textOf(two, "dialog")).toContain("Free cancellation of any ticket until Mon 11 Jan, 7:30 PM GMT");
  const soon = await aSession(db, { startTime: new Date(Date.now() + 3_600_000) });
  const late = await browser.open(`/sessions/${soon.id}/book`);
  expect(textOf(late, "dialog")).toContain("This session can no longer be cancelled");
});

test("books at once with a code of 100 %, and offers no code field for a free session", async ({ server, db }) => {
  await aCode(db, "FREE100", { discountPercentage: 100 });
  const browser = new PlainBrowser(server.url);
  const free = await browser.open(`/sessions/${(await aSession(db, { priceMinor: 0 })).id}/book`);
  expect(free.root.querySelector("[name=discountCode]")).toBeNull();
  const dialog = await browser.open(`/sessions/${(await aSession(db)).id}/book`);
  const typed = { ...guest, discountCode: "free100", intent: "apply" };
  const applied = await browser.submit(dialog, typed, form);
  expect(typedIn(applied)).toEqual(Object.values(guest));
  const booked = await browser.submit(applied, {}, form);
  expect(textOf(booked, "h1")).toBe("You're booked, Hannah.");
});

test("reports a declined card on the payment page, and accepts another try", async ({ server, db }) => {
  const browser = new PlainBrowser(server.url);
  const dialog = await browser.open(`/sessions/${(await aSession(db)).id}/book`);
  const payment = await browser.submit(dialog, guest, form);
  const declined = await browser.submit(payment, { action: "decline" }, "form");
  expect(declined.status).toBe(402);
  expect(textOf(declined, "[role=alert]")).toContain("Your card was declined. Nothing was charged.");
  const paid = await browser.submit(declined, { action: "pay" }, "form");
  expect(new URL(paid.url).pathname).toBe("/booking-confirmation");
  const statusOf = async () => (await db.select().from(sessionBookings)).map(({ status }) => status);
  await expect.poll(statusOf).toEqual(["completed"]);
});
