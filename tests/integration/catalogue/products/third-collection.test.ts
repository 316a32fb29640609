import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { products } from "@db/schema";
import { officeOf } from "../../../support/office";
import { anAccount, refusalOf } from "../../../support/accounts";
import { anAdmin } from "../../../support/admin-sessions";
import { aNewCode, aNewRecording } from "../../../support/library";
import { aCollection, shownCollections } from "../../../support/products";
import { actingAs, purchaseStatus, tickedWaiver } from "../../../support/recordings";
import { expect, test, type TestApp } from "../../../support/test-app";

const calm = { collection: "calm-nights" } as const;
const texts = { title: "Calm Nights", description: "For the end of the day.", plate: "sleep" } as const;

/** Makes a collection with one premium recording, sold for €40, and switches it on. */
async function makeCollection(app: TestApp) {
  const { api } = await anAdmin(app);
  const { to: libraryPath } = await officeOf(api, "collection").create({
    ...texts,
    slug: "calm-nights",
    formKey: randomUUID(),
  });
  const formKey = randomUUID();
  await api.recordings.library.create(aNewRecording({ ...calm, title: "First Night", formKey }));
  const { price } = await api.recordings.library.list(calm);
  await api.recordings.library.setPrice({ ...calm, priceMinor: 4000, currency: "EUR", version: price.version });
  expect(await shownCollections(app.as())).toEqual([]);
  const { version } = await officeOf(api, "collection").getForm(calm);
  await officeOf(api, "collection").edit({ ...calm, ...texts, isOn: true, version });
  return { api, libraryPath, recordingId: formKey };
}

test("sells, opens and reports a collection that the instructor has made", async ({ app }) => {
  const { api, libraryPath, recordingId } = await makeCollection(app);
  expect(libraryPath).toBe("/admin/collections/calm-nights");
  await api.discounts.create(aNewCode({ code: "CALM20" }));
  const account = await anAccount(app.db);
  const buyer = app.as({ ...actingAs(account), visitor: { currency: "EUR" } });
  expect(await buyer.recordings.getCollection(calm)).toMatchObject({
    path: "/collections/calm-nights",
    price: "€40",
    texts: { unlockTitle: "Unlock Calm Nights", lede: texts.description },
    program: null,
  });
  expect((await buyer.recordings.get({ ...calm, id: recordingId })).access).toBe("premium");
  const product = "calm-nights";
  const { quote, formKey } = await buyer.purchases.getForm({ product, discountCode: "CALM20" });
  const form = { product, quote, formKey, discountCode: "CALM20", ...tickedWaiver };
  const { purchaseId } = await buyer.purchases.create(form);
  const payment = await app.db.query.payments.findFirst({ where: (row, { eq }) => eq(row.purchaseId, purchaseId) });
  await app.stripe.control.payNow(payment!.stripeCheckoutSessionId!);
  await expect.poll(() => purchaseStatus(app, purchaseId)).toBe("paid");
  expect(await buyer.purchases.getReturn({ purchaseId })).toMatchObject({
    path: "/collections/calm-nights",
    noun: "collection",
    state: "unlocked",
    leadsToResources: false,
    isYours: "Every Calm Nights recording is yours for life.",
  });
  expect((await buyer.recordings.get({ ...calm, id: recordingId })).player).not.toBeNull();
  expect((await buyer.recordings.listMine()).unlocked).toMatchObject([
    { banner: "You have full access to Calm Nights." },
  ]);
  await app.runJobs();
  expect(app.sentMails.find(({ to }) => to === account.email)?.html).toContain("/collections/calm-nights");

  const [order] = (await api.orders.list({ tab: "recordings" })).orders;
  expect(order).toMatchObject({ item: "Calm Nights", type: "Recording", price: "€32.00" });
  expect((await api.orders.listPurchases(calm)).counts).toMatchObject({ total: 1, paid: 1 });
  const { revenue } = await api.insights.get({ period: "" });
  expect(revenue.currencies[0]?.words).toContain("€32.00 from Calm Nights");
  expect((await buyer.profile.exportData()).purchases).toMatchObject([{ kind: "collection", title: "Calm Nights" }]);
});

