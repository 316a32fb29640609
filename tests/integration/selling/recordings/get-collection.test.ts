import { purchases as purchaseRows } from "@db/schema";
import { anAccount } from "../../../support/accounts";
import { setCollection, shownCollections } from "../../../support/products";
import { actingAs, aPurchase, aPurchaseForm, aRecording } from "../../../support/recordings";
import { expect, test, type TestApp } from "../../../support/test-app";

const birth = { collection: "birth" } as const;

async function aSeries({ db }: TestApp) {
  const last = await aRecording(db, { title: "Last", orderIndex: 7 });
  const first = await aRecording(db, { title: "First", orderIndex: 0, isFree: true });
  const middle = await aRecording(db, { title: "Middle", orderIndex: 3 });
  await aRecording(db, { title: "Elsewhere", collection: "stress" });
  return [first, middle, last] as const;
}

test("lists recordings in order, with badges for each kind of visitor", async ({ app }) => {
  await aSeries(app);
  const buyer = await anAccount(app.db);
  await aPurchase(app.db, buyer);
  const seen = async (asking?: ReturnType<typeof actingAs>) => {
    const page = await app.as(asking).recordings.getCollection(birth);
    return [page.hasFullAccess, ...page.recordings.map(({ number, title, badge }) => `${number} ${title} ${badge}`)];
  };
  const locked = [false, "1 First Free", "2 Middle Premium", "3 Last Premium"];
  expect(await seen()).toEqual(locked);
  expect(await seen(actingAs(await anAccount(app.db)))).toEqual(locked);
  expect(await seen(actingAs(buyer))).toEqual([true, "1 First Free", "2 Middle Unlocked", "3 Last Unlocked"]);
});

test("suggests the last unfinished recording to continue", async ({ app }) => {
  const [first, middle, last] = await aSeries(app);
  const buyer = await anAccount(app.db);
  await aPurchase(app.db, buyer);
  const { recordings } = app.as(actingAs(buyer));
  const watch = async ({ id }: { id: string }, positionSeconds: number) => {
    app.clock.moveBy(1);
    await recordings.savePosition({ recordingId: id, positionSeconds, ageMs: 0 });
  };
  expect((await recordings.getCollection(birth)).resume).toBeNull();
  await watch(middle, 15);
  await watch(last, 30);
  await watch(first, 60);
  const page = await recordings.getCollection(birth);
  expect(page.resume).toMatchObject({ title: "Last", progress: { position: "0:30", percent: 50 } });
  expect(page.recordings.map(({ progress }) => progress?.isFinished)).toEqual([true, false, false]);
});

test("shows no progress after access to the collection ended", async ({ app }) => {
  const [, middle] = await aSeries(app);
  const buyer = await anAccount(app.db);
  const purchase = await aPurchase(app.db, buyer);
  const { recordings } = app.as(actingAs(buyer));
  await recordings.savePosition({ recordingId: middle.id, positionSeconds: 15, ageMs: 0 });
  await app.db.execute(`update purchases set status = 'refunded' where id = '${purchase.id}'`);
  const page = await recordings.getCollection(birth);
  expect(page).toMatchObject({ hasFullAccess: false, resume: null });
  expect(page.recordings.every(({ progress }) => progress === null)).toBe(true);
});

const prices = [
  { set: null, currency: "GBP", shown: "£51" },
  { set: null, currency: "EUR", shown: "€60" },
  { set: null, currency: "USD", shown: "$65" },
  { set: { priceMinor: 4950, priceCurrency: "GBP" }, currency: "GBP", shown: "£49.50" },
  { set: { priceMinor: 4950, priceCurrency: "GBP" }, currency: "EUR", shown: "€58" },
  { set: { priceMinor: 0, priceCurrency: "USD" }, currency: "GBP", shown: "Free" },
] as const;

test.for(prices)("shows a price of $set as $shown in $currency", async ({ set, currency, shown }, { app }) => {
  if (set) await setCollection(app.db, "birth", set);
  const { price } = await app.as({ visitor: { currency } }).recordings.getCollection(birth);
  expect(price).toBe(shown);
});

test("runs the same number of queries for a collection of any length", async ({ app }) => {
  const queriesFor = async () => {
    let queries = 0;
    const count = app.db.$client.query.bind(app.db.$client);
    app.db.$client.query = ((...args: Parameters<typeof count>) => {
      queries += 1;
      return count(...args);
    }) as typeof count;
    await app.as().recordings.getCollection(birth);
    app.db.$client.query = count;
    return queries;
  };
  await aRecording(app.db);
  const short = await queriesFor();
  for (let index = 0; index < 12; index += 1) await aRecording(app.db, { orderIndex: index });
  expect(short).toBeGreaterThan(0);
  expect(await queriesFor()).toBe(short);
});

test("does not sell a collection without recordings, and lists it nowhere", async ({ app }) => {
  const member = actingAs(await anAccount(app.db));
  await aRecording(app.db, { collection: "stress" });
  const { purchases, recordings } = app.as(member);
  expect(await shownCollections({ recordings })).toEqual(["stress"]);
  expect((await recordings.getCollection(birth)).isForSale).toBe(false);
  expect((await recordings.getCollection({ collection: "stress" })).isForSale).toBe(true);
  expect((await recordings.listMine()).locked.map(({ collection }) => collection)).toEqual(["stress"]);
  const form = aPurchaseForm();
  await expect(purchases.getForm({ product: "birth" })).rejects.toThrow("This collection has no recordings yet");
  await expect(purchases.create(form)).rejects.toThrow("This collection has no recordings yet");
  expect(await app.db.$count(purchaseRows)).toBe(0);
  await aRecording(app.db);
  expect((await purchases.create(form)).next).toContain("/dev/stripe");
});

test("does not sell a collection whose recordings are all free, but lists and plays them", async ({ app }) => {
  const member = actingAs(await anAccount(app.db));
  const { id } = await aRecording(app.db, { isFree: true });
  const { purchases, recordings } = app.as(member);
  const page = await recordings.getCollection(birth);
  expect([page.isForSale, page.recordings.map(({ badge }) => badge)]).toEqual([false, ["Free"]]);
  expect((await recordings.get({ ...birth, id })).player).not.toBeNull();
  expect(await shownCollections({ recordings })).toEqual(["birth"]);
  expect((await recordings.listMine()).locked).toEqual([]);
  const refusal = "All recordings of this collection are free, so there is nothing to buy.";
  await expect(purchases.getForm({ product: "birth" })).rejects.toThrow(refusal);
  await expect(purchases.create(aPurchaseForm())).rejects.toThrow(refusal);
  expect(await app.db.$count(purchaseRows)).toBe(0);
  const admin = actingAs(await anAccount(app.db, { role: "admin" }));
  const titles = async () => (await app.as(admin).purchases.listGrantable()).collections.map(({ title }) => title);
  expect((await titles())[0]).toBe("Birth Recordings (no premium recordings yet)");
  await aRecording(app.db);
  expect((await titles())[0]).toBe("Birth Recordings");
  expect((await recordings.getCollection(birth)).isForSale).toBe(true);
});
