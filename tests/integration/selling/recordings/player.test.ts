import { eq } from "drizzle-orm";
import { playbackProgress, recordings } from "@db/schema";
import { anAccount } from "../../../support/accounts";
import { aFile } from "../../../support/media";
import { aVersion, someCaptions } from "../../../support/player-files";
import { actingAs, aPurchase, aRecording } from "../../../support/recordings";
import { expect, test, type TestApp } from "../../../support/test-app";

const shelf = ({ db, services: { storage } }: TestApp) => ({ db, storage });

async function aMemberOf(app: TestApp) {
  const account = await anAccount(app.db);
  const { recordings: api } = app.as(actingAs(account));
  const pageOf = (id: string, language?: string) => api.get({ collection: "birth", id, language });
  return { account, pageOf };
}

test("plays what there is: an outside video, its versions, or a sound alone", async ({ app }) => {
  const { pageOf } = await aMemberOf(app);
  const outside = await aRecording(app.db, { isFree: true });
  const path = (id: string, part: string) => `/media/recordings/${id}/${part}`;
  expect((await pageOf(outside.id)).player).toMatchObject({
    video: { large: path(outside.id, "video"), small: null },
    sound: null,
    download: null,
  });
  await aVersion(shelf(app), outside.id, "small");
  await aVersion(shelf(app), outside.id, "sound");
  expect((await pageOf(outside.id)).player).toMatchObject({
    video: { large: path(outside.id, "video"), small: path(outside.id, "video-small") },
    sound: path(outside.id, "sound"),
  });
  const soundId = (await aFile(shelf(app), "sound")).id;
  const heard = await aRecording(app.db, { isFree: true, videoUrl: null, soundId, isDownloadable: true });
  expect((await pageOf(heard.id)).player).toMatchObject({
    video: null,
    sound: path(heard.id, "sound"),
    download: `${path(heard.id, "sound")}?download`,
  });
});

test("offers the sound for download only where it is allowed and there is one", async ({ app }) => {
  const { pageOf } = await aMemberOf(app);
  const { id } = await aRecording(app.db, { isFree: true, isDownloadable: true });
  expect((await pageOf(id)).player!.download).toBeNull();
  await aVersion(shelf(app), id, "sound");
  expect((await pageOf(id)).player!.download).toBe(`/media/recordings/${id}/sound?download`);
  await app.db.update(recordings).set({ isDownloadable: false }).where(eq(recordings.id, id));
  expect((await pageOf(id)).player!.download).toBeNull();
});

test("shows chapters, captions by their languages' own names, and the transcript in the language asked for", async ({
  app,
}) => {
  const { pageOf } = await aMemberOf(app);
  const { id } = await aRecording(app.db, { isFree: true, chapters: "0:00 Arriving\n1:05 Resting" });
  await someCaptions(shelf(app), id, "it", ["Inspira."]);
  await someCaptions(shelf(app), id, "en", ["Breathe in.", "And <i>out</i> &amp; wait."]);
  const { player } = await pageOf(id);
  expect(player!.chapters).toEqual([
    { seconds: 0, title: "Arriving" },
    { seconds: 65, title: "Resting" },
  ]);
  expect(player!.captions).toEqual([
    { language: "en", label: "English", src: `/media/recordings/${id}/captions/en` },
    { language: "it", label: "Italiano", src: `/media/recordings/${id}/captions/it` },
  ]);
  expect(player!.transcript).toEqual({
    language: "en",
    label: "English",
    cues: [
      { start: 0, end: 9, text: "Breathe in." },
      { start: 10, end: 19, text: "And out & wait." },
    ],
  });
  const asked = async (language: string) => (await pageOf(id, language)).player!.transcript!.language;
  expect([await asked("it"), await asked("de")]).toEqual(["it", "en"]);
});

test("plays a recording whose captions are gone or broken, without a transcript", async ({ app }) => {
  const { pageOf } = await aMemberOf(app);
  const { id } = await aRecording(app.db, { isFree: true });
  const file = await someCaptions(shelf(app), id, "en", ["Breathe in."]);
  await app.services.storage.remove(file.storageKey);
  expect((await pageOf(id)).player).toMatchObject({ captions: [{ language: "en" }], transcript: null });
});

test("shows nothing of the player to those who may not watch", async ({ app }) => {
  const { account, pageOf } = await aMemberOf(app);
  const { id } = await aRecording(app.db);
  await someCaptions(shelf(app), id, "en", ["Breathe in."]);
  expect((await pageOf(id)).player).toBeNull();
  expect(JSON.stringify(await app.as().recordings.get({ collection: "birth", id }))).not.toContain("Breathe in.");
  await aPurchase(app.db, account);
  expect((await pageOf(id)).player!.transcript!.cues).toHaveLength(1);
});

test("names the recordings before and after, and how those begin that may be played", async ({ app }) => {
  const { account, pageOf } = await aMemberOf(app);
  const first = await aRecording(app.db, { isFree: true, orderIndex: 0, title: "Arriving" });
  const second = await aRecording(app.db, { isFree: true, orderIndex: 1 });
  const third = await aRecording(app.db, { orderIndex: 2, title: "The Space Between" });
  await aVersion(shelf(app), first.id, "sound");
  await aVersion(shelf(app), third.id, "sound");
  const watched = { userId: account.id, recordingId: first.id, positionSeconds: 17, updatedAt: new Date() };
  await app.db.insert(playbackProgress).values(watched);
  const { previous, next } = await pageOf(second.id);
  const sound = `/media/recordings/${first.id}/sound`;
  expect(previous).toEqual({ id: first.id, title: "Arriving", isOpen: true, sound, startSeconds: 17 });
  const closed = { id: third.id, title: "The Space Between", isOpen: false, sound: null, startSeconds: 0 };
  expect(next).toEqual(closed);
  expect(await pageOf(first.id)).toMatchObject({ previous: null, next: { id: second.id, sound: null } });
  expect((await pageOf(third.id)).next).toBeNull();
});