test("has no price before one is typed, and can't be shown without", async ({ app }) => {
  const { api } = await anAdmin(app);
  await officeOf(api, "collection").create({ ...texts, slug: "calm-nights", formKey: randomUUID() });
  expect((await officeOf(api, "collection").list()).at(-1)).toMatchObject({
    cells: ["No price yet", "0 recordings"],
    isOn: false,
  });
  const { price } = await api.recordings.library.list(calm);
  expect(price).toMatchObject({ typed: "", currency: "GBP" });
  const { version } = await officeOf(api, "collection").getForm(calm);
  const shown = { ...calm, ...texts, isOn: true, version };
  expect(await refusalOf(officeOf(api, "collection").edit(shown))).toMatchObject({
    code: "invalid",
    message: expect.stringContaining("It has no price yet.") as string,
  });
  await api.recordings.library.setPrice({ ...calm, priceMinor: 0, currency: "GBP", version: price.version });
  await officeOf(api, "collection").edit(shown);
  expect((await officeOf(api, "collection").list()).at(-1)).toMatchObject({
    cells: ["Free", "0 recordings"],
    isOn: true,
  });
});

test("grants a collection that the instructor has made, and lists it after the specified ones", async ({ app }) => {
  const { api, recordingId } = await makeCollection(app);
  const account = await anAccount(app.db);
  const { collections } = await api.purchases.listGrantable();
  expect(collections.at(-1)).toEqual({ key: "calm-nights", title: "Calm Nights" });
  const grant = { item: "calm-nights", email: account.email, formKey: randomUUID() };
  expect(await api.purchases.grant(grant)).toEqual({ name: account.fullName, use: "watch the collection" });
  const member = app.as(actingAs(account));
  expect((await member.recordings.get({ ...calm, id: recordingId })).access).toBe("open");
  expect((await refusalOf(member.purchases.getForm({ product: "nowhere" }))).code).toBe("not_found");
});

test("switches a collection off, and deletes it only while it is empty and was never bought", async ({ app }) => {
  const { api, recordingId } = await makeCollection(app);
  expect(await shownCollections(app.as())).toEqual(["calm-nights"]);
  const { version } = await officeOf(api, "collection").getForm(calm);
  await officeOf(api, "collection").edit({ ...calm, ...texts, isOn: false, version });
  const late = officeOf(api, "collection").edit({ ...calm, ...texts, title: "Other", isOn: true, version });
  expect((await refusalOf(late)).code).toBe("changed_meanwhile");
  expect(await shownCollections(app.as())).toEqual([]);
  expect((await refusalOf(app.as().recordings.getCollection(calm))).code).toBe("not_found");
  expect((await refusalOf(officeOf(api, "collection").delete(calm))).message).toContain("has recordings");
  await api.recordings.library.delete({ ...calm, id: recordingId });
  expect(await officeOf(api, "collection").delete(calm)).toMatchObject({ title: "Calm Nights" });
  expect((await refusalOf(officeOf(api, "collection").delete({ collection: "birth" }))).code).toBe("closed");
  expect(await app.db.$count(products, eq(products.kind, "collection"))).toBe(2);
});

test("adds a collection once for the same form, and refuses an address that is taken", async ({ app }) => {
  const { api } = await anAdmin(app);
  const form = { ...texts, slug: "calm-nights", formKey: randomUUID() };
  const made = await officeOf(api, "collection").create(form);
  // The form may be posted again, corrected: what it made is where it was.
  expect(await officeOf(api, "collection").create({ ...form, slug: "calm-evenings" })).toEqual(made);
  const other = officeOf(api, "collection").create({ ...form, formKey: randomUUID() });
  expect(await refusalOf(other)).toMatchObject({ code: "invalid", message: "Another collection has this address." });
  for (const slug of ["new", "Ü", randomUUID()]) {
    const wrong = officeOf(api, "collection").create({ ...form, slug, formKey: randomUUID() });
    await expect(wrong).rejects.toMatchObject({ cause: { code: "invalid", field: "slug" } });
  }
  expect((await officeOf(api, "collection").list()).map(({ ref }) => ref)).toEqual(["birth", "stress", "calm-nights"]);
});

test("orders collections, in the menus too", async ({ app }) => {
  const { api } = await anAdmin(app);
  await aCollection(app.db, { slug: "calm-nights" });
  const menu = async () =>
    (await app.as().recordings.listCollections()).toSorted((a, b) => a.menuIndex - b.menuIndex).map(({ slug }) => slug);
  expect(await menu()).toEqual(["stress", "birth", "calm-nights"]);
  await api.products.moveCollection({ ...calm, to: 0 });
  expect((await officeOf(api, "collection").list()).map(({ ref }) => ref)).toEqual(["calm-nights", "birth", "stress"]);
  expect(await menu()).toEqual(["calm-nights", "birth", "stress"]);
});
