import { eq } from "drizzle-orm";
import { knownDevices, userSessions } from "@db/schema";
import {
  anAccount,
  requestLinkToken,
  mailsTo,
  passwordProof,
  password,
  refusalOf,
  signedInBrowser,
  signedInEmail,
} from "../../support/accounts";
import { expect, test } from "../../support/test-app";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1";

test("lists the account's own devices, this one first, without their keys", async ({ app }) => {
  const account = await anAccount(app.db);
  const here = await signedInBrowser(app, account, { userAgent: firefox });
  app.clock.moveBy(60);
  const there = await signedInBrowser(app, account, { userAgent: phone });
  await signedInBrowser(app, await anAccount(app.db));
  const devices = await here.api.accounts.listDevices();
  expect(devices.map(({ browser, isThisOne }) => [browser, isThisOne])).toEqual([
    ["Firefox on Linux", true],
    ["Safari on iPhone", false],
  ]);
  expect(devices[0]!.createdAt).toMatch(/^\w+day, \w+ \d+, \d{4} at \d+:\d\d [AP]M$/);
  expect(JSON.stringify(devices)).not.toContain(here.sessionKey);
  expect(JSON.stringify(devices)).not.toContain(there.sessionKey);
});

test("shows the times in the visitor's zone", async ({ app }) => {
  const account = await anAccount(app.db);
  const browser = await signedInBrowser(app, account);
  await app.db.update(userSessions).set({ createdAt: new Date("2026-12-01T23:30:00Z") });
  const user = { ...account, hasSecondFactor: false };
  const [device] = await app.as({ user, visitor: { timeZone: "Asia/Tokyo" } }).accounts.listDevices();
  expect(device!.createdAt).toBe("Wednesday, December 2, 2026 at 8:30 AM");
  expect(await signedInEmail(browser)).toBe(account.email);
});

test("signs out another device, or this one", async ({ app }) => {
  const account = await anAccount(app.db);
  const [here, there] = [await signedInBrowser(app, account), await signedInBrowser(app, account)];
  const [thisOne, other] = await here.api.accounts.listDevices();
  await here.api.accounts.endDevices({ ...passwordProof, device: other!.id });
  expect([await signedInEmail(here), await signedInEmail(there)]).toEqual([account.email, null]);
  await here.api.accounts.endDevices({ ...passwordProof, device: thisOne!.id });
  expect([await signedInEmail(here), here.sessionKey]).toEqual([null, null]);
});

