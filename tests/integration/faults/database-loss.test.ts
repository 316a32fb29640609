import { randomUUID } from "node:crypto";
import { sessionBookings } from "@db/schema";
import { fieldsOf, PlainBrowser } from "../../support/browser-without-javascript";
import { aSession } from "../../support/sessions";
import { expect, test } from "../../support/site-over-http";

const typed = () => ({ firstName: "Hannah", lastName: "Okafor", email: "hannah@example.com", formKey: randomUUID() });

test("loses only the bookings whose connections are cut, not the server", async ({ db, server, outage }) => {
  const session = await aSession(db, { priceMinor: 0, maxAttendees: 500 });
  const visitor = new PlainBrowser(server.url);
  const form = await visitor.open(`/sessions/${session.id}/book`);
  for (let wave = 0; wave < 3; wave++) {
    const bookings = Array.from({ length: 20 }, () => visitor.submit(form, typed()));
    await outage.cut();
    for (const { status } of await Promise.all(bookings)) expect([200, 503]).toContain(status);
  }
  const healthy = async () => (await fetch(`${server.url}/healthz`)).status;
  await expect.poll(healthy).toBe(200);
  const booked = await db.$count(sessionBookings);
  const answer = await visitor.submit(form, typed());
  expect(answer.url).toContain("/booking-confirmation?bookingId=");
  expect(await db.$count(sessionBookings)).toBe(booked + 1);
});

/** Asks for pages, as browsers do. */
class DocumentBrowser extends PlainBrowser {
  override get headers() {
    return { ...super.headers, Accept: "text/html" };
  }
}

test("keeps what was typed while the site is busy, and does it once when it is sent again", async ({
  db,
  server,
  outage,
}) => {
  const session = await aSession(db, { priceMinor: 0, maxAttendees: 2 });
  const visitor = new DocumentBrowser(server.url);
  const form = await visitor.open(`/sessions/${session.id}/book`);
  const signIn = await visitor.open("/sign-in");
  const fields = { ...typed(), lastName: `O'Kafor "<&>` };
  await outage.begin();
  const busy = await visitor.submit(form, fields, "dialog form");
  const refused = await visitor.submit(signIn, { email: "hannah@example.com", password: "typed-by-hand" });
  await outage.end();
  expect([busy.status, busy.url]).toEqual([503, form.url]);
  expect(fieldsOf(busy.root.querySelector("main form")!)).toMatchObject(fields);
  expect([refused.status, refused.html.includes("typed-by-hand")]).toEqual([503, false]);
  expect(refused.root.querySelector("main p")!.text).toContain("Your password has to be typed again.");
  expect(fieldsOf(refused.root.querySelector("main form")!)).toMatchObject({ email: "hannah@example.com" });
  const send = () => visitor.submit(busy);
  await expect.poll(async () => (await send()).url).toContain("/booking-confirmation?bookingId=");
  await send();
  expect(await db.$count(sessionBookings)).toBe(1);
});
