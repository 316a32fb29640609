import { eq, sql } from "drizzle-orm";
import { mailEvents, mailSuppressions, outboxEmails } from "@db/schema";
import { forgetExpired } from "@server/office/operations/forget-expired";
import { recordMailEvent } from "@server/platform/mail/record-mail-event";
import { isSuppressed } from "@server/platform/mail/consents";
import { anAccount, refusalOf } from "../../../support/accounts";
import { aFreeBooking } from "../../../support/bookings";
import { serve } from "../../../support/http-app";
import { bounce, mailEvent, signatureOf, webhookSecret } from "../../../support/resend-events";
import { aSession } from "../../../support/sessions";
import { expect, test as appTest, type TestApp } from "../../../support/test-app";

const test = appTest.extend("post", async ({ app }, { onCleanup }) => {
  const settings = { ...app.services.settings, resendWebhookSecret: webhookSecret };
  const { url, stop } = await serve({ ...app.services, settings });
  onCleanup(stop);
  return async (event: object | string, headers?: Record<string, string>) => {
    const body = typeof event === "string" ? event : JSON.stringify(event);
    const answer = await fetch(`${url}/webhooks/resend`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...(headers ?? signatureOf(body)) },
      body,
    });
    return answer.status;
  };
});

type Values = Partial<typeof outboxEmails.$inferInsert>;

async function aMail({ db }: TestApp, values: Values = {}) {
  const mail = {
    template: "booking-confirmation",
    props: {},
    recipient: "Hannah@example.com",
    subject: "Your place",
    html: "Hi",
  };
  const sent = { dedupeKey: crypto.randomUUID(), sentAt: new Date(), providerId: crypto.randomUUID() };
  const [row] = await db
    .insert(outboxEmails)
    .values({ ...mail, ...sent, ...values })
    .returning();
  return { id: row!.id, providerId: row!.providerId ?? "lost" };
}

async function statusOf(app: TestApp, id: string) {
  const admin = await anAccount(app.db, { role: "admin" });
  return (await app.as({ user: admin }).mail.get({ id })).status;
}

test.for([
  ["delivered", "delivered", false],
  ["bounced", "bounced", true],
  ["complained", "complained", true],
  ["sent", "sent", false],
  ["bounced delivered", "bounced", true],
  ["delivered bounced", "bounced", true],
  ["complained delivered", "complained", true],
  ["delivered bounced complained delivered", "complained", true],
  ["suppressed", "bounced", true],
  ["failed", "bounced", false],
] as const)("after %s a mail is %s", async ([types, status, isKept], { app, post }) => {
  const { id, providerId } = await aMail(app);
  const more = { ...bounce(), suppressed: { message: "Suppressed" }, failed: { reason: "No quota" } };
  for (const type of types.split(" ")) expect(await post(mailEvent(`email.${type}`, providerId, more))).toBe(200);
  expect(await statusOf(app, id)).toBe(status);
  expect(await isSuppressed(app.db, "hannah@EXAMPLE.com")).toBe(isKept);
});

test("marks a mail as bounced by a full mailbox without suppressing the address", async ({ app, post }) => {
  const { id, providerId } = await aMail(app);
  await post(mailEvent("email.bounced", providerId, bounce("Mailbox full", "Transient")));
  expect(await statusOf(app, id)).toBe("bounced");
  expect(await isSuppressed(app.db, "hannah@example.com")).toBe(false);
});

const aDelivery = (providerId: string) => JSON.stringify(mailEvent("email.delivered", providerId));
const now = () => Date.now() / 1000;

test.for([
  ["another secret", (body: string) => signatureOf(body, { secret: `whsec_${btoa("another secret altogether")}` })],
  ["another body", () => signatureOf("{}")],
  ["an old timestamp", (body: string) => signatureOf(body, { timestamp: now() - 310 })],
  ["a timestamp ahead", (body: string) => signatureOf(body, { timestamp: now() + 310 })],
  ["no signature", (body: string) => ({ ...signatureOf(body), "svix-signature": "" })],
  ["no id", (body: string) => ({ ...signatureOf(body), "svix-id": "" })],
  ["another id", (body: string) => ({ ...signatureOf(body), "svix-id": "msg_2" })],
  ["another version of signatures", (body: string) => withSignature(body, (text) => text.replace("v1,", "v2,"))],
  ["an endless id", (body: string) => signatureOf(body, { id: "m".repeat(300) })],
] as const)("refuses an event with %s", async ([, headersFor], { app, post }) => {
  const { id, providerId } = await aMail(app);
  const body = aDelivery(providerId);
  expect(await post(body, headersFor(body))).toBe(400);
  expect(await statusOf(app, id)).toBe("sent");
});

