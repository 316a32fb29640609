import { sql } from "drizzle-orm";
import { users, userSessions } from "@db/schema";
import { anAccount, password } from "../../support/accounts";
import { serve } from "../../support/http-app";
import {
  sendTo,
  signInOverHttp,
  cookiesOf,
  expect,
  liveTest,
  sessionOf,
  signInCall,
  test,
  type RequestSender,
} from "../../support/app-over-http";
import { startTestApp, test as appTest } from "../../support/test-app";

test("signs in by a page's form as by the procedure, and sets all cookies", async ({ app, send }) => {
  const { email } = await anAccount(app.db);
  const answer = await send("/form", { form: { email, password } });
  expect(await answer.json()).toEqual({ ok: true, value: { next: "done" } });
  expect(cookiesOf(answer)).toHaveLength(3);
  const session = cookiesOf(answer).find((cookie) => cookie.startsWith("breathroom_session="))!;
  expect(session).toMatch(/^breathroom_session=[a-z2-7]{40}; HttpOnly; Max-Age=2592000; Path=\/; SameSite=Lax$/);
  const cookie = session.split(";")[0];
  expect(await (await send("/me", { cookie })).json()).toMatchObject({ email });
  const call = (await (await send("/api/trpc/accounts.me", { cookie })).json()) as object;
  expect(call).toMatchObject({ result: { data: { email } } });
});

liveTest(
  "sets the live site's cookies for this host and https only, with the __Host- prefix",
  async ({ app, send }) => {
    const { answer } = await signInOverHttp(app, send);
    const names = cookiesOf(answer).map((cookie) => cookie.split("=")[0]);
    expect(names).toEqual(["__Host-breathroom_device", "__Host-breathroom_session"]);
    for (const cookie of cookiesOf(answer)) {
      expect(cookie.split("; ")).toEqual(expect.arrayContaining(["HttpOnly", "Path=/", "SameSite=Lax", "Secure"]));
    }
    const cookie = sessionOf(answer)!;
    expect((await send("/me", { cookie })).status).toBe(200);
    expect((await send("/me", { cookie: cookie.replace("__Host-", "") })).status).toBe(401);
  },
);

test("sets no cookie for a refused sign-in and shows the reason", async ({ app, send }) => {
  const { email } = await anAccount(app.db);
  const call = await send("/api/trpc/accounts.signIn", signInCall(email, "wrong"));
  expect([call.status, cookiesOf(call)]).toEqual([401, []]);
  const form = await send("/form", { form: { email, password: "wrong" } });
  expect(sessionOf(form)).toBeUndefined();
  expect(await form.json()).toEqual({
    ok: false,
    status: 401,
    code: "invalid_credentials",
    message: "Invalid email or password",
  });
});

test("replaces a planted cookie when signing in, and never accepts it", async ({ app, send }) => {
  const { email } = await anAccount(app.db);
  const planted = `breathroom_session=${"b".repeat(40)}`;
  const signedIn = await send("/form", { cookie: planted, form: { email, password } });
  const cookie = signedIn.headers
    .getSetCookie()
    .find((line) => line.startsWith("breathroom_session="))!
    .split(";")[0]!;
  expect(cookie).not.toBe(planted);
  expect((await send("/me", { cookie })).status).toBe(200);
  expect((await send("/me", { cookie: planted })).status).toBe(401);
});

test("removes the cookie and ends the session when signing out", async ({ app, send }) => {
  const { cookie } = await signInOverHttp(app, send);
  const answer = await send("/api/trpc/accounts.signOut", { cookie, call: {} });
  expect(cookiesOf(answer)).toEqual(["breathroom_session=; HttpOnly; Max-Age=0; Path=/; SameSite=Lax"]);
  expect((await send("/me", { cookie })).status).toBe(401);
});

test("refuses several calls in one request", async ({ app, send }) => {
  const { email } = await anAccount(app.db);
  const twice = { 0: signInCall(email).call, 1: signInCall(email).call };
  const answer = await send("/api/trpc/accounts.signIn,accounts.signIn?batch=1", { call: twice });
  expect([answer.status, cookiesOf(answer)]).toEqual([400, []]);
  expect((await send("/api/trpc/accounts.me,accounts.me?batch=1")).status).toBe(400);
});

test("refuses a mutation called by GET", async ({ app, send }) => {
  const { cookie } = await signInOverHttp(app, send);
  for (const name of ["signOut", "endDevices", "secondFactor.begin"]) {
    expect((await send(`/api/trpc/accounts.${name}?input=%7B%7D`, { cookie })).status).toBe(405);
  }
  expect((await send("/me", { cookie })).status).toBe(200);
});

test("refuses posts from another site before running anything", async ({ app, send }) => {
  const { cookie, email } = await signInOverHttp(app, send);
  for (const headers of [
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
  ]) {
    expect((await send("/api/trpc/accounts.signOut", { cookie, call: {}, headers })).status).toBe(403);
    const signIn = await send("/form", { form: { email, password }, headers });
    expect([signIn.status, cookiesOf(signIn)]).toEqual([403, []]);
  }
  expect((await send("/me", { cookie })).status).toBe(200);
});

test.for([
  "breathroom_session=%",
  "breathroom_session=%E0%A4%A",
  "breathroom_session=",
  "breathroom_session",
  "=; breathroom_session=%00",
  `breathroom_session=${"a".repeat(4000)}`,
  "breathroom_session='; drop table users; --",
])("treats an invalid cookie as no session: %s", async (cookie, { send }) => {
  expect((await send("/me", { cookie })).status).toBe(401);
});

