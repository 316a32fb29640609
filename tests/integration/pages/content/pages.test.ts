import { randomUUID } from "node:crypto";
import { eq, isNull } from "drizzle-orm";
import { purchases, mediaFiles, sessionBookings, siteSettings, users } from "@db/schema";
import { sweepMedia } from "@server/platform/media/media-files";
import { imagePath } from "@server/platform/media/media-kinds";
import { reviewNote } from "@server/catalogue/pages/starting-texts";
import { aSignUpForm, refusalOf } from "../../../support/accounts";
import { anAdmin, auditOf } from "../../../support/admin-sessions";
import { aMember } from "../../../support/members";
import { aFile } from "../../../support/media";
import { aPurchaseForm, aRecording } from "../../../support/recordings";
import { aBookingOf, aSession } from "../../../support/sessions";
import { expect, test as appTest, type TestApp } from "../../../support/test-app";

type TypedPage = { title?: string; text: string; intent?: "draft" | "publish"; place?: "menu" | "footer" | "none" };

/** Writes pages as an admin. */
async function desk(app: TestApp) {
  const { api } = await anAdmin(app);
  const { admin } = api.pages;
  const save = async (slug: string, typed: TypedPage) => {
    const { version, values } = await admin.getForm({ slug });
    await admin.edit({ ...values, ...typed, orderIndex: Number(values.orderIndex), slug, version });
  };
  const publish = (slug: string, text: string) => save(slug, { text, intent: "publish" });
  const add = (slug: string, typed: TypedPage) =>
    admin.create({ title: "What to bring", orderIndex: 0, ...typed, slug, formKey: randomUUID() });
  return { api, admin, save, publish, add };
}

const test = appTest.extend<{ office: Awaited<ReturnType<typeof desk>> }>({
  office: async ({ app }, use) => use(await desk(app)),
});

const shownText = async (app: TestApp, slug: string) => JSON.stringify((await app.as().pages.get({ slug })).text);

test("shows a page once it is published, keeps drafts apart and restores earlier versions", async ({ app, office }) => {
  const visitor = app.as();
  await expect(visitor.pages.get({ slug: "about" })).rejects.toThrow("Page not found");
  await office.save("about", { text: "The first draft." });
  await expect(visitor.pages.get({ slug: "about" })).rejects.toThrow("Page not found");
  await office.publish("about", "The first text.");
  await office.save("about", { text: "A newer draft." });
  expect(await shownText(app, "about")).toContain("The first text.");
  const { state, versions } = await office.admin.getForm({ slug: "about" });
  expect([state, versions.map(({ number, isPublished }) => [number, isPublished])]).toEqual([
    "changed",
    [
      [3, false],
      [2, true],
      [1, false],
    ],
  ]);
  await office.admin.restore({ slug: "about", number: 1 });
  expect((await office.admin.getForm({ slug: "about" })).values.text).toBe("The first draft.");
  expect(await shownText(app, "about")).toContain("The first text.");
  await office.admin.unpublish({ slug: "about" });
  await expect(visitor.pages.get({ slug: "about" })).rejects.toThrow("Page not found");
  const [page] = await app.db.query.sitePages.findMany();
  expect(await auditOf(app, page?.id ?? "")).toEqual([
    ...["page.saved", "page.published", "page.saved", "page.restored", "page.unpublished"],
  ]);
});

test("publishes no starting text that still has its note", async ({ app, office }) => {
  const { values } = await office.admin.getForm({ slug: "privacy" });
  expect(values.text).toContain(reviewNote);
  await expect(office.publish("privacy", values.text)).rejects.toThrow("delete its note");
  const read = values.text.replace(reviewNote, "");
  await office.publish("privacy", read.replaceAll(/\[[^\]]*\](?!\()/g, "filled in"));
  expect(await shownText(app, "privacy")).toContain("Stripe");
});

test("publishes no legal page with gaps, names each, and keeps links", async ({ app, office }) => {
  const { values } = await office.admin.getForm({ slug: "terms" });
  const refused = await refusalOf(office.publish("terms", values.text));
  expect(refused).toMatchObject({ code: "invalid" });
  for (const gap of ["delete its note", "[your name and postal address]", "[, and include VAT]", "[Which law"]) {
    expect(refused.message).toContain(gap);
  }
  expect(refused.message).not.toMatch(/this page|square brackets\]/);
  await expect(office.publish("terms", "**[Your** name]")).rejects.toThrow("square brackets: [Your name].");
  await expect(app.as().pages.get({ slug: "terms" })).rejects.toThrow("Page not found");
  await office.publish("terms", "Write [to me](mailto:a@b.example), `[so]`, or see [1].");
  await office.publish("about", "I teach [sic] breathing.");
  const { values: about } = await office.admin.getForm({ slug: "faq" });
  await expect(office.publish("faq", about.text.replace(reviewNote, ""))).rejects.toThrow(
    "[For example: a quiet place",
  );
});

test("fills in what the site knows in the starting texts", async ({ app, office }) => {
  const { siteUrl, adminEmail } = app.services.settings;
  const textOf = async (slug: string) => (await office.admin.getForm({ slug })).values.text;
  expect(await textOf("privacy")).toContain(`[Your name and postal address] is responsible for what this site`);
  const value = { name: "Ada [Marsh]", line: "", text: "", credentials: [], languages: [], portrait: null };
  await app.db.insert(siteSettings).values({ key: "profile", value });
  expect(await textOf("privacy")).toContain(
    `Ada \\[Marsh\\], [your postal address], is responsible for what this site, Breathroom (${new URL(siteUrl).host}),`,
  );
  expect(await textOf("terms")).toContain(`booked or bought on Breathroom (${new URL(siteUrl).host}).`);
  await app.db.insert(siteSettings).values({ key: "marketing", value: { contact: `mailto:${adminEmail}` } });
  expect(await textOf("privacy")).toContain(`Write to [${adminEmail}](mailto:${adminEmail}) with any question.`);
});

