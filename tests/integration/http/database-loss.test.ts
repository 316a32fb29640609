import { randomUUID } from "node:crypto";
import { sessionBookings } from "@db/schema";
import { PlainBrowser } from "../../support/browser-without-javascript";
import { aSession } from "../../support/sessions";
import { expect, test } from "../../support/site-over-http";

const typed = () => ({ firstName: "Hannah", lastName: "Okafor", email: "hannah@example.com", formKey: randomUUID() });

test("loses only the bookings whose connections are cut, not the server", async ({ db, server, outage }) => {
  const session = await aSession(db, { priceMinor: 0, maxAttendees: 500 });
  const visitor = new PlainBrowser(server.url);
  const form = await visitor.open(`/sessions/${session.id}/book`);
  for (let wave = 0; wave < 6; wave++) {
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
