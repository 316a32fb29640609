import type { Queryable } from "@db/client";
import { mediaFiles, recordingCaptions } from "@db/schema";
import { and, eq } from "drizzle-orm";
import type { Context, MemberContext } from "../../../core/context";
import { DomainError } from "../../../core/errors";
import { refuseOutdated, versionOf } from "../../../core/forms";
import { audit } from "../../../core/record-audit";
import { splitNotes } from "../../../platform/media/captions-file";
import { readCues, spokenText, writeWebVtt } from "../../../platform/media/cues";
import { keepText } from "../../../platform/media/keep-text";
import { discardFiles } from "../../../platform/media/media-files";
import type { MediaFile } from "../../../platform/media/media-kinds";
import { readText } from "../../../platform/media/read-text";
import { languageName } from "./caption-languages";
import { changeLibrary, requireRecording } from "./lock-library";
import type { CaptionsRef, CorrectedCaptions, OpenedCaptions } from "./schemas";

/** Returns the text of a recording's captions in one language, without the notes of its upload. Throws not_found. */
export async function getCaptions(ctx: Context, ref: CaptionsRef): Promise<OpenedCaptions> {
  const { title } = await requireRecording(ctx.db, ref);
  const { language } = ref;
  const stored = await readStored(ctx, await requireCaptions(ctx.db, ref));
  const { text, notes } = splitNotes(stored);
  return { title, language, name: languageName(language), text, notes, version: versionOf({ text }) };
}

async function requireCaptions(db: Queryable, ref: CaptionsRef): Promise<MediaFile> {
  const [found] = await db
    .select({ file: mediaFiles })
    .from(recordingCaptions)
    .innerJoin(mediaFiles, eq(mediaFiles.id, recordingCaptions.fileId))
    .where(areCaptions(ref));
  if (!found) throw new DomainError("not_found", "Captions not found");
  return found.file;
}

const areCaptions = ({ id, language }: CaptionsRef) =>
  and(eq(recordingCaptions.recordingId, id), eq(recordingCaptions.language, language));

const readStored = async (ctx: Context, file: MediaFile) => (await readText(ctx, file)).trim();

/**
 * Replaces captions by a corrected text, as a new file, because a file never changes. Throws not_found, invalid (with the
 * line that is wrong), changed_meanwhile, busy.
 */
export async function correctCaptions(ctx: MemberContext, form: CorrectedCaptions): Promise<void> {
  const { version, text: typed, ...ref } = form;
  await requireRecording(ctx.db, ref);
  const read = readCues(typed);
  if ("problem" in read) throw new DomainError("invalid", read.problem, { field: "text" });
  const [problem] = read.skipped;
  if (problem) throw new DomainError("invalid", problem, { field: "text" });
  // SubRip may be pasted, too.
  const text = read.isPlayable ? typed : writeWebVtt(read.cues).trim();
  const before = await requireCaptions(ctx.db, ref);
  const stored = await readStored(ctx, before);
  refuseOutdated({ now: { text: splitNotes(stored).text }, wanted: { text }, version });
  if (stored === text) return;
  const { originalName } = before;
  const file = await keepText(ctx, { kind: "captions", originalName, text: `${text}\n` });
  const isReplaced = await changeLibrary(ctx, async (tx) => {
    const replaced = await tx
      .update(recordingCaptions)
      .set({ fileId: file.id, spoken: spokenText(read.cues) })
      .where(and(areCaptions(ref), eq(recordingCaptions.fileId, before.id)))
      .returning();
    const isOurs = replaced.length > 0;
    await discardFiles(tx, ctx.clock.now(), [isOurs ? before.id : file.id]);
    if (isOurs) await audit(tx, ctx, "recording.captions_corrected", ref.id, { language: languageName(ref.language) });
    return isOurs;
  });
  // Someone was faster: what they saved decides whether this is outdated.
  if (!isReplaced) await correctCaptions(ctx, form);
}
