import type { Transaction } from "@db/client";
import { DomainError } from "../../../core/errors";
import { finishUpload } from "../../../platform/media/keep-upload";
import type { MediaKind } from "../../../platform/media/media-kinds";
import { requireUnusedFile } from "../../../platform/media/media-files";
import type { Services } from "../../../core/services";
import type { RecordingForm } from "./schemas";

type RecordingMedia = {
  videoId: string | null;
  videoUrl: string | null;
  posterId: string | null;
  captionsId: string | null;
};

const parts = ["video", "poster", "captions"] as const;
const kinds = { video: "video", poster: "image", captions: "captions" } as const satisfies Record<string, MediaKind>;

const wantedBy = (form: RecordingForm) => ({
  video: form.source === "file" ? form.videoId : undefined,
  poster: form.removePoster ? undefined : form.posterId,
  captions: form.removeCaptions ? undefined : form.captionsId,
});

/** Runs before the form's transaction. Throws invalid, with the field, if an upload is incomplete. */
export async function finishUploads(services: Services, form: RecordingForm): Promise<void> {
  const wanted = wantedBy(form);
  for (const part of parts) {
    const id = wanted[part];
    if (id) await withField(part, finishUpload(services, id));
  }
}

/** Locks files that are not in use yet, so that no other form can use them. Throws invalid, with the field. */
export async function mediaOf(
  tx: Transaction,
  form: RecordingForm,
  before: RecordingMedia | null,
): Promise<RecordingMedia> {
  const wanted = wantedBy(form);
  const fileFor = async (part: (typeof parts)[number]) => {
    const id = wanted[part];
    if (!id || id === before?.[`${part}Id`]) return id ?? null;
    return (await withField(part, requireUnusedFile(tx, id, kinds[part]))).id;
  };
  return {
    videoId: await fileFor("video"),
    videoUrl: form.source === "address" ? (form.videoUrl ?? null) : null,
    posterId: await fileFor("poster"),
    captionsId: await fileFor("captions"),
  };
}

async function withField<Value>(field: string, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new DomainError("invalid", error.message, { field, cause: error });
  }
}
