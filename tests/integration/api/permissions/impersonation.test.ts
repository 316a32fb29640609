import { eq } from "drizzle-orm";
import { accountTokens, purchases as purchaseRows, sessionBookings, sessionWaitlist, users } from "@db/schema";
import { appRouter } from "@server/api/root";
import { anAccount, refusalOf, signedInBrowser } from "../../../support/accounts";
import { aMemberWithHistory } from "../../../support/profile";
import { expect, test, type TestApp } from "../../../support/test-app";

type Procedure = { _def: { type: string; meta?: { worksWhileImpersonating?: boolean } } };

const mutations = Object.entries(appRouter._def.procedures as unknown as Record<string, Procedure>).filter(
  ([, { _def }]) => _def.type === "mutation",
);
const open = ["accounts.endImpersonation", "accounts.signOut"];
const refused = {
  code: "forbidden",
  message: "You’re viewing someone else’s account, so you can’t change anything.",
};

/** Returns a browser in which the instructor impersonates a member. */
async function impersonating(app: TestApp) {
  const member = await anAccount(app.db);
  const browser = await signedInBrowser(app, await anAccount(app.db, { role: "admin" }));
  await browser.api.accounts.impersonate({ userId: member.id, reason: "She can't find her recording" });
  return browser;
}

const call = (api: unknown, path: string) => callWith(api, path, {});

function callWith(api: unknown, path: string, input: object | undefined): Promise<unknown> {
  const procedure = path.split(".").reduce((object, key) => (object as Record<string, unknown>)[key], api);
  return (procedure as (input?: object) => Promise<unknown>)(input);
}

test("allows exactly two mutations while a member is impersonated", () => {
  const works = mutations.filter(([, { _def }]) => _def.meta?.worksWhileImpersonating).map(([path]) => path);
  expect(works.sort()).toEqual(open);
  expect(mutations.length).toBeGreaterThan(30);
});

test("refuses every other mutation, whatever its input", async ({ app }) => {
  const { api } = await impersonating(app);
  for (const [path] of mutations.filter(([path]) => !open.includes(path))) {
    expect([path, await refusalOf(call(api, path))]).toEqual([path, refused]);
  }
});

test("allows the member all of them", async ({ app }) => {
  const { api } = await signedInBrowser(app, await anAccount(app.db));
  for (const [path] of mutations.filter(([path]) => !open.includes(path))) {
    const outcome = await call(api, path).then(
      () => "done",
      (error: Error) => error.message,
    );
    expect([path, outcome]).not.toEqual([path, refused.message]);
  }
});

const queries = Object.entries(appRouter._def.procedures as unknown as Record<string, Procedure>)
  .filter(([, { _def }]) => _def.type === "query")
  .map(([path]) => path);

/** Returns every stored key that grants access for longer than the impersonation lasts. */
async function lastingCredentials({ db }: TestApp, userId: string): Promise<string[]> {
  const bookings = await db.select().from(sessionBookings).where(eq(sessionBookings.userId, userId));
  const entries = await db.select().from(sessionWaitlist).where(eq(sessionWaitlist.userId, userId));
  const purchases = await db.select().from(purchaseRows).where(eq(purchaseRows.userId, userId));
  const tokens = await db.select().from(accountTokens).where(eq(accountTokens.userId, userId));
  const [member] = await db.select().from(users).where(eq(users.id, userId));
  return [
    member!.calendarKey!,
    member!.passwordHash!,
    ...[...bookings, ...entries, ...purchases].map(({ manageKey }) => manageKey),
    ...tokens.map(({ tokenHash }) => tokenHash),
  ];
}

test("answers no query of an impersonating admin with a key that outlives the impersonation", async ({ app }) => {
  const { account } = await aMemberWithHistory(app);
  const { api } = await signedInBrowser(app, await anAccount(app.db, { role: "admin" }));
  await api.accounts.impersonate({ userId: account.id, reason: "She can't find her recording" });
  const bookings = await app.db.select().from(sessionBookings).where(eq(sessionBookings.userId, account.id));
  const purchases = await app.db.select().from(purchaseRows).where(eq(purchaseRows.userId, account.id));
  const inputs = [
    {},
    undefined,
    { when: "past" },
    { when: "upcoming" },
    { collection: "birth" },
    ...bookings.flatMap(({ id, sessionId }) => [{ bookingId: id }, { id }, { sessionId }, { id: sessionId }]),
    ...purchases.map(({ id }) => ({ purchaseId: id })),
  ];
  const answers = await Promise.all(
    queries.flatMap((path) => inputs.map((input) => callWith(api, path, input).catch(() => null))),
  );
  const text = JSON.stringify(answers);
  expect(text).toContain(account.email);
  const secrets = await lastingCredentials(app, account.id);
  expect(secrets.length).toBeGreaterThan(4);
  for (const secret of secrets) expect(text).not.toContain(secret);
  expect(await api.calendar.feedAddress()).toEqual({ address: null, isHidden: true });
});
