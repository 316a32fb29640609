import { mailSuppressions, outboxEmails, sessionBookings } from "@db/schema";
import { announceRecording } from "@server/office/managing/edit-session";
import { suppress } from "@server/platform/mail/consents";
import { recordMailEvent } from "@server/platform/mail/record-mail-event";
import { anAccount, refusalOf, signedInBrowser } from "../../../support/accounts";
import { aFreeBooking, agreeToAnnouncements } from "../../../support/bookings";
import { serve } from "../../../support/http-app";
import { mailEvent } from "../../../support/resend-events";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

const email = "hannah@example.com";

type Kind = "announcement" | "service";

const messageOf = (sessionId: string, kind: Kind) => ({
  sessionId,
  kind,
  subject: `About ${kind}`,
  text: "A new series begins in spring.",
  formKey: crypto.randomUUID(),
});

const attendeesApi = async (app: TestApp) =>
  app.as({ user: await anAccount(app.db, { role: "admin" }) }).bookings.attendees;

/** Sends every attendee a message. Returns the mails that went out; none if it is refused for lack of recipients. */
async function send(app: TestApp, sessionId: string, kind: Kind) {
  const before = app.sentMails.length;
  const { message } = await attendeesApi(app);
  await message(messageOf(sessionId, kind)).catch((error: { message: string }) => {
    expect(error.message).toMatch(/there is no one to email\.$/);
  });
  await app.runJobs();
  return app.sentMails.slice(before);
}

async function aBookedSession(app: TestApp) {
  const session = await aSession(app.db, { priceMinor: 0 });
  await aFreeBooking(app, session, { email });
  await agreeToAnnouncements(app.services, email);
  await app.runJobs();
  return session;
}

/** Returns the unsubscribe addresses in an announcement's header and its two bodies. */
async function anAnnouncement(app: TestApp) {
  const session = await aBookedSession(app);
  const [mail] = await send(app, session.id, "announcement");
  const oneClick = /^<(.*)>$/.exec(mail!.headers!["List-Unsubscribe"]!)![1]!;
  const { pathname, searchParams } = new URL(oneClick);
  const ref = { id: pathname.split("/")[2]!, key: searchParams.get("key")! };
  return { session, mail: mail!, oneClick, ref };
}

