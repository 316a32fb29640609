import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs } from "@remix-run/node";
import { siteSettings } from "@db/schema";
import { signValue } from "@server/core/cookies";
import { apiFor, attempt, idOf, load, siteSettingsOf } from "~/server/api.server";
import { captureLog } from "../../support/captured-log";
import { serve } from "../../support/http-app";
import { aSession, takePlace } from "../../support/sessions";
import { createBarrier } from "../../support/statements";
import { expect, test as appTest, type TestApp } from "../../support/test-app";

type More = (fields: [string, string][]) => string | Promise<string>;

/** Serves a booking page that shows what was typed, and counts how often it is rendered. */
async function serveBooking(app: TestApp, more: More = () => "") {
  const seen = { renderings: 0, typed: new Set<string>() };
  const action = async (args: ActionFunctionArgs) => {
    seen.renderings += 1;
    const { bookings } = apiFor(args);
    const sessionId = idOf(args);
    const fields = [...new URLSearchParams(await args.request.text())] as [string, string][];
    const form = Object.fromEntries(fields.filter(([, value]) => value !== ""));
    seen.typed.add(form.firstName ?? "");
    const booked = await attempt(bookings.create({ ...form, sessionId } as never));
    const { name } = await siteSettingsOf(args.context);
    const { session, availability, formKey } = await load(bookings.getForm({ sessionId }));
    const values = [...fields.map(([, value]) => value), formKey].map((value) => `<input value="${value}">`);
    const head = `<script nonce="${args.context.nonce}">start()</script>${name} ${availability} ${session.title}`;
    return new Response(head + values.join("") + (await more(fields)), { status: booked.ok ? 200 : booked.status });
  };
  const { url, stop } = await serve(app.services, { "sessions/:id/book": { action } });
  const post = async (session: { id: string }, form: Record<string, string>, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams(form);
    const answer = await fetch(`${url}/sessions/${session.id}/book`, { method: "POST", headers, body });
    return { status: answer.status, body: await answer.text() };
  };
  return { seen, post, stop };
}

let visitors = 0;

function formOf(session: { priceMinor: number }, typed: Record<string, string> = {}) {
  visitors += 1;
  return {
    ...{ firstName: `first-${visitors}.`, lastName: "Okafor", email: `guest-${visitors}@example.com` },
    ...{ quantity: "1", quote: `GBP:${session.priceMinor}`, formKey: randomUUID() },
    ...typed,
  };
}

const test = appTest.extend<{
  session: Awaited<ReturnType<typeof aSession>>;
  site: Awaited<ReturnType<typeof serveBooking>>;
}>({
  session: async ({ app }, use) => {
    const session = await aSession(app.db, { priceMinor: 0, maxAttendees: 1 });
    await takePlace(app.db, session);
    await use(session);
  },
  site: async ({ app }, use) => {
    const site = await serveBooking(app);
    await use(site);
    await site.stop();
  },
});

test("renders the form once for a hundred who are refused at the same time, with no visitor's values", async ({
  site,
  session,
}) => {
  await site.post(session, formOf(session));
  site.seen.renderings = 0;
  site.seen.typed.clear();
  const forms = Array.from({ length: 100 }, () => formOf(session));
  const answers = await Promise.all(forms.map((form) => site.post(session, form)));
  expect(site.seen.renderings).toBe(1);
  expect([...site.seen.typed]).toEqual([expect.stringMatching(/^m[\da-f]{32}$/)]);
  for (const [nth, { status, body }] of answers.entries()) {
    expect(status).toBe(409);
    expect(body.match(/first-\d+\./g)).toEqual([forms[nth]?.firstName]);
  }
});

test("renders the form for all whose answer may be another", async ({ app, site, session }) => {
  await site.post(session, formOf(session));
  await site.post(session, formOf(session));
  const signed = (name: "held" | "flash") => ({ Cookie: `${name}=${signValue(app.services.settings, name, [])}` });
  const others: [Record<string, string>, Record<string, string>][] = [
    [{}, signed("held")],
    [{}, signed("flash")],
    [{}, { Cookie: "breathroom_session=anything" }],
    [{}, { Cookie: "visits=1" }],
    [{ discountCode: "HALF" }, {}],
    [{ intent: "without-code" }, {}],
    [{ email: "hannah" }, {}],
    [{ healthNote: "\nfirst" }, {}],
  ];
  for (const [typed, headers] of others) {
    const before = site.seen.renderings;
    const form = formOf(session, typed);
    await site.post(session, form, headers);
    expect([typed, headers, site.seen.renderings - before]).toEqual([typed, headers, 1]);
    expect(site.seen.typed).toContain(form.firstName);
  }
});

test("renders the form anew when the clock changes it", async ({ app, site, session }) => {
  await site.post(session, formOf(session));
  const rendered = async () => {
    const before = site.seen.renderings;
    const { status, body } = await site.post(session, formOf(session));
    return [site.seen.renderings - before, status, /sold_out|closed/.exec(body)?.[0]];
  };
  expect([await rendered(), await rendered()]).toEqual([
    [1, 409, "sold_out"],
    [0, 409, "sold_out"],
  ]);
  app.clock.moveBy(49 * 60);
  expect([await rendered(), await rendered()]).toEqual([
    [1, 409, "sold_out"],
    [0, 409, "sold_out"],
  ]);
  app.clock.moveBy(24 * 60);
  const closed = await rendered();
  expect(closed).toEqual([1, expect.any(Number), "closed"]);
});

test("renders a form for each visitor, and says so, where it shows what was typed elsewhere", async ({
  app,
  session,
}) => {
  const log = captureLog(app.services);
  const site = await serveBooking(app, (fields) => `<p>Sorry, ${fields[0]?.[1]}!</p>`);
  await site.post(session, formOf(session));
  for (let nth = 0; nth < 3; nth += 1) {
    const form = formOf(session);
    expect((await site.post(session, form)).body).toContain(`<p>Sorry, ${form.firstName}!</p>`);
    expect(site.seen.typed).toContain(form.firstName);
  }
  expect(log.lines().map(({ msg }) => msg)).toEqual(["a refused booking form is rendered for each visitor"]);
  await site.stop();
});

test("shows who comes after a change the changed form, though the old one is still being rendered", async ({
  app,
  session,
}) => {
  const meet = createBarrier(2);
  let isSlow = false;
  const site = await serveBooking(app, async () => {
    if (!isSlow) return "";
    isSlow = false;
    await meet();
    await meet();
    return "";
  });
  await site.post(session, formOf(session));
  isSlow = true;
  const early = site.post(session, formOf(session));
  await meet();
  await app.db.insert(siteSettings).values({ key: "name", value: "Stillroom" });
  const late = site.post(session, formOf(session));
  await expect.poll(() => site.seen.renderings).toBe(2);
  void meet();
  expect((await early).body).toContain("Breathroom");
  expect((await late).body).toContain("Stillroom");
  expect(site.seen.renderings).toBe(3);
  await site.stop();
});
