import { randomUUID } from "node:crypto";
import { mediaFiles, sitePictures } from "@db/schema";
import { sweepMedia } from "@server/platform/media/media-files";
import { imagePath } from "@server/platform/media/media-kinds";
import { refusalOf } from "../../../support/accounts";
import { anAdmin, auditOf } from "../../../support/admin-sessions";
import { aFile } from "../../../support/media";
import { aBookingOf, aSession } from "../../../support/sessions";
import { expect, test as appTest, type TestApp } from "../../../support/test-app";

async function desk(app: TestApp) {
  const { site } = (await anAdmin(app)).api;
  const save = async (typed: { name?: string; text?: string; portraitId?: string; removesPortrait?: boolean }) => {
    const { version, values } = await site.profileForm();
    await site.saveProfile({ ...values, name: "Clara", removesPortrait: false, version, ...typed });
  };
  return { site, save };
}

const test = appTest.extend<{ office: Awaited<ReturnType<typeof desk>> }>({
  office: async ({ app }, use) => use(await desk(app)),
});

test("shows the profile to visitors and names the instructor in mails", async ({ app, office: { site, save } }) => {
  expect(await app.as().site.profile()).toBeNull();
  const { version } = await site.profileForm();
  const typed = { name: "Clara", line: "Breathe.", text: "One.\n\nTwo.", languages: "English, Italian,", version };
  await site.saveProfile({ ...typed, credentials: "Midwife\n\nTeacher", removesPortrait: false });
  expect(await app.as().site.profile()).toEqual({
    name: "Clara",
    line: "Breathe.",
    text: "One.\n\nTwo.",
    portrait: null,
    credentials: ["Midwife", "Teacher"],
    languages: ["English", "Italian"],
  });
  await save({ text: "Three." });
  expect(await auditOf(app, "profile")).toEqual(["settings.changed", "settings.changed"]);
  const stale = site.saveProfile({ ...typed, credentials: "", removesPortrait: false });
  expect(await refusalOf(stale)).toMatchObject({ code: "changed_meanwhile" });
  await app.as().bookings.create(aBookingOf(await aSession(app.db, { priceMinor: 0 })));
  await app.runJobs();
  expect(app.sentMails.map(({ html }) => html.includes("With Clara"))).toContain(true);
});

test("keeps the file of the current portrait only", async ({ app, office: { save } }) => {
  const [first, second] = [await aFile(app.services, "portrait"), await aFile(app.services, "portrait")];
  const shown = async () => (await app.as().site.profile())?.portrait ?? null;
  const stored = async () => (await app.db.select().from(mediaFiles)).map(({ id }) => id);
  await save({ portraitId: first.id });
  expect(await shown()).toBe(imagePath(first));
  await save({ text: "The portrait stays." });
  expect(await shown()).toBe(imagePath(first));
  await save({ portraitId: second.id });
  expect(await shown()).toBe(imagePath(second));
  await app.runJobs();
  expect(await stored()).toEqual([second.id]);
  app.clock.moveBy(3 * 24 * 60);
  await sweepMedia(app.services);
  expect(await stored()).toEqual([second.id]);
  await save({ removesPortrait: true });
  expect([await shown(), await app.db.$count(sitePictures)]).toEqual([null, 0]);
  await app.runJobs();
  expect(await stored()).toEqual([]);
  expect(await refusalOf(save({ portraitId: randomUUID() }))).toMatchObject({ code: "invalid" });
});

test("the home page has the texts that the instructor wrote", async ({ app, office: { site } }) => {
  const form = (await site.settings()).forms.find(({ section }) => section === "home");
  const values = { headline: "Breathe out", intro: "Come as you are.", announcement: "No sessions in August." };
  await site.changeSettings({ section: "home", version: form?.version ?? "", values });
  const saved = (await site.settings()).forms.find(({ section }) => section === "home");
  expect(saved).toMatchObject({ values, isDefault: false });
  await site.resetSettings({ section: "home", version: saved?.version ?? "" });
  const after = (await site.settings()).forms.find(({ section }) => section === "home");
  expect(after).toMatchObject({ values: { headline: "", intro: "", announcement: "" }, isDefault: true });
  expect(await app.db.query.siteSettings.findMany()).toEqual([]);
});