test("offers to unsubscribe from announcements in both bodies and by one click", async ({ app }) => {
  const { mail, ref } = await anAnnouncement(app);
  const { siteUrl } = app.services.settings;
  const page = `${siteUrl}/unsubscribe/${ref.id}?key=${ref.key}`;
  expect(mail.headers).toEqual({
    "List-Unsubscribe": `<${siteUrl}/unsubscribe/${ref.id}/one-click?key=${ref.key}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
  expect(mail.html).toContain(`href="${page}"`);
  expect(mail.text).toContain(page);
});

test("sends recordings as announcements", async ({ app }) => {
  const session = await aBookedSession(app);
  app.clock.moveBy(60 * 24 * 60);
  const recorded = { ...session, recordingUrl: "https://example.com/recording" };
  await app.db.transaction((tx) => announceRecording(tx, app.services, recorded));
  await app.runJobs();
  expect(app.sentMails.at(-1)!.headers).toHaveProperty("List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
  expect(app.sentMails.at(-1)!.text).toContain("Unsubscribe from announcements");
});

test("offers to unsubscribe in no other mail", async ({ app }) => {
  const session = await aBookedSession(app);
  await send(app, session.id, "service");
  const [booking] = await app.db.select().from(sessionBookings);
  await app.as().bookings.cancel({ bookingId: booking!.id, key: booking!.manageKey });
  await app.runJobs();
  expect(app.sentMails.length).toBeGreaterThanOrEqual(4);
  for (const { subject, headers, html, text } of app.sentMails) {
    expect([subject, headers, /unsubscribe/i.test(html + text)]).toEqual([subject, undefined, false]);
  }
});

test("ends only announcements with a mail program's one click", async ({ app }) => {
  const { session, oneClick } = await anAnnouncement(app);
  const { url, stop } = await serve(app.services);
  const { pathname, search } = new URL(oneClick);
  const click = (address: string, init: RequestInit = {}) =>
    fetch(url + address, { redirect: "manual", method: "POST", ...init });
  try {
    const opened = await click(pathname + search, { method: "GET" });
    expect([opened.status, opened.headers.get("Location")]).toEqual([303, pathname.replace("/one-click", "") + search]);
    for (const forged of [pathname, `${pathname}?key=none`, `/unsubscribe/none/one-click${search}`]) {
      expect([forged, (await click(forged)).status]).toEqual([forged, 404]);
    }
    expect(await app.db.$count(mailSuppressions)).toBe(0);

    const body = "List-Unsubscribe=One-Click";
    const headers = { "Content-Type": "application/x-www-form-urlencoded", Origin: "https://mail.example" };
    const foreign = { ...headers, "Sec-Fetch-Site": "cross-site" };
    const twice = [
      await click(pathname + search, { body, headers }),
      await click(pathname + search, { body, headers: foreign }),
    ];
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    const form = new FormData();
    form.set("List-Unsubscribe", "One-Click");
    expect((await click(pathname + search, { body: form })).status).toBe(200);
  } finally {
    await stop();
  }
  expect(await send(app, session.id, "announcement")).toEqual([]);
  expect(await send(app, session.id, "service")).toHaveLength(1);
});

test("previews a message as it is sent, and counts only those who get it", async ({ app }) => {
  const session = await aBookedSession(app);
  await aFreeBooking(app, session, { email: "tomas@example.com" });
  await aFreeBooking(app, session, { email: "maeve@example.com" });
  await agreeToAnnouncements(app.services, "Tomas@example.com");
  await app.runJobs();
  const api = await attendeesApi(app);
  const service = messageOf(session.id, "service");
  const shown = await api.previewMessage(service);
  expect(shown).toMatchObject({ subject: "About service", recipients: 3, withheld: 0 });
  await api.message(service);
  await app.runJobs();
  expect(app.sentMails.map(({ html }) => html)).toContain(shown.html);

  await suppress(app.db, email.toUpperCase(), "unsubscribed", new Date());
  const announcement = messageOf(session.id, "announcement");
  const counted = await api.previewMessage(announcement);
  expect(counted).toMatchObject({ recipients: 1, withheld: 2, html: expect.stringContaining("Unsubscribe") as string });
  expect(await api.message(announcement)).toEqual({ sent: 1 });
  await app.runJobs();
  expect(app.sentMails.filter(({ subject }) => subject === "About announcement").map(({ to }) => to)).toEqual([
    "tomas@example.com",
  ]);
  expect(await api.previewMessage(messageOf(session.id, "service"))).toMatchObject({ recipients: 3 });

  await suppress(app.db, "tomas@example.com", "complained", new Date());
  const refused = await refusalOf(api.previewMessage(messageOf(session.id, "announcement")));
  expect([refused.code, refused.message]).toEqual([
    "closed",
    "No one booked has agreed to announcements, so there is no one to email.",
  ]);
});

test("withholds an announcement from an address that unsubscribes before it is sent", async ({ app }) => {
  const session = await aBookedSession(app);
  const { message } = await attendeesApi(app);
  expect(await message(messageOf(session.id, "announcement"))).toEqual({ sent: 1 });
  const before = app.sentMails.length;
  await suppress(app.db, email, "unsubscribed", new Date());
  await app.runJobs();
  expect(app.sentMails.slice(before)).toEqual([]);
  const rows = await app.db.select().from(outboxEmails);
  expect(rows.filter(({ stopped }) => stopped === "withheld")).toHaveLength(1);
});

test("masks the address on the unsubscribe page, and allows subscribing again", async ({ app }) => {
  const { session, ref } = await anAnnouncement(app);
  const { mail } = app.as();
  expect(await mail.getSubscription(ref)).toEqual({
    to: "announcements",
    address: "h•••@example.com",
    isUnsubscribed: false,
    wording: "Email me news and offers from Breathroom. I can unsubscribe at any time.",
  });
  await mail.setUnsubscribed({ ...ref, isUnsubscribed: true });
  await mail.setUnsubscribed({ ...ref, isUnsubscribed: true });
  expect(await mail.getSubscription(ref)).toMatchObject({ isUnsubscribed: true });
  expect(await send(app, session.id, "announcement")).toEqual([]);
  await mail.setUnsubscribed({ ...ref, isUnsubscribed: false });
  expect(await send(app, session.id, "announcement")).toHaveLength(1);
  const forged = { ...ref, key: "x".repeat(43) };
  expect((await refusalOf(mail.getSubscription(forged))).code).toBe("not_found");
  expect((await refusalOf(mail.setUnsubscribed({ ...forged, isUnsubscribed: true }))).code).toBe("not_found");
});

test("shows the setting in the member's profile, where it can be reversed", async ({ app }) => {
  const { session, ref } = await anAnnouncement(app);
  await app.as().mail.setUnsubscribed({ ...ref, isUnsubscribed: true });
  const account = await anAccount(app.db, { email: "Hannah@Example.com" });
  const { api } = await signedInBrowser(app, account);
  expect(await api.profile.get()).toMatchObject({ announcements: { isOn: false, isStopped: true } });
  expect((await api.profile.exportData()).profile).toMatchObject({ getsAnnouncements: false });
  await api.profile.setUnsubscribed({ isUnsubscribed: false });
  expect(await send(app, session.id, "announcement")).toHaveLength(1);
});

test("sends no announcements but all booking mails to an address that complained", async ({ app }) => {
  const { session, mail } = await anAnnouncement(app);
  await recordMailEvent(app.services, { id: "msg_1", payload: mailEvent("email.complained", mail.id) });
  expect(await send(app, session.id, "announcement")).toEqual([]);
  await aFreeBooking(app, await aSession(app.db, { priceMinor: 0 }), { email });
  await app.runJobs();
  expect(app.sentMails.at(-1)!.subject).toMatch(/booked|booking/i);
});

test("withholds the instructor's announcements from unsubscribed addresses", async ({ app }) => {
  const { session, ref } = await anAnnouncement(app);
  await (await attendeesApi(app)).message(messageOf(session.id, "announcement"));
  await app.as().mail.setUnsubscribed({ ...ref, isUnsubscribed: true });
  await app.runJobs();
  const admin = await anAccount(app.db, { role: "admin" });
  const api = app.as({ user: admin });
  const [withheld] = (await api.mail.list({ search: "", status: "unsubscribed", page: 1 })).mails;
  const again = api.mail.resend({ id: withheld!.id, formKey: crypto.randomUUID() });
  expect((await refusalOf(again)).code).toBe("closed");
  // An announcement sent before is withheld when it is to be resent.
  const { id } = await api.mail.resend({ id: ref.id, formKey: crypto.randomUUID() });
  await app.runJobs();
  expect((await api.mail.get({ id })).status).toBe("unsubscribed");
});
