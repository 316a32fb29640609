import { eq } from "drizzle-orm";
import { auditEntries, outboxEmails, siteSettings } from "@db/schema";
import type { SettingsSection } from "@server/catalogue/site/schemas";
import { readSiteSettings } from "@server/core/site-settings";
import { anAccount, mailsTo, refusalOf, signedInBrowser } from "../../../support/accounts";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

async function desk(app: TestApp) {
  const { api } = await signedInBrowser(app, await anAccount(app.db, { role: "admin" }));
  const formOf = async (section: SettingsSection) =>
    (await api.site.settings()).forms.find((form) => form.section === section)!;
  const save = async (section: SettingsSection, values: Record<string, string>) => {
    const { version } = await formOf(section);
    await api.site.changeSettings({ section, version, values });
  };
  const reset = async (section: SettingsSection) => {
    const { version } = await formOf(section);
    await api.site.resetSettings({ section, version });
  };
  return { api, formOf, save, reset };
}

const rows = async (app: TestApp) =>
  Object.fromEntries((await app.db.select().from(siteSettings)).map(({ key, value }) => [key, value]));

test("stores only values that differ from the defaults", async ({ app }) => {
  const { save, formOf } = await desk(app);
  await save("cancelling", { isCancellingOn: "on", cancelWindowHours: "48" });
  expect(await rows(app)).toEqual({ cancelWindowHours: 48 });
  expect((await formOf("cancelling")).isDefault).toBe(false);
  await save("cancelling", { cancelWindowHours: "24" });
  expect(await rows(app)).toEqual({ isCancellingOn: false });
  await save("cancelling", { isCancellingOn: "on", cancelWindowHours: "24" });
  expect(await rows(app)).toEqual({});
});

test("keeps the values of two forms saved at once", async ({ app }) => {
  const { save, reset } = await desk(app);
  const { about, workshops, corporate, mothers, birth, social } = app.services.settings.marketing;
  await save("pages", { about: "https://clara.example/me", workshops, corporate, mothers, birth });
  await save("contact", { contact: "mailto:clara@example.com", socialName: social.name, socialUrl: social.url });
  expect(await rows(app)).toEqual({
    marketing: { about: "https://clara.example/me", contact: "mailto:clara@example.com" },
  });
  await reset("pages");
  expect(await rows(app)).toEqual({ marketing: { contact: "mailto:clara@example.com" } });
  expect((await readSiteSettings(app.services)).marketing.about).toBe(about);
});

test("keeps an emptied address as empty", async ({ app }) => {
  const { save } = await desk(app);
  await save("pages", { about: "", workshops: "https://clara.example/work" });
  const { marketing } = await readSiteSettings(app.services);
  expect(marketing).toMatchObject({ about: "", workshops: "https://clara.example/work", mothers: "", birth: "" });
});

test("reports a conflict to the second of two admins who save the same form", async ({ app }) => {
  const { api, formOf, save } = await desk(app);
  const { version } = await formOf("waitlist");
  await save("waitlist", { isWaitlistOn: "on", offerHours: "12" });
  const late = api.site.changeSettings({ section: "waitlist", version, values: { offerHours: "6" } });
  expect((await refusalOf(late)).code).toBe("changed_meanwhile");
  const lateReset = api.site.resetSettings({ section: "waitlist", version });
  expect((await refusalOf(lateReset)).code).toBe("changed_meanwhile");
  expect(await rows(app)).toEqual({ offerHours: 12 });
});

