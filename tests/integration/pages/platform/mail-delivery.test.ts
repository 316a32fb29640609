import { eq } from "drizzle-orm";
import type { Database } from "@db/client";
import { mailConsents, outboxEmails, sessionBookings, users } from "@db/schema";
import { cheapHash } from "../../../support/accounts";
import { PlainBrowser, textOf } from "../../../support/browser-without-javascript";
import { errorsOf, paragraphsOf, toastOf } from "../../../support/page-parts";
import { aSession } from "../../../support/sessions";
import { expect, test as siteTest } from "../../../support/site-over-http";

const password = "slow-exhale-7";
const email = "maeve@exmaple.com";

const test = siteTest.extend("people", async ({ db, server }) => {
  const account = { passwordHash: await cheapHash(password), emailConfirmedAt: new Date() };
  await db.insert(users).values([
    { ...account, email: "admin@example.com", fullName: "Clara Marsh", role: "admin" },
    { ...account, email, fullName: "Maeve Donnelly" },
  ]);
  const signedIn = async (address: string) => {
    const browser = new PlainBrowser(server.url);
    const signInPage = await browser.open("/sign-in");
    await browser.submit(signInPage, { email: address, password }, "form:has([name=password])");
    return browser;
  };
  return { admin: await signedIn("admin@example.com"), member: await signedIn(email) };
});

async function aBooking(db: Database, browser: PlainBrowser) {
  const session = await aSession(db, { priceMinor: 0 });
  const form = await browser.open(`/sessions/${session.id}/book`);
  await browser.submit(form, { firstName: "Maeve", lastName: "Donnelly", email }, "form:has([name=formKey])");
  const [booking] = await db.select().from(sessionBookings);
  return { path: `/admin/sessions/${session.id}`, booking: booking! };
}

async function lastMail(db: Database, template: string) {
  const isOfTemplate = eq(outboxEmails.template, template);
  const read = async () =>
    (await db.select().from(outboxEmails).where(isOfTemplate).orderBy(outboxEmails.createdAt)).at(-1);
  await expect.poll(async () => (await read())?.sentAt).toBeInstanceOf(Date);
  return (await read())!;
}

test("unsubscribes from announcements by the mailed page and in the profile, without JavaScript", async ({
  db,
  people: { admin, member },
}) => {
  const { path } = await aBooking(db, member);
  const settings = await member.open("/dashboard/settings");
  await member.submit(settings, {}, "form[action$=announcements]");
  const message = { subject: "A new series", text: "It begins in spring." };
  const form = await admin.open(`${path}/message`);
  const preview = await admin.submit(form, { ...message, kind: "announcement" });
  const sent = await admin.submit(preview);
  expect(toastOf(sent)).toContain("People who haven’t agreed to announcements don’t get it.");
  const mail = await lastMail(db, "attendee-message");
  const link = new URL(/https?:\S+\/unsubscribe\/\S+/.exec(mail.text!)![0]);
  expect(mail.html).toMatch(/<a href="[^"]*" [^>]*style="display:inline-block;/);

  const visitor = new PlainBrowser(admin.site);
  const asked = await visitor.open(link.pathname + link.search);
  expect(textOf(asked, "main")).toContain("m•••@exmaple.com");
  expect(textOf(await member.open("/dashboard/settings"), "main")).toContain("Turn off announcements");
  const done = await visitor.submit(asked);
  expect(textOf(done, "h1")).toBe("You’re unsubscribed from announcements");
  expect((await visitor.open(`${link.pathname}?key=none`)).status).toBe(404);

  const profile = await member.open("/dashboard/settings");
  await member.submit(profile, {}, "form[action$=announcements]");
  expect(textOf(await visitor.open(link.pathname + link.search), "h1")).toBe("Unsubscribe from announcements?");
});

test("asks a guest who ticked the box to confirm by a button, and keeps the tick of a refused form", async ({
  db,
  people: { admin },
}) => {
  const session = await aSession(db, { priceMinor: 0 });
  const visitor = new PlainBrowser(admin.site);
  const form = await visitor.open(`/sessions/${session.id}/book`);
  const box = ({ root }: typeof form) => root.querySelector("input[name=announcements]")!;
  expect(box(form).hasAttribute("checked")).toBe(false);
  const typed = { firstName: "Maeve", lastName: "Donnelly", email: "maeve@", announcements: "on" };
  const refused = await visitor.submit(form, typed, "form:has([name=formKey])");
  expect([refused.status, box(refused).hasAttribute("checked")]).toEqual([422, true]);
  await visitor.submit(refused, { email }, "form:has([name=formKey])");

  const mail = await lastMail(db, "confirm-announcements");
  const link = new URL(/https?:\S+\/announcements\/\S+/.exec(mail.text!)![0]);
  const asked = await visitor.open(link.pathname + link.search);
  expect(textOf(asked, "main")).toContain("m•••@exmaple.com");
  const confirmed = async () => (await db.select().from(mailConsents)).map(({ confirmedAt }) => confirmedAt !== null);
  expect(await confirmed()).toEqual([false]);
  expect(toastOf(await visitor.submit(asked))).toContain("You’ll get news by email from now on.");
  expect(await confirmed()).toEqual([true]);
  const forged = await visitor.open(`${link.pathname}?key=none`);
  expect([forged.status, textOf(forged, "h1")]).toEqual([410, "This link no longer works"]);
});

test("shows a bounced mail beside its booking and resends it to a corrected address, without JavaScript", async ({
  db,
  people: { admin, member },
}) => {
  const { path, booking } = await aBooking(db, member);
  const { id } = await lastMail(db, "booking-confirmation");
  await db
    .update(outboxEmails)
    .set({ bouncedAt: new Date(), bounceReason: "no such domain" })
    .where(eq(outboxEmails.id, id));
  expect(textOf(await admin.open("/admin"), "main")).toContain("1email that bounced or did not arrive");
  const attendees = await admin.open(`${path}/attendees`);
  expect(textOf(attendees, "main li:has(a[href^='mailto:'])")).toContain(`Email to ${email} bounced: no such domain`);
  expect(textOf(await admin.open(`/admin/mails/${id}`), "main")).toContain("correct it on the attendees page");
  expect(textOf(await admin.open("/admin/orders"), "main")).toContain("An email did not arrive");

  const form = await admin.open(`${path}/attendees/${booking.id}/address`);
  const refused = await admin.submit(form, { email: "maeve@" });
  expect([refused.status, errorsOf(refused)[0]]).toEqual([422, "Enter a full email address"]);
  expect(refused.root.querySelector("[name=email]")!.getAttribute("value")).toBe("maeve@");
  const corrected = await admin.submit(refused, { email: "maeve@example.com" });
  expect(toastOf(corrected)).toContain("1 email is being sent again.");
  expect(textOf(corrected, "main li:has(a[href^='mailto:'])")).not.toContain("bounced");

  const again = await lastMail(db, "booking-confirmation");
  expect(again.recipient).toBe("maeve@example.com");
  await db.update(outboxEmails).set({ complainedAt: new Date() }).where(eq(outboxEmails.id, again.id));
  expect(textOf(await admin.open("/admin/mails?status=unarrived"), "tbody")).toContain("Reported as spam");
  const mail = await admin.open(`/admin/mails/${again.id}`);
  expect(toastOf(await admin.submit(mail, {}, "form:has([value=dismiss])"))).toBe("Noted");
  expect(paragraphsOf(await admin.open("/admin/mails?status=unarrived"))).toContain("No emails match.");
});
