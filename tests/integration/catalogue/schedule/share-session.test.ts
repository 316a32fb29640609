import { randomUUID } from "node:crypto";
import { anAccount } from "../../../support/accounts";
import { mailsOf, recipientsOf } from "../../../support/bookings";
import { aSession } from "../../../support/sessions";
import { expect, startTestApp, test as appTest, type TestApp } from "../../../support/test-app";

const friend = "friend@example.com";
const aShareOf = (session: { id: string }, values: { email?: string; formKey?: string } = {}) => ({
  sessionId: session.id,
  email: friend,
  formKey: randomUUID(),
  ...values,
});
const share = (app: TestApp, input: ReturnType<typeof aShareOf>, address = "203.0.113.1") =>
  app.as({ visitor: { address } }).schedule.share(input);

/** Applies the live limits. */
const liveTest = appTest.extend<{ app: TestApp }>({
  app: async ({ db }, use) => {
    const { app, stop } = await startTestApp({ db, settings: { isLive: true } });
    await use(app);
    await stop();
  },
});

appTest("mails the session's details, and nothing about the sender", async ({ app }) => {
  const user = { ...(await anAccount(app.db, { fullName: "Ada Example" })), role: "member" as const };
  const session = await aSession(app.db, {
    startTime: new Date("2100-01-12T19:30:00Z"),
    zoomLink: "https://zoom.example/j/secret",
  });
  await app.as({ user }).schedule.share(aShareOf(session));
  const [mail, ...others] = await mailsOf(app, "session-shared", friend);
  expect(others).toEqual([]);
  expect(mail!.subject).toBe("A session for you at Breathroom: Evening Wind-Down");
  expect(mail!.text).toContain("Tuesday, January 12, 2100");
  expect(mail!.text).toContain("7:30 PM GMT");
  expect(mail!.text).toContain(`/sessions/${session.id}`);
  expect(mail!.replyTo).toBeUndefined();
  expect(mail!.html + mail!.text + mail!.subject).not.toMatch(/secret|Ada|Example\b/);
  expect(mail!.html + mail!.text).not.toContain(user.email);
});

appTest("sends once for a form posted twice", async ({ app }) => {
  const session = await aSession(app.db);
  const input = aShareOf(session);
  await Promise.all([share(app, input), share(app, input)]);
  await share(app, input);
  expect(await mailsOf(app, "session-shared", friend)).toHaveLength(1);
});

appTest("refuses to share what is not on the schedule", async ({ app }) => {
  const draft = await aSession(app.db, { isPublished: false });
  const cancelled = await aSession(app.db, { cancelledAt: app.clock.now() });
  await expect(share(app, aShareOf(draft))).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(share(app, aShareOf({ id: randomUUID() }))).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(share(app, aShareOf(cancelled))).rejects.toThrow("This session has been cancelled.");
  expect(await recipientsOf(app, "session-shared")).toEqual([]);
});

liveTest("sends three mails a day to one mailbox, with the same answer beyond that", async ({ app }) => {
  const session = await aSession(app.db);
  for (let nth = 0; nth < 5; nth += 1) {
    const email = nth % 2 ? friend : friend.toUpperCase();
    await expect(share(app, aShareOf(session, { email }), `203.0.113.${nth}`)).resolves.toBeUndefined();
  }
  expect(await recipientsOf(app, "session-shared")).toHaveLength(3);
});

liveTest("applies the limit of a mailbox to simultaneous requests", async ({ app }) => {
  const session = await aSession(app.db);
  const shares = Array.from({ length: 12 }, (_, nth) => share(app, aShareOf(session), `203.0.113.${nth}`));
  await Promise.all(shares);
  expect(await recipientsOf(app, "session-shared")).toHaveLength(3);
});

liveTest("sends twenty mails an hour from one network, whatever its addresses and recipients", async ({ app }) => {
  const session = await aSession(app.db);
  const from = (nth: number) =>
    share(app, aShareOf(session, { email: `friend-${nth}@example.com` }), `2001:db8:1:2:${nth.toString(16)}::1`);
  for (let nth = 0; nth < 20; nth += 1) await from(nth);
  await expect(from(20)).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
  expect(await recipientsOf(app, "session-shared")).toHaveLength(20);
});

liveTest("answers a repeated post like the first one, even at the limit", async ({ app }) => {
  const session = await aSession(app.db);
  const inputs = Array.from({ length: 20 }, (_, nth) => aShareOf(session, { email: `friend-${nth}@example.com` }));
  for (const input of inputs) await share(app, input);
  await expect(share(app, inputs[0]!)).resolves.toBeUndefined();
});
