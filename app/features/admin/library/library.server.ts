import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { freeForm, moveForm, preparingForm, priceForm } from "@server/selling/recordings/library/schemas";
import { loadPurchases } from "~/features/admin/orders/orders.server";
import { conflictOf } from "~/lib/forms/conflict";
import { errorToast, successToast, type Toast } from "~/lib/toast";
import { apiFor, attemptLogged, load } from "~/server/api.server";
import { adminApi, requireAdmin } from "~/server/auth.server";
import { officeCollectionAt } from "~/server/collection-at.server";
import { redirectWithToast } from "~/server/flash.server";
import { parseForm, readFields, refuse, refuseCall } from "~/server/form.server";

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
  const act = isRowIntent(intent) ? rowActions[intent] : setFree;
  return redirectWithToast(args, path, await act(args, collection, fields));
}

const rowActions = { move, prepare: prepareAgain, cancel: cancelPreparing };

const isRowIntent = (intent: string | null): intent is keyof typeof rowActions =>
  intent !== null && Object.hasOwn(rowActions, intent);

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

async function prepareAgain(args: ActionFunctionArgs, collection: string, fields: URLSearchParams): Promise<Toast> {
  const submission = parseForm(fields, preparingForm);
  if (submission.status !== "success") throw new Response("Not Found", { status: 404 });
  const call = apiFor(args).recordings.library.prepareAgain({ collection, ...submission.value });
  const queued = await attemptLogged(args, call);
  if (!queued.ok) return errorToast("Failed to prepare the recording again.", queued.message);
  return successToast("Preparing again", queued.value.title);
}

async function cancelPreparing(args: ActionFunctionArgs, collection: string, fields: URLSearchParams): Promise<Toast> {
  const submission = parseForm(fields, preparingForm);
  if (submission.status !== "success") throw new Response("Not Found", { status: 404 });
  const call = apiFor(args).recordings.library.cancelPreparing({ collection, ...submission.value });
  const cancelled = await attemptLogged(args, call);
  if (!cancelled.ok) return errorToast("Failed to cancel preparing.", cancelled.message);
  return successToast("Preparing cancelled", cancelled.value.title);
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