test("lets exactly one of two simultaneous saves succeed", async ({ app }) => {
  const { api, formOf } = await desk(app);
  const other = await desk(app);
  const { version } = await formOf("waitlist");
  const outcomes = await Promise.allSettled([
    api.site.changeSettings({ section: "waitlist", version, values: { isWaitlistOn: "on", offerHours: "6" } }),
    other.api.site.changeSettings({ section: "waitlist", version, values: { isWaitlistOn: "on", offerHours: "7" } }),
  ]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("offers a starting text for the health statement until one is saved, even an empty one", async ({ app }) => {
  const { save, formOf } = await desk(app);
  expect(await formOf("health")).toMatchObject({
    values: { text: "" },
    starting: { text: expect.stringContaining("ask your doctor") as string },
  });
  await save("health", { text: "" });
  expect(await rows(app)).toEqual({ health: { text: "", version: 1 } });
  expect(await formOf("health")).not.toHaveProperty("starting");
});

test("raises the health statement's version with each change, never reusing a number", async ({ app }) => {
  const { save, reset } = await desk(app);
  await save("health", { text: "Ask your doctor.\r\n\r\nTwice." });
  expect(await rows(app)).toEqual({ health: { text: "Ask your doctor.\n\nTwice.", version: 1 } });
  await save("health", { text: "Ask your doctor.\n\nTwice.\n" });
  expect(await rows(app)).toMatchObject({ health: { version: 1 } });
  await reset("health");
  expect(await rows(app)).toEqual({ health: { text: "", version: 2 } });
  await save("health", { text: "Ask again." });
  expect(await rows(app)).toEqual({ health: { text: "Ask again.", version: 3 } });
});

test("refuses invalid values", async ({ app }) => {
  const { save } = await desk(app);
  const message = async (section: SettingsSection, values: Record<string, string>) => {
    const { code, message } = await refusalOf(save(section, values));
    return [code, message];
  };
  const whole = ["invalid", "Enter a whole number from 0 to 720"];
  for (const cancelWindowHours of ["", "-1", "721", "1.5", "soon"]) {
    expect(await message("cancelling", { cancelWindowHours })).toEqual(whole);
  }
  for (const maxVideoMb of ["", "0", "4097", "99.5", "1 GB"]) {
    const limit = ["invalid", "Enter a whole number from 1 to 4096"];
    expect([maxVideoMb, ...(await message("videos", { maxVideoMb }))]).toEqual([maxVideoMb, ...limit]);
  }
  const contact = { contact: "javascript:alert(1)", socialName: "Instagram", socialUrl: "https://instagram.example" };
  expect((await message("contact", contact))[0]).toBe("invalid");
  const site = { name: "A", tagline: "B", senderName: '"<evil@example.com>' };
  expect(await message("site", site)).toEqual(["invalid", "Leave out quotation marks, < and >"]);
  expect((await message("site", { ...site, senderName: "A\r\nBcc: b@example.com" }))[0]).toBe("invalid");
  expect(await rows(app)).toEqual({});
});

test("records in the audit log only the names of changed settings", async ({ app }) => {
  const { save } = await desk(app);
  const { social } = app.services.settings.marketing;
  await save("contact", { contact: "mailto:clara@example.com", socialName: social.name, socialUrl: social.url });
  const [entry] = await app.db.select().from(auditEntries);
  expect(entry).toMatchObject({
    action: "settings.changed",
    subjectType: "settings",
    subjectId: "contact",
    details: { changed: ["contact"] },
  });
});

test("uses the configured name, contact and sender in mails", async ({ app }) => {
  const { save } = await desk(app);
  const { social } = app.services.settings.marketing;
  await save("site", { name: "Still Water", tagline: "Breathe.", senderName: "Clara of Still Water" });
  await save("contact", { contact: "mailto:clara@example.com", socialName: social.name, socialUrl: social.url });
  const { email } = await anAccount(app.db);
  await app.browser().api.accounts.requestPasswordReset({ email });
  const [mail] = await mailsTo(app, email);
  expect(mail?.subject).toContain("Still Water");
  expect(mail?.html).toContain("mailto:clara@example.com");
  expect(mail?.html).not.toContain("Breathroom");
  expect(mail?.senderName).toBe("Clara of Still Water");
});

test("uses the configured name in calendar files", async ({ app }) => {
  const { save, api } = await desk(app);
  await save("site", { name: "Still Water", tagline: "Breathe.", senderName: "Clara" });
  const { id } = await aSession(app.db);
  expect((await api.calendar.sessionFile({ id })).text).toContain('ORGANIZER;CN="Still Water"');
});

test("sends a retried mail under the name of the first attempt", async ({ app }) => {
  const { save } = await desk(app);
  const { email } = await anAccount(app.db);
  await app.browser().api.accounts.requestPasswordReset({ email });
  await app.runJobs("send-account-link");
  await app.db.update(outboxEmails).set({ sentAt: null });
  await save("site", { name: "A", tagline: "B", senderName: "C" });
  const [row] = await app.db.select().from(outboxEmails).where(eq(outboxEmails.recipient, email));
  const { deliverMail } = await import("@server/platform/mail/deliver-mail");
  await deliverMail(app.services, row!.id);
  expect(app.sentMails.at(-1)?.senderName).toBeUndefined();
});
