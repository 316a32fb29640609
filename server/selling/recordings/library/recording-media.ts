import type { Transaction } from "@db/client";
import { withField } from "../../../core/errors";
import type { Services } from "../../../core/services";
import { splitNotes } from "../../../platform/media/captions-file";
import { readCues, spokenText } from "../../../platform/media/cues";
import { finishUpload } from "../../../platform/media/keep-upload";
import type { MediaFile, MediaKind } from "../../../platform/media/media-kinds";
import { claimFile } from "../../../platform/media/media-files";
import { readText } from "../../../platform/media/read-text";
import type { RecordingForm } from "./form-schemas";

type RecordingMedia = {
  videoId: string | null;
  videoUrl: string | null;
  soundId: string | null;
  posterId: string | null;
};

const kinds = { video: "video", sound: "sound", poster: "image" } as const satisfies Record<string, MediaKind>;
const parts = ["video", "sound", "poster"] as const;

const wantedBy = (form: RecordingForm) => ({
  video: form.source === "file" && !form.removeVideo ? form.videoId : undefined,
  sound: form.removeSound ? undefined : form.soundId,
  poster: form.removePoster ? undefined : form.posterId,
});

/** `spoken`: what is said in new captions. `hasNotes`: whether something in them was guessed or left out. */
type FinishedUploads = { spoken: string | null; hasNotes: boolean };

/** Runs before the form's transaction. Throws invalid, with the field, if an upload is incomplete. */
export async function finishUploads(services: Services, form: RecordingForm): Promise<FinishedUploads> {
  const wanted = wantedBy(form);
  for (const part of parts) {
    const id = wanted[part];
    if (id) await withField(part, finishUpload(services, id));
  }
  if (!form.captionsId) return { spoken: null, hasNotes: false };
  return readSpoken(services, await withField("captions", finishUpload(services, form.captionsId)));
}

async function readSpoken(services: Services, file: MediaFile): Promise<FinishedUploads> {
  if (file.kind !== "captions") return { spoken: null, hasNotes: false };
  const text = await readText(services, file);
  const read = readCues(text);
  return { spoken: "cues" in read ? spokenText(read.cues) : null, hasNotes: splitNotes(text).notes.length > 0 };
}

/** Locks files that are not in use yet, so that no other form can use them. Throws invalid, with the field. */
export async function mediaOf(
  tx: Transaction,
  form: RecordingForm,
  before: RecordingMedia | null,
): Promise<RecordingMedia> {
  const wanted = wantedBy(form);
  const fileFor = (part: (typeof parts)[number]) =>
    claimFile(tx, { id: wanted[part], before: before?.[`${part}Id`], kind: kinds[part], field: part });
  return {
    videoId: await fileFor("video"),
    videoUrl: form.source === "address" ? (form.videoUrl ?? null) : null,
    soundId: await fileFor("sound"),
    posterId: await fileFor("poster"),
  };
}
