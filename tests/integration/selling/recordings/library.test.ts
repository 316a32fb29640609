import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { mediaFiles, recordingCaptions, recordings } from "@db/schema";
import { refusalOf } from "../../../support/accounts";
import { asAdmin, auditedActions } from "../../../support/admin";
import { aNewRecording, aRecordingForm, orderIn } from "../../../support/library";
import { aFile, aRecordingWithFiles, aVersionOf } from "../../../support/media";
import { aRecording } from "../../../support/recordings";
import { expect, test as appTest, type TestApp } from "../../../support/test-app";

const test = appTest.extend<{ library: Awaited<ReturnType<typeof asAdmin>>["recordings"]["library"] }>({
  library: async ({ app }, use) => use((await asAdmin(app)).recordings.library),
});

const shelfOf = ({ db, services: { storage } }: TestApp) => ({ db, storage });
const filesOf = async ({ db }: TestApp) => (await db.select().from(mediaFiles)).map(({ id }) => id).sort();

async function captionsFileOf({ db }: TestApp, recordingId: string): Promise<string | undefined> {
  const [captions] = await db.select().from(recordingCaptions).where(eq(recordingCaptions.recordingId, recordingId));
  return captions?.fileId;
}

async function three({ db }: TestApp) {
  const rows = [];
  for (const [orderIndex, title] of ["One", "Two", "Three"].entries()) {
    rows.push(await aRecording(db, { title, orderIndex }));
  }
  return rows.map(({ id }) => id) as [string, string, string];
}

test("adds a recording last or at its position, once for the same form", async ({ app, library }) => {
  await three(app);
  const last = aNewRecording({ title: "Last" });
  await Promise.all([library.create(last), library.create(last)]);
  await library.create(aNewRecording({ title: "First", orderIndex: 1, length: "1:02:30" }));
  expect(await orderIn(app)).toEqual(["0 First", "1 One", "2 Two", "3 Three", "4 Last"]);
  const [first] = await app.db.select().from(recordings).where(eq(recordings.title, "First"));
  expect(first).toMatchObject({ durationSeconds: 3750, isFree: false, videoId: null });
  expect(await auditedActions(app)).toEqual(["recording.created", "recording.created"]);
});

test("accepts only unused uploads as files, each for one recording", async ({ app, library }) => {
  const shelf = shelfOf(app);
  const [video, poster] = [await aFile(shelf, "video"), await aFile(shelf, "image")];
  const withFiles = (values = {}) =>
    aNewRecording({ source: "file", videoId: video.id, posterId: poster.id, ...values });
  const outcomes = await Promise.allSettled([library.create(withFiles()), library.create(withFiles())]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await refusalOf(library.create(withFiles()))).toMatchObject({ code: "invalid", message: inUse });
  expect(await refusalOf(library.create(withFiles({ videoId: (await aFile(shelf, "image")).id })))).toMatchObject({
    message: "This upload is no longer there. Please choose the file again.",
  });
  expect(await refusalOf(library.create(withFiles({ videoId: randomUUID() })))).toMatchObject({
    message: "This upload is not complete. Please choose the file again.",
  });
  expect(await app.db.$count(recordings)).toBe(1);
});

const inUse = "This file is in use elsewhere. Please choose the file again.";

test("keeps the files an edit names and releases the others once it is saved", async ({ app, library }) => {
  const shelf = shelfOf(app);
  const { id, videoId, posterId } = await aRecordingWithFiles(shelf);
  const captionsId = await captionsFileOf(app, id);
  const ref = { id, collection: "birth" as const };
  const files = { videoId: videoId!, posterId: posterId!, source: "file" };
  expect(await library.getForm(ref)).toMatchObject({ title: "Arriving", source: "file", orderIndex: 1 });
  const open = async (values: object = {}) => {
    const { version } = await library.getForm(ref);
    return { ...aRecordingForm(values), ...ref, version };
  };
  const landing = await open({ ...files, title: "Landing" });
  await library.edit(landing);
  const outdated = library.edit({ ...landing, title: "Leaving" });
  expect(await refusalOf(outdated)).toMatchObject({ code: "changed_meanwhile" });
  await app.runJobs();
  expect(await filesOf(app)).toEqual([videoId, posterId, captionsId].sort());

  const video = await aFile(shelf, "video");
  const edit = await open({ ...files, videoId: video.id, removeCaptions: "en" });
  await Promise.all([library.edit(edit), library.edit(edit)]);
  await app.runJobs();
  expect(await filesOf(app)).toEqual([video.id, posterId].sort());
  const [saved] = await app.db.select().from(recordings);
  expect(saved).toMatchObject({ videoId: video.id, posterId, title: "The Long Exhale" });
  expect(await app.db.$count(recordingCaptions)).toBe(0);

  await library.edit(await open());
  await app.runJobs();
  expect(await filesOf(app)).toEqual([]);
  expect(await refusalOf(library.edit({ ...(await open()), collection: "stress" }))).toMatchObject({
    code: "not_found",
  });
});

