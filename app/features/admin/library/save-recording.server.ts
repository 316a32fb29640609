import type { ActionFunctionArgs } from "@remix-run/node";
import type { z, ZodType } from "zod";
import type { OpenedRecording } from "@server/selling/recordings/library/form-schemas";
import { captionsPath, recordingFormPath } from "~/features/admin/admin-paths";
import { readFileForm } from "~/features/admin/kept-files.server";
import { choiceLabel, conflictOf, fileLabel, tickLabel } from "~/lib/forms/conflict";
import { errorToast, infoToast, successToast, type Toast } from "~/lib/toast";
import { attemptLogged } from "~/server/api.server";
import { redirectWithToast } from "~/server/flash.server";
import { openingLabels, recordingFields, removalName } from "./library";

export { languageOptions } from "@server/selling/recordings/library/caption-languages";
export { editedRecordingForm, newRecordingForm } from "@server/selling/recordings/library/form-schemas";

const kinds = { video: "video", sound: "sound", poster: "image", captions: "captions" } as const;

type Saving<Schema extends ZodType> = {
  /** The library, to which a saved form leads back. */
  path: string;
  schema: Schema;
  verb: "create" | "update";
  save: (value: z.infer<Schema>) => Promise<{ id: string; captionsToCheck: string | null }>;
  /** Returns the saved values, to show them if another user has saved meanwhile. */
  saved?: () => Promise<OpenedRecording>;
};

/** Saves a recording with the files of its form; a refused form keeps its uploaded files. */
export async function saveRecording<Schema extends ZodType>(
  args: ActionFunctionArgs,
  { path, schema, verb, save, saved: read }: Saving<Schema>,
) {
  const form = await readFileForm(args, { kinds, schema, prepare: joinRemovals });
  const { fields, submission, failure, refuseKeepingFiles } = form;
  if (failure) return refuseKeepingFiles(failure);
  if (submission.status !== "success") return refuseKeepingFiles({ status: 422, toast: missing(submission.error) });
  const saved = await attemptLogged(args, save(submission.value), "Failed to save the recording. Please try again.");
  if (saved.ok) {
    const title = verb === "create" ? "Recording added" : "Recording saved";
    const text = fields.get("title")?.trim() ?? "";
    const { id, captionsToCheck } = saved.value;
    if (captionsToCheck) {
      const captions = captionsPath(recordingFormPath(path, id), captionsToCheck);
      return redirectWithToast(args, captions, infoToast(title, "Please check the captions."));
    }
    return redirectWithToast(args, path, successToast(title, text));
  }
  if (saved.code === "changed_meanwhile" && read) {
    return refuseKeepingFiles({ ...saved, conflict: recordingConflict(await read(), submission.payload) });
  }
  const isFault = saved.code === "fault";
  const toast: Toast = isFault
    ? errorToast("Error", saved.message)
    : errorToast(`Failed to ${verb} recording: ${saved.message}`);
  return refuseKeepingFiles({ ...saved, toast, errors: saved.field ? { [saved.field]: [saved.message] } : {} });
}

/** Each language has a tick of its own: a form has a name five times at most. */
function joinRemovals(fields: URLSearchParams): void {
  const prefix = removalName("");
  const removed = [...fields.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  fields.set("removeCaptions", removed.join(" "));
}

function recordingConflict(saved: OpenedRecording, typed: Record<string, unknown>) {
  const labels = {
    title: "Title",
    description: "Description",
    source: choiceLabel("Video", { file: "A file", address: "An outside address" }),
    videoId: fileLabel("Video file", saved.files.video),
    videoUrl: "Outside address",
    soundId: fileLabel("Sound", saved.files.sound),
    length: "Length",
    posterAt: "Picture at",
    posterId: fileLabel("Thumbnail", saved.files.poster),
    chapters: "Chapters",
    captionsWere: "Captions",
    isDownloadable: tickLabel("Members may download the sound"),
    isFree: tickLabel("Free for every member"),
    opens: choiceLabel("Opens", openingLabels),
    opensOn: "Day on which it opens",
    opensAfterDays: "Days after buying",
    ...("orderIndex" in typed && { orderIndex: "Order index" }),
  };
  return conflictOf(labels, { version: saved.version, values: recordingFields(saved) }, typed);
}

/** Other errors are shown beside their fields. */
function missing(errors: Record<string, string[] | null> | null | undefined): Toast | null {
  const isMissing = errors?.title ?? errors?.video;
  if (!isMissing) return null;
  return errorToast("Missing information", "Please provide a title and a video.");
}
