import { sessionBookings } from "@db/schema";
import { rateLimit, spendAttempt } from "@server/accounts/rate-limits";
import { anAccount } from "../../support/accounts";
import { PlainBrowser, textOf } from "../../support/browser-without-javascript";
import { startBuiltServer, type BuiltServer } from "../../support/built-server";
import { expect, test as databaseTest } from "../../support/database";
import { signIn } from "../../support/recordings-http";
import { aSession } from "../../support/sessions";

const test = databaseTest.extend<{ session: Awaited<ReturnType<typeof aSession>>; server: BuiltServer }>({
  session: async ({ db }, use) => use(await aSession(db)),
  server: async ({ databaseUrl, session }, use) => {
    expect(session.id).toBeTruthy(); // there before the server starts, so that it finds no empty database to fill
    const server = await startBuiltServer({ DATABASE_URL: databaseUrl });
    await use(server);
    await server.stop();
  },
});

const guest = { firstName: "Hannah", lastName: "Okafor", email: "hannah@example.com" };
const form = "dialog form";

test("too many bookings for one address are refused with the time to wait, and what was typed stays", async ({
  server,
  session,
  db,
}) => {
  const limited = { db, settings: { isLive: false }, log: console } as unknown as Parameters<typeof spendAttempt>[0];
  const { times } = rateLimit({ isLive: false }, "booking of account");
  for (let nth = 0; nth < times; nth += 1) await spendAttempt(limited, "booking of account", guest.email);
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

test("a form's made-up parts and a made-up address are answered as such, not as faults", async ({
  server,
  session,
}) => {
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

test("what a guest typed waits for her return from the payment page, and is shown to nobody who signs in", async ({
  server,
  session,
  db,
}) => {
  const browser = new PlainBrowser(server.url);
  const dialog = await browser.open(`/sessions/${session.id}/book`);
  await browser.submit(dialog, guest, form);
  const { id } = (await db.query.sessionBookings.findFirst())!;
  const back = await browser.open(`/sessions/${session.id}/book?cancelled=${id}`);
  expect(back.root.querySelector("input[name=firstName]")?.getAttribute("value")).toBe("Hannah");
  const { email } = await anAccount(db);
  await signIn(browser, email);
  const hers = await browser.open(`/sessions/${session.id}/book?another`);
  expect(textOf(hers, "dialog h1")).toBe("Complete Your Booking");
  expect(hers.html).not.toContain(guest.email);
});
