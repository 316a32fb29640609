import { eq } from "drizzle-orm";
import { userSessions } from "@db/schema";
import { anAccount, refusalOf, signedIn, whoIs } from "../../support/accounts";
import { expect, test } from "../../support/test-app";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1";

test("the list shows one's own devices, this one first, and no key", async ({ app }) => {
  const account = await anAccount(app.db);
  const here = await signedIn(app, account, { userAgent: firefox });
  app.clock.moveBy(60);
  const there = await signedIn(app, account, { userAgent: phone });
  await signedIn(app, await anAccount(app.db));
  const devices = await here.api.accounts.listDevices();
  expect(devices.map(({ browser, isThisOne }) => [browser, isThisOne])).toEqual([
    ["Firefox on Linux", true],
    ["Safari on iPhone", false],
  ]);
  expect(devices[0]!.createdAt).toMatch(/^\w+ \d+, \d{4} at \d+:\d\d [AP]M$/);
  expect(JSON.stringify(devices)).not.toContain(here.sessionKey);
  expect(JSON.stringify(devices)).not.toContain(there.sessionKey);
});

test("the times are those of the visitor's zone", async ({ app }) => {
  const account = await anAccount(app.db);
  const browser = await signedIn(app, account);
  await app.db.update(userSessions).set({ createdAt: new Date("2026-12-01T23:30:00Z") });
  const user = { ...account, hasSecondFactor: false };
  const [device] = await app.as({ user, visitor: { timeZone: "Asia/Tokyo" } }).accounts.listDevices();
  expect(device!.createdAt).toBe("December 2, 2026 at 8:30 AM");
  expect(await whoIs(browser)).toBe(account.email);
});

test("a device is signed out by the others, and this one too", async ({ app }) => {
  const account = await anAccount(app.db);
  const [here, there] = [await signedIn(app, account), await signedIn(app, account)];
  const [thisOne, other] = await here.api.accounts.listDevices();
  await here.api.accounts.endDevice({ id: other!.id });
  expect([await whoIs(here), await whoIs(there)]).toEqual([account.email, null]);
  await here.api.accounts.endDevice({ id: thisOne!.id });
  expect([await whoIs(here), here.sessionKey]).toEqual([null, null]);
});

test("another member's device, an ended one and nonsense are the same 404, and nothing ends", async ({ app }) => {
  const others = await signedIn(app, await anAccount(app.db));
  const [theirs] = await others.api.accounts.listDevices();
  const account = await anAccount(app.db);
  const [here, gone] = [await signedIn(app, account), await signedIn(app, account)];
  const goneId = (await here.api.accounts.listDevices())[1]!.id;
  await gone.api.accounts.signOut();
  for (const id of [theirs!.id, goneId, "nonsense", ""]) {
    const call = here.api.accounts.endDevice({ id });
    await expect(call, JSON.stringify(id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  }
  await expect(here.api.accounts.endDevice({ id: "\u0000" })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  expect(await whoIs(others)).not.toBeNull();
});

test("signing out everywhere ends all of one's sessions, this one too, and nobody else's", async ({ app }) => {
  const account = await anAccount(app.db);
  const other = await signedIn(app, await anAccount(app.db));
  const [here, there] = [await signedIn(app, account), await signedIn(app, account)];
  await here.api.accounts.signOutEverywhere();
  expect([await whoIs(here), await whoIs(there), here.sessionKey]).toEqual([null, null, null]);
  expect(await whoIs(other)).not.toBeNull();
});

test("whoever is signed out has no devices to see or end", async ({ app }) => {
  const { accounts } = app.browser().api;
  await expect(accounts.listDevices()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  await expect(accounts.endDevice({ id: "x" })).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  await expect(accounts.signOutEverywhere()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  expect((await refusalOf(accounts.me())).message).toBe("Please sign in.");
});

test("when a device was last seen is written once in five minutes, not for every page", async ({ app }) => {
  const browser = await signedIn(app, await anAccount(app.db));
  const signedInAt = app.clock.now();
  const lastSeen = async () => (await app.db.select().from(userSessions))[0]!.lastSeenAt;
  app.clock.moveBy(4);
  await whoIs(browser);
  expect(await lastSeen()).toEqual(signedInAt);
  app.clock.moveBy(1);
  await whoIs(browser);
  expect(await lastSeen()).toEqual(app.clock.now());
});

test("a session that ran out is on no list, though it is not cleaned away yet", async ({ app }) => {
  const account = await anAccount(app.db);
  const [here, there] = [await signedIn(app, account), await signedIn(app, account)];
  const [, other] = await here.api.accounts.listDevices();
  await app.db.update(userSessions).set({ expiresAt: app.clock.now() }).where(eq(userSessions.id, other!.id));
  expect(await here.api.accounts.listDevices()).toHaveLength(1);
  expect(await whoIs(there)).toBeNull();
  expect(await app.db.$count(userSessions)).toBe(2);
});
