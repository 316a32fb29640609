import type { Queryable, Transaction } from "@db/client";
import { one } from "@db/one";
import { recordings, recordingVersions } from "@db/schema";
import { eq } from "drizzle-orm";
import type { MemberContext } from "../../../core/context";
import { refuseOutdated } from "../../../core/forms";
import { audit } from "../../../core/record-audit";
import { discardFiles } from "../../../platform/media/media-files";
import { requireCollection } from "../../../catalogue/products/catalogue";
import { lockProductAgainstDeletion } from "../../../catalogue/products/lock";
import { cancelPreparation, queuePreparation, restartPreparation } from "../../../catalogue/preparing/preparations";
import { sourceOf } from "../../../catalogue/preparing/sources";
import { type Captions, captionsOf, saveCaptions, wantedCaptions } from "./change-captions";
import { secondsOf } from "./clock-times";
import type { EditedRecording, NewRecording, RecordingForm } from "./form-schemas";
import { changeLibrary, type Recording, requireRecording } from "./lock-library";
import { comparedParts, isMeasured } from "./open-recording";
import { openingOf } from "./opening";
import { orderOf, putAt, renumber } from "./order";
import { finishUploads, mediaOf } from "./recording-media";
import type { LibraryRef } from "./schemas";

/** `captionsToCheck`: the language of new captions in which something was guessed or left out. */
type SavedRecording = { id: string; captionsToCheck: string | null };

const savedAs = (id: string, { captionsLanguage }: RecordingForm, hasNotes: boolean): SavedRecording => ({
  id,
  captionsToCheck: (hasNotes && captionsLanguage) || null,
});

/**
 * Adds a recording. The form key becomes its id, so posting twice adds it once. Throws invalid (upload missing), busy.
 */
export async function createRecording(
  ctx: MemberContext,
  { collection, formKey: id, ...form }: NewRecording,
): Promise<SavedRecording> {
  if (await exists(ctx.db, id)) return { id, captionsToCheck: null };
  const { spoken, hasNotes } = await finishUploads(ctx, form);
  await changeLibrary(ctx, async (tx) => {
    if (await exists(tx, id)) return;
    const media = await mediaOf(tx, form, null);
    const { id: productId } = await requireCollection(tx, collection);
    await lockProductAgainstDeletion(tx, productId);
    // It may have been deleted while the lock was waited for.
    await requireCollection(tx, collection);
    const { length: last } = await orderOf(tx, productId);
    const values = { ...media, ...typedBy(form), durationSeconds: secondsOf(form.length) };
    await tx.insert(recordings).values({ id, productId, ...values, orderIndex: last, createdAt: ctx.clock.now() });
    await saveCaptions(tx, id, { before: [], after: wantedCaptions([], form), spoken });
    await putAt(tx, { productId, id }, form.orderIndex === undefined ? last : form.orderIndex - 1);
    const details = { collection, title: form.title, isFree: form.isFree, isOutside: media.videoUrl !== null };
    await audit(tx, ctx, "recording.created", id, details);
    if (media.videoId || media.soundId) await queuePreparation(tx, ctx, id);
  });
  return savedAs(id, form, hasNotes);
}

const exists = async (db: Queryable, id: string) => (await db.$count(recordings, eq(recordings.id, id))) > 0;

/** Returns the columns that hold what is typed, but for the length. */
const typedBy = (form: RecordingForm) => ({
  title: form.title,
  description: form.description || null,
  posterSecond: secondsOf(form.posterAt),
  chapters: form.chapters ?? "",
  isDownloadable: form.isDownloadable,
  isFree: form.isFree,
  ...openingOf(form),
});

/**
 * Changes a recording. Replaced files are deleted after the commit. Throws changed_meanwhile, invalid (upload missing),
 * busy.
 */
