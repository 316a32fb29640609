import { oneToOneOffers, products, recordings, siteSettings } from "@db/schema";
import { listCollections } from "@server/selling/recordings/collection";
import { readSiteSettings } from "@server/core/site-settings";
import { inTransaction } from "@server/core/transaction";
import { eq } from "drizzle-orm";
import { aCourseOf } from "../../../support/courses";
import { aMember } from "../../../support/members";
import { anOffer } from "../../../support/one-to-one";
import { aPassOnSale } from "../../../support/passes";
import { aRecording } from "../../../support/recordings";
import { aSession } from "../../../support/sessions";
import { recordStatements } from "../../../support/statements";
import { expect, test, type TestApp } from "../../../support/test-app";

/** As a request does, which remembers what it has read. */
const readName = async ({ services }: TestApp) => (await readSiteSettings({ ...services, settingsMemo: {} })).name;

const shownIn = async ({ services }: TestApp) =>
  (await listCollections(services)).filter(({ isShown }) => isShown).map(({ slug }) => slug);

const countOf = (sent: string[], table: string) => sent.filter((text) => text.includes(` from "${table}"`)).length;

test("reads settings and collections once for all requests until they change", async ({ app }) => {
  await app.db.insert(siteSettings).values({ key: "name", value: "Calm Rooms" });
  const { id } = await aRecording(app.db, { collection: "birth" });
  const sent = recordStatements(app);
  for (let request = 0; request < 3; request += 1) {
    expect([await readName(app), await shownIn(app)]).toEqual(["Calm Rooms", ["birth"]]);
  }
  expect([countOf(sent, "site_settings"), countOf(sent, "recordings")]).toEqual([1, 1]);
  await app.db.update(siteSettings).set({ value: "Still Rooms" }).where(eq(siteSettings.key, "name"));
  await app.db.delete(recordings).where(eq(recordings.id, id));
  expect([await readName(app), await shownIn(app)]).toEqual(["Still Rooms", []]);
});

test("reads what is on sale once for all requests until it changes", async ({ app }) => {
  const session = await aSession(app.db, { priceMinor: 2000 });
  const { id: course } = await aCourseOf(app.db, [session], { priceMinor: 6000 });
  const { id: pass } = await aPassOnSale(app.db);
  const { id: offer } = await anOffer(app.db);
  const visitor = app.as();
  const titles = async () => {
    const [courses, passes, offers] = await Promise.all([
      visitor.courses.list(),
      visitor.passes.list(),
      visitor.oneToOne.list(),
    ]);
    const shown = await visitor.passes.findOffer({ sessionId: session.id });
    return [...courses, ...passes, ...offers, ...(shown ? [shown] : [])].map(({ id }) => id);
  };
  const sent = recordStatements(app);
  for (let request = 0; request < 3; request += 1) expect(await titles()).toEqual([course, pass, offer, pass]);
  const kept = [/join "course_terms".*"price_minor" > /s, /join "pass_terms"/, / from "one_to_one_offers"/];
  for (const statement of kept) expect(sent.filter((text) => statement.test(text))).toHaveLength(1);
  await app.db.update(products).set({ isOn: false });
  await app.db.update(oneToOneOffers).set({ isOn: false });
  expect(await titles()).toEqual([]);
});

test("every change is seen by the next request, a hundred times in a row", async ({ app }) => {
  await app.db.insert(siteSettings).values({ key: "name", value: "Calm Rooms" });
  for (let nth = 0; nth < 100; nth += 1) {
    const value = `Room ${nth}`;
    const reading = readName(app);
    await app.db.update(siteSettings).set({ value }).where(eq(siteSettings.key, "name"));
    expect(await readName(app)).toBe(value);
    await reading;
  }
});

test("a transaction sees its own change, and a change that is rolled back was never made", async ({ app }) => {
  const { services } = app;
  const before = await readName(app);
  const changing = inTransaction(services, async (tx) => {
    await tx.insert(siteSettings).values({ key: "name", value: "Calm Rooms" });
    expect((await readSiteSettings({ ...services, db: tx })).name).toBe("Calm Rooms");
    expect(await readName(app)).toBe(before);
    throw new Error("changed my mind");
  });
  await expect(changing).rejects.toThrow("changed my mind");
  expect(await readName(app)).toBe(before);
});

test("a member's home takes four statements beside the revisions while the content is the same", async ({ app }) => {
  const { api } = await aMember(app);
  await aRecording(app.db, { isFree: true });
  await api.home.get();
  const sent = recordStatements(app);
  expect((await api.home.get()).recordings).toHaveLength(1);
  expect(sent.filter((text) => !text.includes("public_revision"))).toHaveLength(4);
});
