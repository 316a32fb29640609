import { randomUUID } from "node:crypto";
import type { Database } from "@db/client";
import { liveSessions, sessionBookings, siteSettings } from "@db/schema";
import { eq } from "drizzle-orm";
import { aSession, takePlace } from "../../support/sessions";
import { expect, test } from "../../support/site-over-http";

type Session = Awaited<ReturnType<typeof aSession>>;
type Posted = { cookie?: string; isData?: boolean };

async function aFullSession(db: Database, values: Parameters<typeof aSession>[1] = {}) {
  const session = await aSession(db, { maxAttendees: 1, priceMinor: 0, ...values });
  return { session, bookingId: await takePlace(db, session) };
}

const formOf = (session: Session, typed: Record<string, string> = {}) => ({
  ...{ firstName: "Hannah", lastName: "Okafor", email: "hannah@example.com" },
  ...{ quantity: "1", quote: `GBP:${session.priceMinor}`, formKey: randomUUID() },
  ...typed,
});

async function post(url: string, session: Session, form: Record<string, string>, { cookie, isData }: Posted = {}) {
  const answer = await fetch(`${url}/sessions/${session.id}/book${isData ? ".data" : ""}`, {
    method: "POST",
    headers: { Origin: url, ...(cookie && { Cookie: cookie }) },
    body: new URLSearchParams(form),
    redirect: "manual",
  });
  const { status, headers } = answer;
  return { status, headers, body: await answer.text() };
}

type Answer = Awaited<ReturnType<typeof post>>;

const nonceOf = ({ headers }: Answer) => /'nonce-([^']+)'/.exec(headers.get("Content-Security-Policy") ?? "")?.[1];
const newKeyIn = ({ body }: Answer) => / name="formKey" value="([\da-f-]{36})"/.exec(body)?.[1];

/** Replaces what is new in every answer. */
const withoutKeys = (answer: Answer, { formKey, id }: { formKey: string; id: string }) =>
  answer.body
    .replaceAll(nonceOf(answer) ?? "no nonce", "NONCE")
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, (key) => ([formKey, id].includes(key) ? key : "KEY"));

const wild = {
  firstName: `</script><script>alert("1")</script>`,
  lastName: `O'Neil & $& $1 \\u003c \u2028 😀`,
  email: "o'neil+breathe@example.com",
  healthNote: `</textarea>"two"\r\nlines {{firstName}}`,
  ticketNames: "Tomas\r\n<b>Priya</b>",
  discountCode: "",
};

test.for([
  ["a page", { quantity: "1" }, {}],
  ["a page with names of tickets", { quantity: "2" }, {}],
  ["a page with the box for announcements ticked", { quantity: "1", announcements: "on" }, {}],
  ["the data of a page", { quantity: "1" }, { isData: true }],
] as const)("answers a refusal from memory like any other: %s", async ([, fields, how], { server, db }) => {
  await db.insert(siteSettings).values({ key: "health", value: { text: "I am well.", version: 3 } });
  const { session } = await aFullSession(db);
  const form = formOf(session, { ...wild, ...fields, healthVersion: "3" });
  await post(server.url, session, form);
  const rendered = await post(server.url, session, form, { ...how, cookie: "visits=1" });
  const [first, second] = [await post(server.url, session, form, how), await post(server.url, session, form, how)];
  const ticked = /<input(?=[^>]* name="announcements")(?=[^>]* checked)/.test(rendered.body);
  if (!("isData" in how)) expect(ticked).toBe("announcements" in fields);
  const given = { formKey: form.formKey, id: session.id };
  expect([rendered.status, first.status, second.status]).toEqual([409, 409, 409]);
  for (const answer of [first, second]) expect(withoutKeys(answer, given)).toBe(withoutKeys(rendered, given));
  const names = [...rendered.headers.keys()].filter((name) => !/^(date|content-length|transfer-)/.test(name));
  for (const name of names.filter((name) => !/^(x-request-id|set-cookie|content-security)/.test(name))) {
    expect([name, second.headers.get(name)]).toEqual([name, rendered.headers.get(name)]);
  }
});

test("gives each refused visitor a form key, a nonce and a number of their own", async ({ server, db }) => {
  const { session } = await aFullSession(db);
  const answers = [];
  for (let nth = 0; nth < 4; nth += 1) answers.push(await post(server.url, session, formOf(session)));
  const numberOf = ({ headers }: Answer) => /browser=([^;]+)/.exec(headers.get("Set-Cookie") ?? "")?.[1];
  for (const secret of [newKeyIn, nonceOf, numberOf]) {
    const values = answers.map(secret);
    expect(values).not.toContain(undefined);
    expect(new Set(values).size).toBe(4);
  }
  for (const answer of answers) {
    const scripts = answer.body.match(/<script\b(?![^>]*ld\+json)[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(2);
    for (const script of scripts) expect(script).toContain(` nonce="${nonceOf(answer)}"`);
  }
  const numbered = await post(server.url, session, formOf(session), { cookie: `browser=${numberOf(answers[0]!)}` });
  expect(numbered.headers.get("Set-Cookie")).toBeNull();
});

test("shows a hundred visitors who are refused at the same time what they typed themselves", async ({ server, db }) => {
  const { session } = await aFullSession(db);
  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_, nth) => {
      const typed = { firstName: `first-${nth}.`, lastName: `last-${nth}."`, email: `e-${nth}.x@example.com` };
      return post(server.url, session, formOf(session, typed), { isData: nth % 5 === 0 });
    }),
  );
  for (const [nth, { status, body }] of answers.entries()) {
    const shown = new Set(Array.from(body.matchAll(/\b(?:first|last|e)-(\d+)\./g), ([, number]) => Number(number)));
    expect([nth, status, [...shown]]).toEqual([nth, 409, [nth]]);
  }
});

test("refuses with the page as it is now: title, waitlist, currency and the number of tickets", async ({
  server,
  db,
}) => {
  const { session } = await aFullSession(db, { priceMinor: 1800 });
  const read = async (typed = {}, how: Posted = {}) => {
    const { status, body } = await post(server.url, session, formOf(session, typed), how);
    expect(status).toBe(409);
    return body;
  };
  await read();
  expect(await read()).toContain("Join Waitlist");
  expect(await read({ quantity: "2" })).toContain("£36");
  expect(await read({}, { cookie: "currency=EUR" })).toContain("€");
  expect(await read()).toContain("£18");
  for (const title of ["Morning Lift", "Evening Calm"]) {
    await db.update(liveSessions).set({ title }).where(eq(liveSessions.id, session.id));
    expect(await read()).toContain(title);
    expect(await read()).toContain(title);
  }
  await db.insert(siteSettings).values({ key: "isWaitlistOn", value: false });
  expect(await read()).not.toContain("Join Waitlist");
});

test("books at once, ten times, after a place has been given back", async ({ server, db }) => {
  const { session, bookingId: first } = await aFullSession(db);
  let bookingId = first;
  const asked = () => post(server.url, session, formOf(session));
  for (let nth = 0; nth < 10; nth += 1) {
    expect([(await asked()).status, (await asked()).status]).toEqual([409, 409]);
    const cancelled = { status: "cancelled", paymentStatus: "cancelled", cancelledAt: new Date() } as const;
    await db.update(sessionBookings).set(cancelled).where(eq(sessionBookings.id, bookingId));
    const booked = await asked();
    expect(booked.status).toBe(303);
    bookingId = new URL(booked.headers.get("Location") ?? "", server.url).searchParams.get("bookingId") ?? "";
  }
  expect(await db.$count(sessionBookings)).toBe(11);
});