export async function editRecording(
  ctx: MemberContext,
  { id, collection, version, ...form }: EditedRecording,
): Promise<SavedRecording> {
  await requireRecording(ctx.db, { id, collection });
  const { spoken, hasNotes } = await finishUploads(ctx, form);
  await changeLibrary(ctx, async (tx) => {
    const before = await requireRecording(tx, { id, collection });
    const captions = { before: await captionsOf(tx, id), after: [] as Captions[], spoken };
    captions.after = wantedCaptions(captions.before, form);
    const media = await mediaOf(tx, form, before);
    const durationSeconds = await lengthAfter(tx, { form, before, media });
    const values = { ...media, ...typedBy(form), durationSeconds };
    const now = comparedParts(before, captions.before);
    refuseOutdated({ now, wanted: comparedParts({ ...before, ...values }, captions.after), version });
    const after = one(await tx.update(recordings).set(values).where(eq(recordings.id, id)).returning(), "recording");
    const goneCaptions = await saveCaptions(tx, id, captions);
    const areCaptionsChanged = goneCaptions.length > 0 || captions.after.length > captions.before.length;
    const { orderIndex, orderWas } = form;
    const isMoved = orderIndex !== undefined && orderIndex !== orderWas;
    if (isMoved) await putAt(tx, before, orderIndex - 1);
    await discardFiles(tx, ctx.clock.now(), [...replacedFiles(before, after), ...goneCaptions]);
    await auditEdit(tx, ctx, { before, after, isMoved, areCaptionsChanged });
    if (sourceOf(before) !== sourceOf(after)) await queuePreparation(tx, ctx, id);
  });
  return savedAs(id, form, hasNotes);
}

type FileIds = Pick<Recording, "videoId" | "soundId">;
type EditedLength = { form: RecordingForm; before: Recording; media: FileIds };

/** Returns the measured length while the files stay; else the typed one, until it is measured. */
async function lengthAfter(tx: Transaction, { form, before, media }: EditedLength): Promise<number | null> {
  const typed = secondsOf(form.length);
  if (form.source === "address" && form.videoUrl) return typed;
  if (!(await isMeasured(tx, before))) return typed;
  const isSame = media.videoId === before.videoId && media.soundId === before.soundId;
  if (isSame) return before.durationSeconds;
  // The field held the length of the file that is replaced.
  return typed === before.durationSeconds ? null : typed;
}

function replacedFiles(before: Recording, after: Recording): (string | null)[] {
  const files = ["videoId", "soundId", "posterId"] as const;
  return files.map((file) => (after[file] === before[file] ? null : before[file]));
}

type Edit = { before: Recording; after: Recording; isMoved: boolean; areCaptionsChanged: boolean };

async function auditEdit(tx: Transaction, ctx: MemberContext, edit: Edit): Promise<void> {
  const { before, after } = edit;
  const keys = Object.keys(after) as (keyof Recording)[];
  const isTyped = (key: keyof Recording) => key !== "createdAt" && key !== "orderIndex";
  const changed: string[] = keys.filter((key) => isTyped(key) && after[key] !== before[key]);
  if (edit.areCaptionsChanged) changed.push("captions");
  if (edit.isMoved) changed.push("orderIndex");
  if (changed.length > 0) await audit(tx, ctx, "recording.edited", after.id, { changed });
}

/** Deletes a recording, its progress and, after the commit, files that nothing else uses. Throws not_found, busy. */
export async function deleteRecording(ctx: MemberContext, ref: LibraryRef): Promise<{ title: string }> {
  return changeLibrary(ctx, async (tx) => {
    const recording = await requireRecording(tx, ref);
    const { id, productId, title } = recording;
    const files = await filesOf(tx, recording);
    await tx.delete(recordings).where(eq(recordings.id, id));
    await renumber(tx, productId, await orderOf(tx, productId));
    await discardFiles(tx, ctx.clock.now(), files);
    await audit(tx, ctx, "recording.deleted", id, { collection: ref.collection, title });
    return { title };
  });
}

/** Returns everything that is stored for a recording: what was uploaded, and what was made of it. */
async function filesOf(tx: Transaction, recording: Recording): Promise<(string | null)[]> {
  const { id, videoId, soundId, posterId, captionsId } = recording;
  const made = await tx
    .select({ fileId: recordingVersions.fileId })
    .from(recordingVersions)
    .where(eq(recordingVersions.recordingId, id));
  const others = [...(await captionsOf(tx, id)), ...made].map(({ fileId }) => fileId);
  return [videoId, soundId, posterId, captionsId, ...others];
}

/** Starts making the versions of a recording again, if that failed or was cancelled. Throws not_found, busy. */
export async function prepareAgain(ctx: MemberContext, ref: LibraryRef): Promise<{ title: string }> {
  const { id, title } = await requireRecording(ctx.db, ref);
  await restartPreparation(ctx, id);
  return { title };
}

/** Stops the making of a recording's versions; what was uploaded is played. Throws not_found, closed, busy. */
export async function cancelPreparing(ctx: MemberContext, ref: LibraryRef): Promise<{ title: string }> {
  const { id, title } = await requireRecording(ctx.db, ref);
  await cancelPreparation(ctx, id);
  return { title };
}