test("answers 404 for another member's device, an ended one and an invalid id, and ends nothing", async ({ app }) => {
  const others = await signedInBrowser(app, await anAccount(app.db));
  const [theirs] = await others.api.accounts.listDevices();
  const account = await anAccount(app.db);
  const [here, gone] = [await signedInBrowser(app, account), await signedInBrowser(app, account)];
  const goneId = (await here.api.accounts.listDevices())[1]!.id;
  await gone.api.accounts.signOut();
  for (const id of [theirs!.id, goneId, "nonsense", ""]) {
    const call = here.api.accounts.endDevices({ ...passwordProof, device: id });
    await expect(call, JSON.stringify(id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  }
  await expect(here.api.accounts.endDevices({ ...passwordProof, device: "\u0000" })).rejects.toMatchObject({
    code: "BAD_REQUEST",
  });
  expect(await signedInEmail(others)).not.toBeNull();
});

test("ends all sessions of the account, including this one, and no others", async ({ app }) => {
  const account = await anAccount(app.db);
  const other = await signedInBrowser(app, await anAccount(app.db));
  const [here, there] = [await signedInBrowser(app, account), await signedInBrowser(app, account)];
  await here.api.accounts.endDevices({ ...passwordProof, device: "all" });
  expect([await signedInEmail(here), await signedInEmail(there), here.sessionKey]).toEqual([null, null, null]);
  expect(await signedInEmail(other)).not.toBeNull();
});

test("gives a signed-out visitor no devices to see or end", async ({ app }) => {
  const { accounts } = app.browser().api;
  await expect(accounts.listDevices()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  await expect(accounts.endDevices({ ...passwordProof, device: "all" })).rejects.toMatchObject({
    code: "UNAUTHORIZED",
  });
  expect((await refusalOf(accounts.me())).message).toBe("Please sign in.");
});

test("updates a device's last-seen time at most once in five minutes", async ({ app }) => {
  const browser = await signedInBrowser(app, await anAccount(app.db));
  const signedInAt = app.clock.now();
  const lastSeen = async () => (await app.db.select().from(userSessions))[0]!.lastSeenAt;
  app.clock.moveBy(4);
  await signedInEmail(browser);
  expect(await lastSeen()).toEqual(signedInAt);
  app.clock.moveBy(1);
  await signedInEmail(browser);
  expect(await lastSeen()).toEqual(app.clock.now());
});

test("hides an expired session before it is cleaned up", async ({ app }) => {
  const account = await anAccount(app.db);
  const [here, there] = [await signedInBrowser(app, account), await signedInBrowser(app, account)];
  const [, other] = await here.api.accounts.listDevices();
  await app.db.update(userSessions).set({ expiresAt: app.clock.now() }).where(eq(userSessions.id, other!.id));
  expect(await here.api.accounts.listDevices()).toHaveLength(1);
  expect(await signedInEmail(there)).toBeNull();
  expect(await app.db.$count(userSessions)).toBe(2);
});

test("requires the password to end a device, except within 15 minutes of a mailed link", async ({ app }) => {
  const account = await anAccount(app.db);
  const [here, there] = [await signedInBrowser(app, account), await signedInBrowser(app, account)];
  const wrong = { code: "wrong_current_password", message: "Current password is incorrect" };
  for (const device of ["all", "others", (await here.api.accounts.listDevices())[1]!.id]) {
    expect(await refusalOf(here.api.accounts.endDevices({ device }))).toEqual(wrong);
    expect(await refusalOf(here.api.accounts.endDevices({ device, currentPassword: "not-that" }))).toEqual(wrong);
  }
  expect([await signedInEmail(here), await signedInEmail(there)]).toEqual([account.email, account.email]);
  const token = await requestLinkToken(app, "sign_in", account.email);
  const recovered = app.browser();
  await recovered.api.accounts.enterByLink({ purpose: "sign_in", token });
  await recovered.api.accounts.endDevices({ device: "others" });
  expect([await signedInEmail(here), await signedInEmail(there), await signedInEmail(recovered)]).toEqual([
    null,
    null,
    account.email,
  ]);
});

test("mails the owner which devices were signed out, when and from where", async ({ app }) => {
  const account = await anAccount(app.db);
  const here = await signedInBrowser(app, account, { userAgent: firefox });
  await signedInBrowser(app, account, { userAgent: phone });
  await here.api.accounts.endDevices({ ...passwordProof, device: "others" });
  const [mail, ...more] = await mailsTo(app, account.email);
  expect([mail!.subject, more]).toEqual(["A device was signed out: Breathroom", []]);
  expect(mail!.text).toMatch(/^Device +Safari on iPhone, signed in on \w+day, \w+ \d+, \d{4} at \d+:\d\d [AP]M$/m);
  expect(mail!.text).toMatch(/^From +Firefox on Linux$/m);
  expect(mail!.text).toMatch(/^When +\w+day, /m);
});

test("forgets an ended device and keeps the others known", async ({ app }) => {
  const account = await anAccount(app.db);
  const [here, there] = [await signedInBrowser(app, account), await signedInBrowser(app, account)];
  expect(await app.db.$count(knownDevices)).toBe(2);
  await here.api.accounts.endDevices({ ...passwordProof, device: (await here.api.accounts.listDevices())[1]!.id });
  const { accounts } = there.api;
  expect(await app.db.$count(knownDevices)).toBe(1);
  await accounts.signIn({ email: account.email, password });
  expect(await app.db.$count(knownDevices)).toBe(2);
  await here.api.accounts.endDevices({ ...passwordProof, device: "others" });
  expect(await app.db.$count(knownDevices)).toBe(1);
  await here.api.accounts.endDevices({ ...passwordProof, device: "all" });
  expect(await app.db.$count(knownDevices)).toBe(0);
});