function withSignature(body: string, change: (signature: string) => string) {
  const headers = signatureOf(body);
  return { ...headers, "svix-signature": change(headers["svix-signature"]) };
}

test("shows in the mail log how Resend's events arrive", async ({ app, post }) => {
  const { providerId } = await aMail(app);
  const api = app.as({ user: await anAccount(app.db, { role: "admin" }) });
  const health = async () => (await api.mail.list({ search: "", page: 1 })).webhooks;
  expect(await health()).toBeNull();
  app.services.settings.resendWebhookSecret = webhookSecret;
  await post(aDelivery(providerId), signatureOf("{}"));
  await expect.poll(health).toMatchObject({ lastEvent: null, badSignatures: 1, isSecretSuspect: false });
});

test.for([
  ["a timestamp of four minutes ago", (body: string) => signatureOf(body, { timestamp: now() - 240 })],
  ["a timestamp four minutes ahead", (body: string) => signatureOf(body, { timestamp: now() + 240 })],
  ["the right one of several signatures", (body: string) => withSignature(body, (text) => `v1,bm8= v2,bm8= ${text}`)],
] as const)("accepts an event with %s", async ([, headersFor], { app, post }) => {
  const { id, providerId } = await aMail(app);
  const body = aDelivery(providerId);
  expect(await post(body, headersFor(body))).toBe(200);
  expect(await statusOf(app, id)).toBe("delivered");
});

test("applies an event once, however often it arrives at the same time", async ({ app, post }) => {
  const { providerId } = await aMail(app);
  const body = JSON.stringify(mailEvent("email.complained", providerId));
  const headers = signatureOf(body, { id: "msg_1" });
  const answers = await Promise.all(Array.from({ length: 5 }, () => post(body, headers)));
  expect(answers).toEqual(Array(5).fill(200));
  await app.db.delete(mailSuppressions);
  expect(await post(body, headers)).toBe(200);
  expect(await app.db.$count(mailSuppressions)).toBe(0);
  expect(await app.db.$count(mailEvents)).toBe(1);
});

test("deletes event ids after a day", async ({ app, post }) => {
  await post(mailEvent("email.delivered", "unknown"));
  await forgetExpired(app.services);
  expect(await app.db.$count(mailEvents)).toBe(1);
  app.clock.moveBy(25 * 60);
  await forgetExpired(app.services);
  expect(await app.db.$count(mailEvents)).toBe(0);
});

test.for([
  ["an unknown mail", mailEvent("email.bounced", "unknown", bounce())],
  ["an unknown mail with a forged tag", mailEvent("email.bounced", "unknown", { tags: { mail_id: "'; --" } })],
  ["another type", { type: "domain.created", data: { id: "1" } }],
  ["an unknown form", []],
])("accepts an event of %s and changes nothing", async ([, event], { app, post }) => {
  const { id } = await aMail(app, { providerId: null });
  expect(await post(event as object)).toBe(200);
  expect(await statusOf(app, id)).toBe("sent");
  expect(await app.db.$count(mailSuppressions)).toBe(0);
});

test("refuses an overlong body before reading it", async ({ post }) => {
  expect(await post(JSON.stringify({ padding: "x".repeat(300_000) }))).toBe(413);
});

test("marks a mail with a lost answer as sent by its event, and does not resend it", async ({ app, post }) => {
  const { id } = await aMail(app, {
    sentAt: null,
    providerId: null,
    stopped: "unconfirmed",
    unansweredAt: new Date(0),
  });
  await post(mailEvent("email.delivered", "late-id", { tags: { mail_id: id } }));
  const [row] = await app.db.select().from(outboxEmails).where(eq(outboxEmails.id, id));
  expect(row).toMatchObject({ sentAt: app.clock.now(), providerId: "late-id", stopped: null, unansweredAt: null });
});

