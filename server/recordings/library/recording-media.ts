import type { Transaction } from "@db/client";
import { DomainError } from "../../core/errors";
import { finishUpload } from "../../media/keep-upload";
import type { MediaKind } from "../../media/media-kinds";
import { requireUnusedFile } from "../../media/media-files";
import type { Services } from "../../core/services";
import type { RecordingForm } from "./schemas";

/** The files of a recording, in the columns of its row. */
type RecordingMedia = {
  videoId: string | null;
  videoUrl: string | null;
  posterId: string | null;
  captionsId: string | null;
};

const parts = ["video", "poster", "captions"] as const;
const kinds = { video: "video", poster: "image", captions: "captions" } as const satisfies Record<string, MediaKind>;

/** The files that a form wants: what it takes away is not among them, whatever is named. */
const wantedBy = (form: RecordingForm) => ({
  video: form.source === "file" ? form.videoId : undefined,
  poster: form.removePoster ? undefined : form.posterId,
  captions: form.removeCaptions ? undefined : form.captionsId,
});

/**
 * Makes files of the uploads that a form names, before its transaction begins. Throws invalid, with the field, where
 * one is not complete.
 */
export async function finishUploads(services: Services, form: RecordingForm): Promise<void> {
  const wanted = wantedBy(form);
  for (const part of parts) {
    const id = wanted[part];
    if (id) await about(part, finishUpload(services, id));
  }
}

/**
 * The files that a form wants, each one that the recording has already or one that nothing uses yet: locked, so that
 * nobody else takes it. Throws invalid, with the field.
 */
export async function mediaOf(
  tx: Transaction,
  form: RecordingForm,
  before: RecordingMedia | null,
): Promise<RecordingMedia> {
  const wanted = wantedBy(form);
  const fileFor = async (part: (typeof parts)[number]) => {
    const id = wanted[part];
    if (!id || id === before?.[`${part}Id`]) return id ?? null;
    return (await about(part, requireUnusedFile(tx, id, kinds[part]))).id;
  };
  return {
    videoId: await fileFor("video"),
    videoUrl: form.source === "address" ? (form.videoUrl ?? null) : null,
    posterId: await fileFor("poster"),
    captionsId: await fileFor("captions"),
  };
}

async function about<Value>(field: string, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new DomainError("invalid", error.message, { field, cause: error });
  }
}
