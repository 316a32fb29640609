import { eq } from "drizzle-orm";
import { mediaFiles, recordingCaptions, recordingPreparations, recordings } from "@db/schema";
import { refusalOf } from "../../../support/accounts";
import { asAdmin, auditedActions } from "../../../support/admin";
import { aNewRecording, aRecordingForm } from "../../../support/library";
import { aFile, aRecordingWithFiles } from "../../../support/media";
import { expect, test as appTest } from "../../../support/test-app";

const test = appTest.extend<{ library: Awaited<ReturnType<typeof asAdmin>>["recordings"]["library"] }>({
  library: async ({ app }, use) => use((await asAdmin(app)).recordings.library),
});

const vtt = (text: string) => `WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n${text}`;

test("saves a correction once however often it is posted, and refuses one of an older text", async ({
  app,
  library,
}) => {
  const files = { db: app.db, storage: app.services.storage };
  const english = await aFile(files, "captions", `${vtt("Breathe in")}\n`);
  const { id } = await aRecordingWithFiles(files, { hasCaptions: false });
  await app.db.insert(recordingCaptions).values({ recordingId: id, language: "en", fileId: english.id });
  const ref = { id, collection: "birth" as const, language: "en" };
  const { version, text } = await library.getCaptions(ref);
  expect(text).toBe(vtt("Breathe in"));
  const correction = { ...ref, version, text: vtt("Breathe out") };
  await Promise.all([library.correctCaptions(correction), library.correctCaptions(correction)]);
  expect((await library.getCaptions(ref)).text).toBe(vtt("Breathe out"));
  const late = library.correctCaptions({ ...correction, text: vtt("Hold") });
  expect(await refusalOf(late)).toMatchObject({ code: "changed_meanwhile" });
  const empty = library.correctCaptions({ ...correction, text: "WEBVTT" });
  expect(await refusalOf(empty)).toEqual({ code: "invalid", message: "There is no caption in this file." });
  expect(await auditedActions(app)).toEqual(["recording.captions_corrected"]);
  await app.runJobs();
  const isCaptions = eq(mediaFiles.kind, "captions");
  const [{ fileId } = { fileId: "" }] = await app.db.select().from(recordingCaptions);
  expect(await app.db.select({ id: mediaFiles.id }).from(mediaFiles).where(isCaptions)).toEqual([{ id: fileId }]);
  expect(await refusalOf(library.getCaptions({ ...ref, language: "it" }))).toMatchObject({ code: "not_found" });
});

test("replaces captions of the same language, and takes subtitles that are pasted", async ({ app, library }) => {
  const files = { db: app.db, storage: app.services.storage };
  const { id, videoId } = await aRecordingWithFiles(files);
  const [older] = await app.db.select().from(recordingCaptions);
  const ref = { id, collection: "birth" as const };
  const newer = await aFile(files, "captions", vtt("Breathe in"));
  const { version } = await library.getForm(ref);
  const english = { captionsId: newer.id, captionsLanguage: "en" as const };
  const edit = { ...aRecordingForm({ source: "file", videoId }), ...english, ...ref, version };
  await Promise.all([library.edit(edit), library.edit(edit)]);
  expect(await app.db.select().from(recordingCaptions)).toMatchObject([{ fileId: newer.id, spoken: "Breathe in" }]);
  await app.runJobs();
  expect(await app.db.$count(mediaFiles, eq(mediaFiles.id, older!.fileId))).toBe(0);
  const pasted = "1\n00:00:01,000 --> 00:00:04,000\nInspira & espira";
  const opened = await library.getCaptions({ ...ref, language: "en" });
  await library.correctCaptions({ ...ref, language: "en", version: opened.version, text: pasted });
  expect((await library.getCaptions({ ...ref, language: "en" })).text).toBe(vtt("Inspira &amp; espira"));
});

test("keeps a typed length until the file is measured, and the measured one while the file stays", async ({
  app,
  library,
}) => {
  const files = { db: app.db, storage: app.services.storage };
  const [first, second] = [await aFile(files, "sound"), await aFile(files, "sound")];
  const sound = { source: "file" as const, videoUrl: undefined, length: "10:00" };
  await library.create(aNewRecording({ ...sound, soundId: first.id }));
  const [{ id } = { id: "" }] = await app.db.select().from(recordings);
  const ref = { id, collection: "birth" as const };
  const lengthNow = async () => (await library.getForm(ref)).length;
  const opened = await library.getForm(ref);
  expect([opened.length, opened.isMeasured]).toEqual(["10:00", false]);

  const measured = { state: "ready", source: "the file", percent: 100, updatedAt: app.clock.now() } as const;
  const recordingId = id;
  await app.db
    .insert(recordingPreparations)
    .values({ recordingId, ...measured })
    .onConflictDoUpdate({ target: recordingPreparations.recordingId, set: measured });
  await app.db.update(recordings).set({ durationSeconds: 620 });
  // The form was opened before: what is measured meanwhile is no conflict.
  const form = { ...aRecordingForm(sound), ...ref, version: opened.version };
  await library.edit({ ...form, soundId: first.id, title: "Tide" });
  expect(await lengthNow()).toBe("10:20");
  const { version } = await library.getForm(ref);
  await library.edit({ ...form, version, soundId: second.id, length: "10:20" });
  expect(await lengthNow()).toBe("");
});
