import { mediaFiles, sitePictures } from "@db/schema";
import type { SavedLook } from "@server/catalogue/site/schemas";
import sharp from "sharp";
import { refusalOf } from "../../../support/accounts";
import { anAdmin, auditOf } from "../../../support/admin-sessions";
import { aFile } from "../../../support/media";
import { aBookingOf, aSession } from "../../../support/sessions";
import { expect, test as appTest, type TestApp } from "../../../support/test-app";

async function desk(app: TestApp) {
  const { site } = (await anAdmin(app)).api;
  const save = async (changed: Partial<SavedLook>) => {
    const { version, values } = await site.lookForm();
    await site.saveLook({ ...values, removesLogo: false, removesShare: false, version, ...changed });
  };
  const png = sharp({ create: { width: 90, height: 30, channels: 3, background: "#7a2e8e" } }).png();
  const aLogo = async () => aFile(app.services, "logo", await png.toBuffer());
  return { site, save, aLogo };
}

const test = appTest.extend<{ office: Awaited<ReturnType<typeof desk>> }>({
  office: async ({ app }, use) => use(await desk(app)),
});

test("refuses an accent of too little contrast with the measured and the required one", async ({ office }) => {
  const { site, save } = office;
  const measured =
    /^In the light theme, text and links on the page .* 3\.22:1 .*; 4\.5:1 is required\. .*#[\da-f]{6}\.$/;
  expect(await refusalOf(save({ accent: "#c25b33" }))).toMatchObject({
    code: "invalid",
    message: expect.stringMatching(measured) as string,
  });
  const noColour = { code: "invalid", message: "Enter a colour such as #7a2e8e." };
  expect(await refusalOf(save({ accent: "purple" }))).toMatchObject(noColour);
  await save({ accent: "7A2E8E" });
  expect((await site.lookForm()).values).toEqual({ accent: "#7a2e8e" });
  expect(await refusalOf(save({ accent: "#9e4526", version: "older" }))).toMatchObject({ code: "changed_meanwhile" });
});

test("mails and calendar files have the accent and the logo", async ({ app, office: { save, aLogo } }) => {
  const session = await aSession(app.db, { priceMinor: 0 });
  await app.as().bookings.create({ ...aBookingOf(session), email: "first@example.com" });
  await save({ accent: "#7a2e8e", logoId: (await aLogo()).id });
  await app.as().bookings.create({ ...aBookingOf(session), email: "second@example.com" });
  await app.runJobs();
  const mailTo = (address: string) => app.sentMails.find(({ to }) => to.includes(address));
  expect(mailTo("first@example.com")?.html).not.toMatch(/#7a2e8e|<img/);
  const { html = "", text = "", attachments = [] } = mailTo("second@example.com") ?? {};
  const address = `${app.services.settings.siteUrl}/media/logo`;
  expect(html).toContain(`<img src="${address}" alt="Breathroom"`);
  expect(html).toMatch(/background-color:#7a2e8e;border-radius:999px/);
  expect(html).not.toMatch(/#1b4a42|#9e4526/);
  expect(text).not.toContain("media/logo");
  const calendar = attachments[0]?.content ?? "";
  expect(calendar).toContain("\r\nCOLOR:purple\r\n");
  expect(calendar.replaceAll("\r\n ", "")).toContain(`IMAGE;VALUE=URI;DISPLAY=BADGE;FMTTYPE=image/png:${address}`);
});

test("keeps the files of the current pictures only", async ({ app, office: { site, save, aLogo } }) => {
  const [first, second, share] = [await aLogo(), await aLogo(), await aFile(app.services, "share")];
  const stored = async () => (await app.db.select().from(mediaFiles)).map(({ id }) => id).sort();
  await save({ logoId: first.id, shareId: share.id });
  expect(await site.lookForm()).toMatchObject({ logo: { fileId: first.id, width: 90, height: 30 } });
  await save({ accent: "#7a2e8e" });
  expect(await site.lookForm()).toMatchObject({ logo: { fileId: first.id, width: 90, height: 30 } });
  await save({ logoId: second.id });
  await app.runJobs();
  expect(await stored()).toEqual([second.id, share.id].sort());
  expect(await refusalOf(save({ logoId: share.id }))).toMatchObject({ code: "invalid" });
  await save({ removesLogo: true, removesShare: true, accent: "" });
  await app.runJobs();
  expect([await stored(), await app.db.$count(sitePictures)]).toEqual([[], 0]);
  expect(await site.lookForm()).toMatchObject({ values: { accent: "" }, logo: null, share: null });
  expect(await auditOf(app, "look")).toHaveLength(4);
});
