import { randomUUID } from "node:crypto";
import { sessionBookings } from "@db/schema";
import { PlainBrowser, textOf } from "../../../support/browser-without-javascript";
import { startBuiltServer } from "../../../support/built-server";
import { aSession } from "../../../support/sessions";
import { addSession, expect, test as siteTest } from "../../../support/site-over-http";

const test = siteTest.extend("second", { scope: "file" }, async ({ databaseUrl }, { onCleanup }) => {
  await addSession(databaseUrl);
  const server = await startBuiltServer({ DATABASE_URL: databaseUrl });
  onCleanup(() => server.stop());
  return server;
});

/** Books from fifty visitors at the same moment, spread over the processes. */
async function race(sites: string[], sessionId: string) {
  const visitors = await Promise.all(
    Array.from({ length: 50 }, async (_, nth) => {
      const browser = new PlainBrowser(sites[nth % sites.length]!);
      return { browser, form: await browser.open(`/sessions/${sessionId}/book`), nth };
    }),
  );
  return Promise.all(
    visitors.map(({ browser, form, nth }) =>
      browser.submit(form, { firstName: "Hannah", lastName: `No. ${nth}`, email: `hannah-${nth}@example.com` }),
    ),
  );
}

for (const [count, what] of [
  [1, "one process"],
  [2, "two processes on one database"],
] as const) {
  test(`sells three places to exactly three of fifty simultaneous bookings over HTTP, ${what}, and tells the rest`, async ({
    db,
    server,
    second,
  }) => {
    const session = await aSession(db, { priceMinor: 0, maxAttendees: 3 });
    const answers = await race([server.url, second.url].slice(0, count), session.id);
    const booked = answers.filter(({ url }) => url.includes("/booking-confirmation?bookingId="));
    const refused = answers.filter((answer) => !booked.includes(answer));
    expect(booked.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(refused).toHaveLength(47);
    for (const page of refused) {
      expect([page.status, new URL(page.url).search]).toEqual([200, "?refused=full"]);
      expect(textOf(page, "#refused")).toBe("The last place has just gone. SOLD OUT");
    }
    expect(await db.$count(sessionBookings)).toBe(3);
  });
}

test("makes one booking of the same form posted ten times at once over HTTP, and shows it to all ten", async ({
  db,
  server,
  second,
}) => {
  const session = await aSession(db, { priceMinor: 0, maxAttendees: 3 });
  const sites = [server.url, second.url];
  const formKey = randomUUID();
  const typed = { firstName: "Hannah", lastName: "Okafor", email: "hannah@example.com", formKey };
  const answers = await Promise.all(
    Array.from({ length: 10 }, async (_, nth) => {
      const browser = new PlainBrowser(sites[nth % 2]!);
      return browser.submit(await browser.open(`/sessions/${session.id}/book`), typed);
    }),
  );
  const addresses = answers.map(({ url }) => new URL(url)).map(({ pathname, search }) => pathname + search);
  expect(new Set(addresses).size).toBe(1);
  expect(addresses[0]).toContain("/booking-confirmation?bookingId=");
  expect(await db.$count(sessionBookings)).toBe(1);
});
