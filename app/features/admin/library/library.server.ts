import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { z, ZodType } from "zod";
import { freeForm, moveForm, type OpenedRecording, priceForm } from "@server/content/recordings/library/schemas";
import { refuseWithFiles } from "~/features/admin/kept-files.server";
import { loadPurchases } from "~/features/admin/orders/orders.server";
import { choiceLabel, conflictOf, tickLabel } from "~/lib/forms/conflict";
import { errorToast, successToast, type Toast } from "~/lib/toast";
import { apiFor, attemptLogged, load } from "~/server/api.server";
import { adminApi, requireAdmin } from "~/server/auth.server";
import { officeCollectionAt } from "~/server/collection-at.server";
import { redirectWithToast } from "~/server/flash.server";
import { parseForm, readFields, readUpload, refuse, refuseCall } from "~/server/form.server";
import { recordingFields } from "./library";

export { editedRecordingForm, newRecordingForm } from "@server/content/recordings/library/schemas";

/** Returns the collection whose library is asked for. Throws a 404 for any other address. */
export async function requireLibrary(args: LoaderFunctionArgs | ActionFunctionArgs) {
  requireAdmin(args);
  const { slug: collection, head: title, library } = await officeCollectionAt(args);
  return { collection, title, path: library.path };
}

/** Returns a collection's library, or its purchases where the address names that tab; the other one is null. */
export async function loadLibrary(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const shown = await requireLibrary(args);
  const { collection } = shown;
  if (new URL(args.request.url).searchParams.get("tab") === "purchases") {
    return { ...shown, library: null, purchases: await loadPurchases(args, collection) };
  }
  return { ...shown, library: await load(api.recordings.library.list({ collection })), purchases: null };
}

export async function actOnLibrary(args: ActionFunctionArgs) {
  const { collection, path } = await requireLibrary(args);
  const fields = await readFields(args.request);
  const intent = fields.get("intent");
  if (intent === "price") return setPrice(args, { collection, path }, fields);
  const done = intent === "move" ? await move(args, collection, fields) : await setFree(args, collection, fields);
  return redirectWithToast(args, path, done);
}

async function move(args: ActionFunctionArgs, collection: string, fields: URLSearchParams): Promise<Toast> {
  const submission = parseForm(fields, moveForm);
  if (submission.status !== "success") throw new Response("Not Found", { status: 404 });
  const title = "Failed to update recording order.";
  const call = apiFor(args).recordings.library.move({ collection, ...submission.value });
  const moved = await attemptLogged(args, call);
  if (!moved.ok) return errorToast(title, moved.message);
  return successToast("Order updated", moved.value.title);
}

async function setFree(args: ActionFunctionArgs, collection: string, fields: URLSearchParams): Promise<Toast> {
  const submission = parseForm(fields, freeForm);
  if (submission.status !== "success") throw new Response("Not Found", { status: 404 });
  const title = "Failed to update recording status.";
  const { isFree } = submission.value;
  const call = apiFor(args).recordings.library.setFree({ collection, ...submission.value });
  const changed = await attemptLogged(args, call);
  if (!changed.ok) return errorToast(title, changed.message);
  return successToast(isFree ? "Free now" : "Premium now", changed.value.title);
}

type Shelf = { collection: string; path: string };

async function setPrice(args: ActionFunctionArgs, { collection, path }: Shelf, fields: URLSearchParams) {
  const submission = parseForm(fields, priceForm);
  if (submission.status !== "success") {
    const toast: Toast = errorToast("Invalid price", "Please enter a valid price.");
    return refuse(submission, { status: 422, toast });
  }
  const { price: priceMinor, currency, version } = submission.value;
  const call = apiFor(args).recordings.library.setPrice({ collection, priceMinor, currency, version });
  const set = await attemptLogged(args, call);
  if (!set.ok && set.code === "changed_meanwhile") {
    const { price } = await load(apiFor(args).recordings.library.list({ collection }));
    const values = { price: price.typed, currency: price.currency };
    const labels = { price: "Price", currency: "Currency" };
    return refuse(submission, { ...set, conflict: conflictOf(labels, { ...price, values }, submission.payload) });
  }
  if (!set.ok) return refuseCall(submission, set, "Error updating price");
  const text = `The collection now costs ${set.value.price}.`;
  return redirectWithToast(args, path, successToast("Price updated", text));
}

