import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { outboxEmails, rateLimits, sessionWaitlist, siteSettings, users, type liveSessions } from "@db/schema";
import { aHold, aSession } from "../../../support/sessions";
import { expect, test } from "../../../support/test-app";
import {
  aFullSession,
  anEntryFor,
  cancelOneBooking,
  joinWaitlist,
  waitlistStatuses,
  mailedTo,
  refOf,
} from "../../../support/waitlist";

test("puts a new entry last in line and mails both the visitor and the instructor", async ({ app }) => {
  const session = await aFullSession(app);
  await joinWaitlist(app, session, 2);
  const entry = anEntryFor(session);
  expect(await app.as().waitlist.join(entry)).toBeUndefined();

  const mails = await app.db.select().from(outboxEmails).orderBy(asc(outboxEmails.createdAt));
  const hers = mails.find(({ recipient }) => recipient === entry.email)!;
  expect(hers).toMatchObject({
    template: "waitlist-joined",
    subject: "You are on the waitlist: Evening Wind-Down",
    props: { firstName: "Maeve" },
  });
  const [row] = await app.db.select().from(sessionWaitlist).where(eq(sessionWaitlist.email, entry.email));
  expect(hers.props).toMatchObject({
    entryUrl: `${app.services.settings.siteUrl}/waitlist/${row!.id}?key=${row!.manageKey}`,
  });
  const toAdmin = mails.filter(({ recipient }) => recipient === app.services.settings.adminEmail);
  expect(toAdmin.map(({ template }) => template)).toEqual(Array(3).fill("admin-waitlist-entry"));
  expect(toAdmin.at(-1)).toMatchObject({ replyTo: entry.email, props: { inLine: "3" } });
  const sessionUrl = `${app.services.settings.siteUrl}/admin/sessions/${session.id}`;
  expect(toAdmin.at(-1)!.props).toMatchObject({ sessionUrl });
  expect(await app.as().waitlist.get(refOf(row!))).toMatchObject({ state: "waiting", place: 3 });
});

test("answers a repeated form the same and changes nothing", async ({ app }) => {
  const session = await aFullSession(app);
  const entry = anEntryFor(session);
  const answers = await Promise.all(Array.from({ length: 5 }, () => app.as().waitlist.join(entry)));
  expect(answers).toEqual(Array(5).fill(undefined));
  expect(await waitlistStatuses(app, session)).toEqual(["waiting"]);
  expect(await mailedTo(app, entry.email)).toEqual(["waitlist-joined"]);
});

test("gives the same answer for an address already in line, and mails that address once a day", async ({ app }) => {
  const session = await aFullSession(app);
  const entry = anEntryFor(session);
  await app.as().waitlist.join(entry);
  const again = () => ({ ...entry, formKey: randomUUID(), email: ` ${entry.email.toUpperCase()} ` });
  for (let nth = 0; nth < 3; nth += 1) expect(await app.as().waitlist.join(again())).toBeUndefined();
  expect(await waitlistStatuses(app, session)).toEqual(["waiting"]);
  expect(await mailedTo(app, entry.email)).toEqual(["waitlist-joined", "waitlist-already"]);
  const mails = await app.db.select().from(outboxEmails);
  const propsOf = (name: string) => mails.find(({ template }) => template === name)!.props as { entryUrl: string };
  expect(propsOf("waitlist-already").entryUrl).toBe(propsOf("waitlist-joined").entryUrl);
  expect(JSON.stringify(propsOf("waitlist-already"))).not.toContain("place");
  // The instructor gets a mail about the first time only.
  expect(mails).toHaveLength(3);
});

test("puts one address in line once when it is posted ten times at the same moment", async ({ app }) => {
  const session = await aFullSession(app);
  const { email } = anEntryFor(session);
  const joining = Array.from({ length: 10 }, () => app.as().waitlist.join(anEntryFor(session, { email })));
  expect(await Promise.all(joining)).toEqual(Array(10).fill(undefined));
  expect((await mailedTo(app, email)).sort()).toEqual(["waitlist-already", "waitlist-joined"]);
});

