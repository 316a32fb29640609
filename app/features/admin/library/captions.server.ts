import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { captionsForm } from "@server/selling/recordings/library/schemas";
import { recordingFormPath } from "~/features/admin/admin-paths";
import { conflictOf } from "~/lib/forms/conflict";
import { successToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { parseForm, readUpload, refuse, refuseCall } from "~/server/form.server";
import { requireLibrary } from "./library.server";

async function captionsAt(args: LoaderFunctionArgs | ActionFunctionArgs) {
  const { collection, path } = await requireLibrary(args);
  const id = idOf(args);
  return { ref: { collection, id, language: idOf(args, "language") }, back: recordingFormPath(path, id) };
}

/** Returns the captions of the address. Throws a 404 if there are none. */
export async function loadCaptions(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const { ref, back } = await captionsAt(args);
  return { back, captions: await load(api.recordings.library.getCaptions(ref)) };
}

/** A text of 1 MB, which what was there before repeats in quotes. */
const maxTextBytes = 3 * 1024 * 1024;

export async function saveCaptions(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const { ref, back } = await captionsAt(args);
  const { fields } = await readUpload(args, {}, maxTextBytes);
  const submission = parseForm(fields, captionsForm);
  if (submission.status !== "success") return refuse(submission);
  const saved = await attemptLogged(args, api.recordings.library.correctCaptions({ ...ref, ...submission.value }));
  if (saved.ok) return redirectWithToast(args, back, successToast("Captions saved"));
  if (saved.code === "changed_meanwhile") {
    const { version, text } = await load(api.recordings.library.getCaptions(ref));
    const conflict = conflictOf({ text: "Captions" }, { version, values: { text } }, submission.payload);
    return refuse(submission, { ...saved, conflict });
  }
  return refuseCall(submission, saved, "Failed to save the captions");
}