test("shows the built-in page on accessibility until another text is published", async ({ app, office }) => {
  expect(await shownText(app, "accessibility")).toContain("WCAG 2.2");
  await office.publish("accessibility", "Ring the bell.");
  expect(await shownText(app, "accessibility")).toContain("Ring the bell.");
  await office.admin.unpublish({ slug: "accessibility" });
  expect(await shownText(app, "accessibility")).toContain("WCAG 2.2");
});

test("adds a page once per form, refuses taken and reserved addresses, and deletes all but fixed pages", async ({
  app,
  office: { admin, add },
}) => {
  const form = { title: "What to bring", text: "A mat.", orderIndex: 0, intent: "publish" as const };
  const first = { ...form, slug: "what-to-bring", formKey: randomUUID() };
  await admin.create(first);
  await admin.create(first);
  await expect(add("what-to-bring", form)).rejects.toThrow("There is a page at this address already.");
  for (const slug of ["privacy", "admin", "new", "a b", "../a", "-", ""]) {
    await expect(add(slug, form)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  }
  expect(await shownText(app, "what-to-bring")).toContain("A mat.");
  await admin.delete({ slug: "what-to-bring" });
  await expect(app.as().pages.get({ slug: "what-to-bring" })).rejects.toThrow("Page not found");
  expect(await refusalOf(admin.delete({ slug: "terms" }))).toMatchObject({ code: "forbidden" });
});

test("refuses to save over another admin's change", async ({ app, office }) => {
  const { version, values } = await office.admin.getForm({ slug: "faq" });
  await office.save("faq", { text: "Saved first." });
  const late = office.admin.edit({ ...values, text: "Late.", orderIndex: 0, slug: "faq", version });
  expect(await refusalOf(late)).toMatchObject({ code: "changed_meanwhile" });
  expect((await office.admin.getForm({ slug: "faq" })).values.text).toBe("Saved first.");
  expect(await app.db.query.sitePageVersions.findMany()).toHaveLength(1);
});

test("refuses scripts, HTML, other links and pictures, and stores nothing of them", async ({ app, office }) => {
  for (const text of ["<script>a</script>", "[a](javascript:b)", "[a](data:b)", "![a](https://b.example/c.svg)"]) {
    expect(await refusalOf(office.publish("about", text))).toMatchObject({ code: "invalid" });
  }
  expect(await app.db.query.sitePages.findMany()).toEqual([]);
});

test("adds a picture to the text and keeps its file as long as any version has it", async ({ app, office }) => {
  const file = await aFile(app.services, "image");
  const { version, values } = await office.admin.getForm({ slug: "about" });
  const typed = { ...values, text: "Hello.", orderIndex: 0, slug: "about", version, pictureId: file.id };
  await expect(office.admin.edit(typed)).rejects.toThrow("Describe the picture");
  await office.admin.edit({ ...typed, pictureText: "A quiet room", intent: "publish" });
  expect(await shownText(app, "about")).toContain(`"src":"${imagePath(file)}","alt":"A quiet room"`);
  await office.publish("about", "No picture.");
  app.clock.moveBy(3 * 24 * 60);
  await sweepMedia(app.services);
  expect(await app.db.$count(mediaFiles, isNull(mediaFiles.deletedAt))).toBe(1);
  const gone = imagePath(file).replace(file.id, randomUUID());
  await expect(office.publish("about", `![a](${gone})`)).rejects.toThrow("no longer there");
});

test("stores the versions that a booking, a purchase and an account agree to, and links them in mails", async ({
  app,
  office,
}) => {
  const { publish, save } = office;
  const session = await aSession(app.db, { priceMinor: 0 });
  const bookAs = async () => {
    const { bookingId } = await app.as().bookings.create(aBookingOf(session));
    const [booking] = await app.db.select().from(sessionBookings).where(eq(sessionBookings.id, bookingId));
    return [booking?.termsVersion, booking?.privacyVersion];
  };
  expect(await bookAs()).toEqual([null, null]);
  await publish("terms", "The first terms.");
  await publish("terms", "The second terms.");
  await save("terms", { text: "A draft." });
  await publish("privacy", "What is stored.");
  expect(await bookAs()).toEqual([2, 1]);
  await aRecording(app.db);
  const { account } = await aMember(app);
  const { purchaseId } = await app.as({ user: account }).purchases.create(aPurchaseForm());
  const [purchase] = await app.db.select().from(purchases).where(eq(purchases.id, purchaseId));
  expect([purchase?.termsVersion, purchase?.privacyVersion]).toEqual([2, 1]);
  const newcomer = aSignUpForm();
  await app.browser().api.accounts.signUp(newcomer);
  const [signedUp] = await app.db.select().from(users).where(eq(users.email, newcomer.email));
  expect([signedUp?.termsVersion, signedUp?.privacyVersion]).toEqual([2, 1]);
  await app.runJobs();
  const [first, later] = app.sentMails.filter(({ subject }) => subject.includes("place") || subject.includes("booked"));
  expect(
    [first?.html, later?.html].map((html) => html?.includes(`href="${app.services.settings.siteUrl}/terms"`)),
  ).toEqual([false, true]);
});