test("keeps one address in line once by the unique index alone, without the lock", async ({ app }) => {
  const session = await aFullSession(app);
  const { formKey: _, ...values } = anEntryFor(session);
  const insert = (email: string) => app.db.insert(sessionWaitlist).values({ ...values, email, timeZone: "UTC" });
  const written = await Promise.allSettled([insert("one@example.com"), insert("ONE@example.com")]);
  expect(written.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("lets a visitor who has left join again at the end of the line", async ({ app }) => {
  const session = await aFullSession(app);
  const [first] = await joinWaitlist(app, session, 2);
  await app.as().waitlist.leave(refOf(first!));
  expect(await app.as().waitlist.join(anEntryFor(session, { email: first!.email }))).toBeUndefined();
  expect(await waitlistStatuses(app, session)).toEqual(["left", "waiting", "waiting"]);
});

test("opens the waitlist when the last places are only held", async ({ app }) => {
  const session = await aSession(app.db, { maxAttendees: 1 });
  await aHold(app, session);
  expect(await app.as().waitlist.join(anEntryFor(session))).toBeUndefined();
});

test("refuses to join where there is a free place, no session, or no waitlist any more", async ({ app }) => {
  const join = (session: { id: string }) => app.as().waitlist.join(anEntryFor(session));
  const full = (values: Partial<typeof liveSessions.$inferInsert>) => aFullSession(app, 1, values);
  await expect(join(await aSession(app.db, { maxAttendees: 1 }))).rejects.toThrow("A place is free right now.");
  await expect(join(await aSession(app.db))).rejects.toThrow("A place is free right now.");
  await expect(join(await full({ startTime: app.clock.now() }))).rejects.toThrow("Booking has closed");
  await expect(join(await full({ cancelledAt: app.clock.now() }))).rejects.toThrow("has been cancelled");
  await expect(join(await full({ isPublished: false }))).rejects.toThrow("Session not found");
  await expect(join({ id: randomUUID() })).rejects.toThrow("Session not found");
  expect(await app.db.$count(sessionWaitlist)).toBe(0);
});

test("closes the waitlist on the page and to new entries when it is switched off in the settings", async ({ app }) => {
  const session = await aFullSession(app);
  expect(await app.as().waitlist.getForm({ sessionId: session.id })).toMatchObject({ isJoinable: true });
  await app.db.insert(siteSettings).values({ key: "isWaitlistOn", value: false });
  expect(await app.as().waitlist.getForm({ sessionId: session.id })).toMatchObject({ isJoinable: false });
  await expect(app.as().waitlist.join(anEntryFor(session))).rejects.toThrow("There is no waitlist for this session.");
});

test("fills in a member's details and assigns the entry to the account", async ({ app }) => {
  const session = await aFullSession(app);
  const person = { email: "hannah@example.com", fullName: "Hannah Ada Okafor", role: "member" as const };
  const [user] = await app.db.insert(users).values(person).returning();
  const member = app.as({ user: { ...person, id: user!.id } });
  const { contact, formKey } = await member.waitlist.getForm({ sessionId: session.id });
  expect(contact).toEqual({ firstName: "Hannah", lastName: "Ada Okafor", email: "hannah@example.com" });
  await member.waitlist.join({ ...contact!, formKey, sessionId: session.id });
  expect(await app.db.select().from(sessionWaitlist)).toMatchObject([{ userId: user!.id, email: person.email }]);
});

test.for(["firstName", "lastName", "email"])("refuses to join without %s", async (field, { app }) => {
  const session = await aFullSession(app);
  await expect(app.as().waitlist.join({ ...anEntryFor(session), [field]: " " })).rejects.toThrow("Enter");
  expect(await waitlistStatuses(app, session)).toEqual([]);
});

test("limits entries by network and by address", async ({ app }) => {
  const session = await aFullSession(app);
  const join = (email: string) => app.as().waitlist.join(anEntryFor(session, { email }));
  await join("a@example.com");
  const keys = (await app.db.select({ key: rateLimits.key }).from(rateLimits)).map(({ key }) => key.split(":")[0]);
  expect(keys.sort()).toEqual(["waitlist from address", "waitlist of account"]);
  // The demo's limits are ten times higher.
  for (let times = 1; times < 100; times += 1) await join("a@example.com");
  await expect(join("A@example.com")).rejects.toThrow("Too many attempts.");
  await expect(join("b@example.com")).resolves.toBeUndefined();
});

test("mails the end of the offer to a visitor who joins again while a place is offered", async ({ app }) => {
  const session = await aFullSession(app);
  const [entry] = await joinWaitlist(app, session);
  await joinWaitlist(app, session);
  await cancelOneBooking(app, session);
  await app.as().waitlist.join(anEntryFor(session, { email: entry!.email }));
  const mails = await app.db.select().from(outboxEmails).where(eq(outboxEmails.recipient, entry!.email));
  const mailOf = (name: string) => mails.find(({ template }) => template === name)!;
  const { until } = mailOf("waitlist-offer").props as { until: object };
  expect(mailOf("waitlist-already")).toMatchObject({
    subject: "A place is held for you: Evening Wind-Down",
    props: { until },
  });
});