test("writes nothing when a visitor opens pages, and once in five minutes for a member", async ({ app, send }) => {
  const { cookie } = await signInOverHttp(app, send);
  // Every row stores the number of the transaction that wrote it.
  const rows = sql`select xmin::text, 'user' from users union all select xmin::text, 'session' from user_sessions`;
  const written = async () => (await app.db.execute(rows)).rows;
  const before = await written();
  for (const path of ["/me", "/api/trpc/accounts.me", "/api/trpc/accounts.listDevices"]) {
    expect((await send(path, { cookie })).status).toBe(200);
    await send(path);
  }
  expect(await written()).toEqual(before);
  app.clock.moveBy(5);
  await send("/me", { cookie });
  const after = await written();
  expect(after).not.toEqual(before);
  await send("/me", { cookie });
  expect(await written()).toEqual(after);
});

test("renews a session and its cookie past the middle of its life", async ({ app, send }) => {
  const { cookie } = await signInOverHttp(app, send);
  app.clock.moveBy(14 * 24 * 60);
  expect(cookiesOf(await send("/me", { cookie }))).toEqual([]);
  app.clock.moveBy(2 * 24 * 60);
  const renewed = cookiesOf(await send("/me", { cookie }));
  expect(renewed).toEqual([expect.stringMatching(new RegExp(`^${cookie}; HttpOnly; Max-Age=2592000; `))]);
  const [session] = await app.db.select().from(userSessions);
  const days = (session!.expiresAt.getTime() - app.clock.now().getTime()) / 86_400_000;
  expect(days).toBeCloseTo(30, 3);
  expect(cookiesOf(await send("/me", { cookie }))).toEqual([]);
});

test("serves files without asking the database for the session", async ({ app, send }) => {
  await app.db.execute(sql`alter table user_sessions rename to sessions_away`);
  try {
    const cookie = `breathroom_session=${"a".repeat(40)}`;
    expect((await send("/logo.svg", { cookie })).status).toBe(200);
    expect((await send("/me", { cookie })).status).toBe(500);
    expect((await send("/api/trpc/accounts.me", { cookie })).status).toBe(500);
  } finally {
    await app.db.execute(sql`alter table sessions_away rename to user_sessions`);
  }
});

liveTest("answers 429 with Retry-After beyond the limit, for forms as well", async ({ app, send }) => {
  const { email } = await anAccount(app.db);
  const headers = { "X-Forwarded-For": "192.0.2.1" };
  const guess = () => send("/api/trpc/accounts.signIn", { ...signInCall(email, "guess"), headers });
  for (let nth = 0; nth < 10; nth += 1) expect((await guess()).status).toBe(401);
  const refused = await guess();
  expect(refused.status).toBe(429);
  const seconds = Number(refused.headers.get("Retry-After"));
  expect(seconds).toBeGreaterThan(800);
  expect(seconds).toBeLessThanOrEqual(900);
  expect(await refused.json()).toMatchObject({
    error: { message: "Too many attempts. Please try again in 15 minutes." },
  });
  const form = await send("/form", { form: { email, password }, headers });
  expect(await form.json()).toMatchObject({ ok: false, code: "rate_limited", status: 429 });
});

const manyNewcomers = async (send: RequestSender, addressOf: (nth: number) => string) => {
  const statuses: number[] = [];
  for (let nth = 0; nth < 11; nth += 1) {
    const call = { firstName: "Hannah", lastName: "Okafor", email: `hannah-${nth}@example.com`, password };
    const answer = await send("/api/trpc/accounts.signUp", { call, headers: { "X-Forwarded-For": addressOf(nth) } });
    statuses.push(answer.status);
  }
  return statuses;
};

liveTest("counts the address added by the trusted proxy, not the one claimed by the client", async ({ send }) => {
  const statuses = await manyNewcomers(send, (nth) => `203.0.113.${nth}, 192.0.2.1`);
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
});

liveTest("counts clients behind the trusted proxy separately", async ({ send, app }) => {
  expect(await manyNewcomers(send, (nth) => `192.0.2.${nth}`)).toEqual(Array(11).fill(200));
  expect(await app.db.$count(users)).toBe(11);
});

appTest("ignores claimed addresses without TRUST_PROXY", async ({ db }) => {
  const { app, stop } = await startTestApp({
    db,
    settings: { isLive: true, siteUrl: "https://breathe.example" },
  });
  const site = await serve(app.services);
  try {
    const statuses = await manyNewcomers(sendTo(site.url), (nth) => `192.0.2.${nth}`);
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
  } finally {
    await site.stop();
    await stop();
  }
});

test("clears the browser's data about the site when signing out, and only then", async ({ app, send }) => {
  const { email, cookie, answer } = await signInOverHttp(app, send);
  const forgets = (response: Response) => response.headers.get("Clear-Site-Data");
  expect(forgets(answer)).toBeNull();
  const second = sessionOf(await send("/api/trpc/accounts.signIn", signInCall(email)))!;
  expect(forgets(await send("/me", { cookie: second }))).toBeNull();
  const out = await send("/api/trpc/accounts.signOut", { cookie, call: {} });
  expect([out.status, forgets(out)]).toEqual([200, '"cache", "storage"']);
});
