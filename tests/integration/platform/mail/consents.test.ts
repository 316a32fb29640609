import { mailConsents, outboxEmails } from "@db/schema";
import { forgetExpired } from "@server/office/operations/forget-expired";
import { findReceivers, suppress } from "@server/platform/mail/consents";
import { eq, isNotNull } from "drizzle-orm";
import { aSignUpForm, anAccount, passwordProof, refusalOf, signedInBrowser } from "../../../support/accounts";
import { agreeToAnnouncements, mailsOf, recipientsOf } from "../../../support/bookings";
import { linesOfCsv } from "../../../support/csv";
import { aBookingOf, aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

const email = "hannah@example.com";
const template = "confirm-announcements";
const wording = "Email me news and offers from Breathroom. I can unsubscribe at any time.";

type Values = { email?: string; announcements?: "on" };

async function book(app: TestApp, values: Values = { announcements: "on" }, caller = app.as()) {
  const session = await aSession(app.db, { priceMinor: 0 });
  await caller.bookings.create({ ...aBookingOf(session), email, ...values });
  return session;
}

const consents = (app: TestApp) => app.db.select().from(mailConsents).orderBy(mailConsents.requestedAt);

async function linkOf(app: TestApp) {
  const mail = (await mailsOf(app, template, email)).at(-1)!;
  const { pathname, searchParams } = new URL(/https?:\S+\/announcements\/\S+/.exec(mail.text)![0]);
  return { id: pathname.split("/")[2]!, key: searchParams.get("key")! };
}

const receives = async (app: TestApp, address = email) => (await findReceivers(app.db, [address])).size > 0;

test("stores a ticked box with its words, and sends announcements once the mailed link is confirmed", async ({
  app,
}) => {
  await book(app, { email: "Hannah@Example.com", announcements: "on" });
  const [asked] = await consents(app);
  const now = app.clock.now();
  expect(asked).toMatchObject({ email, source: "booking", wording, requestedAt: now, confirmedAt: null });
  const [mail] = await mailsOf(app, template, email);
  expect([mail!.subject, mail!.headers]).toEqual(["Would you like news from Breathroom?", undefined]);
  const link = await linkOf(app);
  expect(await app.as().mail.peekConsent(link)).toEqual({ isValid: true, address: "h•••@example.com" });
  expect(await receives(app)).toBe(false);
  app.clock.moveBy(60);
  await app.as().mail.confirmConsent(link);
  expect((await consents(app))[0]).toMatchObject({ confirmedAt: app.clock.now(), requestedAt: now });
  expect(await receives(app)).toBe(true);
  const forged = { ...link, key: "none" };
  expect((await refusalOf(app.as().mail.confirmConsent(forged))).code).toBe("link_expired");
});

test("stores nothing for a box that is not ticked", async ({ app }) => {
  await book(app, {});
  await app.as().accounts.signUp(aSignUpForm({ email }));
  expect(await consents(app)).toEqual([]);
  expect(await mailsOf(app, template, email)).toEqual([]);
});

test("asks for the same confirmation after signing up, whether the address was taken or not", async ({ app }) => {
  await anAccount(app.db, { email });
  const { accounts } = app.browser().api;
  for (const address of [email, "free@example.com"]) {
    await accounts.signUp({ ...aSignUpForm({ email: address }), announcements: "on" });
  }
  expect(await recipientsOf(app, template)).toEqual(["free@example.com", email]);
  expect((await consents(app)).map(({ source }) => source)).toEqual(["sign_up", "sign_up"]);
});

test("mails an address once a day, and one that bounced or complained never", async ({ app }) => {
  await book(app);
  app.clock.moveBy(23 * 60);
  await book(app);
  expect(await recipientsOf(app, template)).toEqual([email]);
  const first = await linkOf(app);
  app.clock.moveBy(2 * 60);
  await book(app);
  expect(await recipientsOf(app, template)).toEqual([email, email]);
  expect(await linkOf(app)).toEqual(first);
  await suppress(app.db, "maeve@example.com", "complained", app.clock.now());
  await book(app, { email: "maeve@example.com", announcements: "on" });
  expect(await recipientsOf(app, template)).toEqual([email, email]);
});

test("books, but mails no further addresses for a network that asks for too many", async ({ app }) => {
  app.services.settings.isLive = true;
  const sessions = await Promise.all([0, 1].map(() => aSession(app.db, { priceMinor: 0 })));
  for (let nth = 0; nth < 22; nth += 1) {
    const form = aBookingOf(sessions[nth % 2]!);
    await app.as().bookings.create({ ...form, email: `n${nth}@example.com`, announcements: "on" });
  }
  expect(await recipientsOf(app, template)).toHaveLength(20);
  expect(await recipientsOf(app, "booking-confirmation")).toHaveLength(22);
});

test("takes a signed-in member's word for their own address, but not for another's", async ({ app }) => {
  const account = await anAccount(app.db, { email });
  const { api } = await signedInBrowser(app, account);
  const session = await aSession(app.db, { priceMinor: 0 });
  expect((await api.bookings.getForm({ sessionId: session.id })).announcements).toBe(wording);
  await api.bookings.create({ ...aBookingOf(session), email, announcements: "on" });
  expect(await receives(app)).toBe(true);
  expect((await api.bookings.getForm({ sessionId: session.id })).announcements).toBeNull();
  await api.bookings.create({ ...aBookingOf(session), email: "friend@example.com", announcements: "on" });
  expect(await receives(app, "friend@example.com")).toBe(false);
  expect(await recipientsOf(app, template)).toEqual(["friend@example.com"]);
});

test("keeps a withdrawn consent as proof, and its link works no longer", async ({ app }) => {
  await book(app);
  const link = await linkOf(app);
  await app.as().mail.confirmConsent(link);
  const { api } = await signedInBrowser(app, await anAccount(app.db, { email }));
  await api.profile.setUnsubscribed({ isUnsubscribed: true });
  expect(await receives(app)).toBe(false);
  expect((await refusalOf(app.as().mail.confirmConsent(link))).code).toBe("link_expired");
  await api.profile.setUnsubscribed({ isUnsubscribed: false });
  expect((await consents(app)).map(({ source, withdrawnAt }) => [source, withdrawnAt !== null])).toEqual(
    expect.arrayContaining([
      ["booking", true],
      ["profile", false],
    ]),
  );
  expect(await receives(app)).toBe(true);
  expect((await api.profile.exportData()).consents).toHaveLength(2);
});

test("confirms once when the link is used twice at a time, and not after unsubscribing at the same time", async ({
  app,
}) => {
  await book(app);
  const link = await linkOf(app);
  await Promise.all([1, 2].map(() => app.as().mail.confirmConsent(link)));
  expect(await consents(app)).toHaveLength(1);
  await app.db.update(mailConsents).set({ confirmedAt: null });
  await Promise.allSettled([
    app.as().mail.confirmConsent(link),
    app.db.transaction((tx) => suppress(tx, email, "unsubscribed", app.clock.now())),
  ]);
  expect(await receives(app)).toBe(false);
});

test("sends no announcement without consent, but recordings until they are unsubscribed from", async ({ app }) => {
  const session = await book(app, {});
  const { bookings } = app.as({ user: await anAccount(app.db, { role: "admin" }) });
  const news = { sessionId: session.id, subject: "News", text: "A new series.", kind: "announcement" as const };
  const send = () => bookings.attendees.message({ ...news, formKey: crypto.randomUUID() });
  expect((await refusalOf(send())).code).toBe("closed");
  await agreeToAnnouncements(app.services, email);
  await send();
  await app.db.update(mailConsents).set({ withdrawnAt: app.clock.now() });
  await app.runJobs();
  expect(await mailsOf(app, "attendee-message", email)).toEqual([]);
  const [stopped] = await app.db.select().from(outboxEmails).where(eq(outboxEmails.template, "attendee-message"));
  expect(stopped!.stopped).toBe("withheld");
});

test("forgets who has not confirmed for a week, and a deleted account's consents", async ({ app }) => {
  await book(app);
  const link = await linkOf(app);
  const account = await anAccount(app.db, { email: "maeve@example.com" });
  await agreeToAnnouncements(app.services, account.email);
  app.clock.moveBy(7 * 24 * 60 + 1);
  expect(await app.as().mail.peekConsent(link)).toEqual({ isValid: false, address: "" });
  await forgetExpired(app.services);
  expect((await consents(app)).map((consent) => consent.email)).toEqual([account.email]);
  const { api } = await signedInBrowser(app, account);
  await api.profile.deleteAccount(passwordProof);
  expect(await consents(app)).toEqual([]);
});

const aNewsletter = () => ({
  subject: "A new series",
  text: "In spring.\n\nSix evenings.",
  formKey: crypto.randomUUID(),
});

test("sends a newsletter once to those who have agreed, and to no other", async ({ app }) => {
  const { newsletter } = app.as({ user: await anAccount(app.db, { role: "admin" }) });
  expect((await refusalOf(newsletter.send(aNewsletter()))).code).toBe("closed");
  await book(app, { email: "waiting@example.com", announcements: "on" });
  await agreeToAnnouncements(app.services, email, "earlier@example.com");
  await app.db.update(mailConsents).set({ source: "existing_customer" }).where(isNotNull(mailConsents.confirmedAt));
  await agreeToAnnouncements(app.services, email, "maeve@example.com", "tomas@example.com", "gone@example.com");
  await suppress(app.db, "maeve@example.com", "bounced", app.clock.now());
  await suppress(app.db, "gone@example.com", "unsubscribed", app.clock.now());
  expect((await newsletter.getForm()).recipients).toBe(2);
  const message = aNewsletter();
  const shown = await newsletter.preview(message);
  expect(shown).toMatchObject({ subject: "A new series", recipients: 2 });
  const [first, second] = await Promise.all([newsletter.send(message), newsletter.send(message)]);
  expect([first, second]).toEqual([{ sent: 2 }, { sent: 2 }]);
  await suppress(app.db, "tomas@example.com", "complained", app.clock.now());
  expect(await recipientsOf(app, "newsletter")).toEqual([email, "tomas@example.com"]);
  expect(await mailsOf(app, "newsletter", "tomas@example.com")).toEqual([]);
  const [mail, ...more] = await mailsOf(app, "newsletter", email);
  expect([mail!.headers, more]).toEqual([
    expect.objectContaining({ "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
    [],
  ]);
});

test("lists consents newest first, and exports those who get newsletters with words and times", async ({ app }) => {
  await agreeToAnnouncements(app.services, "tomas@example.com");
  app.clock.moveBy(1);
  await book(app);
  await app.as().mail.confirmConsent(await linkOf(app));
  app.clock.moveBy(1);
  await book(app, { email: "waiting@example.com", announcements: "on" });
  const { newsletter } = app.as({ user: await anAccount(app.db, { role: "admin" }) });
  const { consents: rows, receivers } = await newsletter.listConsents({});
  expect(receivers).toBe(2);
  expect(rows.map((row) => [row.email, row.isReceiving, row.state.split(" on ")[0]])).toEqual([
    ["waiting@example.com", false, "Not confirmed"],
    [email, true, "Confirmed"],
    ["tomas@example.com", true, "Confirmed"],
  ]);
  expect((await newsletter.listConsents({ search: "TOMAS" })).consents).toHaveLength(1);
  const { csv, next } = await newsletter.exportConsents({});
  const [head, first, second, ...others] = linesOfCsv(csv);
  expect([head, next, others]).toEqual(["Email,Where,Wording,Asked,Confirmed", null, []]);
  expect(first).toMatch(new RegExp(`^${email},ticked the box when booking,${wording},\\d{4}-.*Z,\\d{4}-.*Z$`));
  expect(second).toMatch(/^tomas@/);
});
