import { eq } from "drizzle-orm";
import { purchases as purchaseRows } from "@db/schema";
import { getRecordingMedia } from "@server/selling/recordings/recording-media";
import { officeOf } from "../../../support/office";
import { anAccount, refusalOf } from "../../../support/accounts";
import { anAdmin } from "../../../support/admin-sessions";
import { aFile } from "../../../support/media";
import { setCollection, shownCollections } from "../../../support/products";
import {
  actingAs,
  anOpenPurchase,
  aPurchase,
  aPurchaseForm,
  aRecording,
  purchaseStatus,
} from "../../../support/recordings";
import { expect, test as appTest, type TestApp } from "../../../support/test-app";

type Values = { isOn?: boolean; name?: string };

const birth = { collection: "birth" } as const;

async function saveBirth(app: TestApp, { isOn = true, name = "Birth Recordings" }: Values) {
  const products = officeOf((await anAdmin(app)).api, "collection");
  const { version, plate } = await products.getForm(birth);
  await products.edit({ ...birth, title: name, description: "", isOn, plate, version });
}

const test = appTest.extend<{ free: { id: string }; premium: { id: string } }>({
  free: async ({ app }, use) => use(await aRecording(app.db, { title: "Arriving", isFree: true })),
  premium: async ({ app }, use) => use(await aRecording(app.db, { title: "Middle", orderIndex: 1 })),
});

test("shows, sells and opens a collection that is off to no one but those who have it", async ({
  app,
  free,
  premium,
}) => {
  await aRecording(app.db, { collection: "stress" });
  const buyer = await anAccount(app.db);
  await aPurchase(app.db, buyer);
  const member = actingAs(await anAccount(app.db));
  await saveBirth(app, { isOn: false });
  expect(await shownCollections(app.as())).toEqual(["stress"]);
  for (const asking of [undefined, member]) {
    const { recordings } = app.as(asking);
    expect((await refusalOf(recordings.getCollection(birth))).code).toBe("not_found");
    for (const { id } of [free, premium]) {
      expect((await refusalOf(recordings.get({ ...birth, id }))).code).toBe("not_found");
      const watching = getRecordingMedia(app.services, asking?.user ?? null, { id, part: "video" });
      await expect(watching).rejects.toMatchObject({ code: asking ? "forbidden" : "unauthenticated" });
    }
  }
  const { purchases, recordings } = app.as(member);
  const mine = await recordings.listMine();
  expect([mine.recordings, mine.locked.map(({ collection }) => collection)]).toEqual([[], ["stress"]]);
  await expect(purchases.getForm({ product: "birth" })).rejects.toThrow("This collection is no longer for sale.");
  await expect(purchases.create(aPurchaseForm())).rejects.toThrow("This collection is no longer for sale.");

  const kept = app.as(actingAs(buyer)).recordings;
  expect(await kept.getCollection(birth)).toMatchObject({ isOff: true, hasFullAccess: true, isForSale: false });
  expect((await kept.get({ ...birth, id: premium.id })).player).not.toBeNull();
  await kept.savePosition({ recordingId: free.id, positionSeconds: 20, ageMs: 0 });
  expect((await kept.listMine()).recordings).toHaveLength(2);
  await saveBirth(app, { isOn: true });
  expect(await shownCollections(app.as())).toEqual(["birth", "stress"]);
});

test("delivers what was being paid for when the collection was switched off", async ({ app, premium }) => {
  const { account, purchaseId, checkoutId } = await anOpenPurchase(app);
  await saveBirth(app, { isOn: false });
  const { id: pictureId } = await aFile(app.services, "image");
  await setCollection(app.db, "birth", { pictureId });
  const { purchases, recordings } = app.as(actingAs(account));
  const page = await recordings.getCollection(birth);
  expect(page).toMatchObject({ isOff: true, hasFullAccess: false });
  expect(page.picture).toBe(`/media/collections/birth/picture?v=${pictureId.slice(0, 8)}`);
  await app.stripe.control.hold({});
  await app.stripe.control.payNow(checkoutId);
  expect(await purchases.confirm({ purchaseId })).toMatchObject({ state: "unlocked" });
  expect(await purchaseStatus(app, purchaseId)).toBe("paid");
  expect((await recordings.get({ ...birth, id: premium.id })).player).not.toBeNull();
  // The buyer's browser may have been signed out while they paid.
  expect(await app.as().recordings.getCollection({ ...birth, purchaseId })).toMatchObject({
    isOff: true,
    picture: null,
  });
  expect((await refusalOf(app.as().recordings.getCollection(birth))).code).toBe("not_found");
});

test("sells under the name of the time, which the receipt keeps", async ({ app, premium }) => {
  expect(premium.id).toBeTruthy();
  await saveBirth(app, { name: "Calm Nights" });
  const { account, purchaseId, checkoutId } = await anOpenPurchase(app);
  await saveBirth(app, { name: "Quiet Nights" });
  const asking = app.as(actingAs(account)).purchases;
  expect((await asking.getForm({ product: "birth" })).title).toBe("Quiet Nights");
  await app.stripe.control.payNow(checkoutId);
  await expect.poll(() => purchaseStatus(app, purchaseId)).toBe("paid");
  await app.runJobs();
  expect(app.sentMails.find(({ to }) => to === account.email)?.subject).toBe("Yours for life: Calm Nights");
  expect((await asking.listMine()).map(({ title }) => title)).toEqual(["Calm Nights"]);
  const { api } = await anAdmin(app);
  expect((await api.orders.list({ tab: "purchases", search: "calm n" })).page.total).toBe(1);
  const [row] = await app.db.select().from(purchaseRows).where(eq(purchaseRows.id, purchaseId));
  expect(row?.productTitle).toBe("Calm Nights");
});