test("moves a recording only when the form changed its position", async ({ app, library }) => {
  const [first, second] = await three(app);
  const form = async (id: string, title: string, orderIndex: number) => {
    const ref = { id, collection: "birth" as const };
    const { version } = await library.getForm(ref);
    return { ...aRecordingForm({ title, orderIndex, orderWas: 2 }), ...ref, version };
  };
  await library.move({ id: second, collection: "birth", to: 0 });
  await library.edit(await form(second, "Two", 2));
  expect(await orderIn(app)).toEqual(["0 Two", "1 One", "2 Three"]);
  await library.edit(await form(first, "One", 9));
  expect(await orderIn(app)).toEqual(["0 Two", "1 Three", "2 One"]);
});

test("keeps positions within the collection, and leaves other collections alone", async ({ app, library }) => {
  const [first] = await three(app);
  await aRecording(app.db, { collection: "stress", title: "Elsewhere", orderIndex: 7 });
  await library.move({ id: first, collection: "birth", to: -1 });
  expect(await orderIn(app)).toEqual(["0 One", "1 Two", "2 Three"]);
  await library.move({ id: first, collection: "birth", to: 99 });
  expect(await orderIn(app)).toEqual(["0 Two", "1 Three", "2 One"]);
  expect(await orderIn(app, "stress")).toEqual(["7 Elsewhere"]);
  expect(await auditedActions(app)).toEqual(["recording.moved"]);
});

test("keeps positions complete and unique while two admins move, add and delete", async ({ app, library }) => {
  const [first, second, third] = await three(app);
  const ref = (id: string) => ({ id, collection: "birth" as const });
  await Promise.all([
    ...[2, 0, 1].map((to) => library.move({ ...ref(first), to })),
    ...[0, 2, 1].map((to) => library.move({ ...ref(third), to })),
    ...["Four", "Five", "Six"].map((title) => library.create(aNewRecording({ title, orderIndex: 1 }))),
    library.delete(ref(second)),
  ]);
  const indexes = (await orderIn(app)).map((line) => Number(line.split(" ")[0]));
  expect(indexes).toEqual([0, 1, 2, 3, 4]);
});

test("makes a recording free or premium once, however often requested", async ({ app, library }) => {
  const [id] = await three(app);
  const change = { id, collection: "birth" as const, isFree: true };
  await Promise.all([library.setFree(change), library.setFree(change)]);
  expect((await library.list({ collection: "birth" })).recordings.map(({ isFree }) => isFree)).toEqual([
    true,
    false,
    false,
  ]);
  expect(await auditedActions(app)).toEqual(["recording.made_free"]);
});

test("deletes a recording with its files, except shared ones", async ({ app, library }) => {
  const shelf = shelfOf(app);
  const gone = await aRecordingWithFiles(shelf);
  const captionsId = await captionsFileOf(app, gone.id);
  const { posterId: shared } = gone;
  await aRecordingWithFiles(shelf, { title: "Stays", orderIndex: 4, posterId: shared });
  const [sound, large] = [await aFile(shelf, "sound"), await aVersionOf(shelf, gone.id, "large")];
  await app.db.update(recordings).set({ soundId: sound.id }).where(eq(recordings.id, gone.id));
  await library.delete({ id: gone.id, collection: "birth" });
  await app.runJobs();
  expect(await orderIn(app)).toEqual(["0 Stays"]);
  const left = await filesOf(app);
  expect(left.filter((id) => [gone.videoId, captionsId, sound.id, large.id].includes(id))).toEqual([]);
  expect(left).toContain(shared);
  for (const { storageKey } of [sound, large]) expect(await app.services.storage.stat(storageKey)).toBeNull();
  expect(await refusalOf(library.delete({ id: gone.id, collection: "birth" }))).toMatchObject({ code: "not_found" });
});

test("stores the price of a collection in minor units of one of three currencies", async ({ app, library }) => {
  const { version, ...price } = (await library.list({ collection: "stress" })).price;
  expect(price).toEqual({ typed: "60", currency: "EUR" });
  const change = { collection: "stress" as const, priceMinor: 4550, currency: "GBP" as const, version };
  expect(await library.setPrice(change)).toEqual({ price: "£45.50" });
  await library.setPrice(change);
  expect(await refusalOf(library.setPrice({ ...change, priceMinor: 1 }))).toMatchObject({ code: "changed_meanwhile" });
  expect((await library.list({ collection: "stress" })).price).toMatchObject({ typed: "45.50", currency: "GBP" });
  expect((await library.list({ collection: "birth" })).price).toMatchObject({ typed: "60", currency: "EUR" });
  expect(await auditedActions(app)).toEqual(["collection.price_changed"]);
});