const kinds = { video: "video", poster: "image", captions: "captions" } as const;

type Saving<Schema extends ZodType> = {
  /** The library, to which a saved form leads back. */
  path: string;
  schema: Schema;
  verb: "create" | "update";
  save: (value: z.infer<Schema>) => Promise<unknown>;
  /** Returns the saved values, to show them if another user has saved meanwhile. */
  saved?: () => Promise<OpenedRecording>;
};

/** Saves a recording with the files of its form; a refused form keeps its uploaded files. */
export async function saveRecording<Schema extends ZodType>(
  args: ActionFunctionArgs,
  { path, schema, verb, save, saved: read }: Saving<Schema>,
) {
  const { fields, files } = await readUpload(args, kinds);
  const failures: { part: string; message: string }[] = [];
  for (const [part, received] of files) {
    if (received.ok) fields.set(`${part}Id`, received.file.id);
    else failures.push({ part, message: received.message });
  }
  const submission = parseForm(fields, schema);
  const keeping = (refusal: Parameters<typeof refuse>[1]) =>
    refuseWithFiles(args, submission, ["videoId", "posterId", "captionsId"], refusal);
  const [failure] = failures;
  if (failure) {
    const errors = Object.fromEntries(failures.map(({ part, message }) => [part, [message]]));
    return keeping({ status: 422, toast: uploadFailed(failure.part, failure.message), errors });
  }
  if (submission.status !== "success") return keeping({ status: 422, toast: missing(submission.error) });
  const saved = await attemptLogged(args, save(submission.value), "Failed to save the recording. Please try again.");
  if (saved.ok) {
    const title = verb === "create" ? "Recording added" : "Recording saved";
    const text = fields.get("title")?.trim() ?? "";
    return redirectWithToast(args, path, successToast(title, text));
  }
  if (saved.code === "changed_meanwhile" && read) {
    return keeping({ ...saved, conflict: recordingConflict(await read(), submission.payload) });
  }
  const isFault = saved.code === "fault";
  const toast: Toast = isFault
    ? errorToast("Error", saved.message)
    : errorToast(`Failed to ${verb} recording: ${saved.message}`);
  return keeping({ ...saved, toast, errors: saved.field ? { [saved.field]: [saved.message] } : {} });
}

/** A conflict shows the names of files; a new upload has no name here. */
function recordingConflict(saved: OpenedRecording, typed: Record<string, unknown>) {
  const file = (label: string, part: keyof OpenedRecording["files"]) => {
    const kept = saved.files[part];
    return { label, text: (id: string) => (id === kept?.id ? kept.name : id && "Another file") };
  };
  const labels = {
    title: "Title",
    description: "Description",
    source: choiceLabel("Video", { file: "A file", address: "An outside address" }),
    videoUrl: "Outside address",
    length: "Length",
    isFree: tickLabel("Free for every member"),
    videoId: file("Video file", "video"),
    posterId: file("Thumbnail", "poster"),
    captionsId: file("Captions", "captions"),
    ...("orderIndex" in typed && { orderIndex: "Order index" }),
  };
  return conflictOf(labels, { version: saved.version, values: recordingFields(saved) }, typed);
}

function uploadFailed(part: string, message: string): Toast {
  const what = part === "video" ? "Error uploading video" : "Upload failed";
  return errorToast(`${what}: ${message}`);
}

/** Other errors are shown beside their fields. */
function missing(errors: Record<string, string[] | null> | null | undefined): Toast | null {
  const isMissing = errors?.title ?? errors?.video;
  if (!isMissing) return null;
  return errorToast("Missing information", "Please provide a title and a video.");
}