test("accepts an event only once its effect is committed", async ({ app, post }) => {
  const { id, providerId } = await aMail(app);
  const event = mailEvent("email.bounced", providerId, bounce());
  await app.db.execute(sql`alter table mail_suppressions rename to out_of_order`);
  try {
    expect(await post(event)).toBe(500);
  } finally {
    await app.db.execute(sql`alter table out_of_order rename to mail_suppressions`);
  }
  expect(await statusOf(app, id)).toBe("sent");
  expect(await app.db.$count(mailEvents)).toBe(0);
  expect(await post(event)).toBe(200);
});

test("has no such address without a secret", async ({ app }) => {
  const { url, stop } = await serve(app.services);
  const answer = await fetch(`${url}/webhooks/resend`, { method: "POST", body: "{}" });
  await stop();
  expect(answer.status).toBe(404);
});

async function aBouncedBooking(app: TestApp) {
  const session = await aSession(app.db, { priceMinor: 0 });
  const booking = await aFreeBooking(app, session, { email: "hanna@exmaple.com" });
  await app.runJobs();
  const mail = app.sentMails.find(({ to }) => to === "hanna@exmaple.com")!;
  const payload = mailEvent("email.bounced", mail.id, bounce("No such\r\n domain"));
  await recordMailEvent(app.services, { id: "msg_1", payload });
  const admin = await anAccount(app.db, { role: "admin" });
  return { session, booking, mail, api: app.as({ user: admin }) };
}

test("shows a bounced mail among the attendees, at the order and on the overview", async ({ app }) => {
  const { session, booking, mail, api } = await aBouncedBooking(app);
  const problem = { mailId: mail.id, text: "Email to hanna@exmaple.com bounced: No such domain" };
  expect((await api.bookings.attendees.list({ sessionId: session.id, page: 1 })).attendees).toMatchObject([
    { id: booking.id, mailProblem: problem },
  ]);
  expect(await api.orders.get({ kind: "booking", id: booking.id })).toMatchObject({ mailProblem: problem });
  expect((await api.office.getOverview()).waiting.unarrivedMails).toBe(1);
  expect((await api.mail.list({ search: "", status: "unarrived", page: 1 })).mails).toMatchObject([{ id: mail.id }]);

  await api.mail.dismiss({ id: mail.id });
  expect((await api.office.getOverview()).waiting.unarrivedMails).toBe(0);
  expect(await api.orders.get({ kind: "booking", id: booking.id })).toMatchObject({ mailProblem: null });
});

test("removes the warning about an address after a later delivery", async ({ app }) => {
  const { session, booking, mail, api } = await aBouncedBooking(app);
  const later = { recipient: booking.attendeeEmail, createdAt: new Date(Date.now() + 60_000) };
  await aMail(app, { ...later, deliveredAt: app.clock.now() });
  const { attendees } = await api.bookings.attendees.list({ sessionId: session.id, page: 1 });
  expect(attendees).toMatchObject([{ mailProblem: null }]);
  expect(await statusOf(app, mail.id)).toBe("bounced");
});

test("sends bounced mails once to an address the instructor corrected", async ({ app }) => {
  const { session, booking, mail, api } = await aBouncedBooking(app);
  const corrected = { bookingId: booking.id, email: "hannah@example.com" };
  expect(await api.bookings.attendees.correctAddress(corrected)).toEqual({ sent: 1 });
  expect(await api.bookings.attendees.correctAddress(corrected)).toEqual({ sent: 0 });
  await app.runJobs();
  expect(app.sentMails.filter(({ to }) => to === "hannah@example.com")).toMatchObject([
    { subject: mail.subject, html: mail.html },
  ]);
  const { attendees } = await api.bookings.attendees.list({ sessionId: session.id, page: 1 });
  expect(attendees).toMatchObject([{ email: "hannah@example.com", mailProblem: null }]);
  expect((await api.office.getOverview()).waiting.unarrivedMails).toBe(0);
});

test("lets only an undelivered mail be dismissed", async ({ app }) => {
  const { id } = await aMail(app);
  const admin = await anAccount(app.db, { role: "admin" });
  expect((await refusalOf(app.as({ user: admin }).mail.dismiss({ id }))).code).toBe("not_found");
});
