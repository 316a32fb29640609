import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { CollectionName } from "@server/core/collections";
import { collectionTexts, recordingPath } from "~/lib/collections";
import { signInAddress } from "~/lib/sign-in-address";
import { errorToast } from "~/lib/toast";
import { apiFor, idOf, load } from "~/server/api.server";
import { readForm, refuse } from "~/server/form.server";
import { freeRecordingForm } from "~/server/schemas.server";
import {
  abandonPurchase,
  loadPurchase,
  redirectNotForSale,
  redirectOwner,
  requireBuyer,
  takePurchaseReturn,
  settleReturn,
} from "./purchase.server";

/** Loads a collection's page and the data of the dialog that its address opens. */
export async function loadCollection(args: LoaderFunctionArgs, collection: CollectionName) {
  const query = new URL(args.request.url).searchParams;
  const [returned, left] = [query.get("purchaseId"), query.get("cancelled")];
  if (query.get("success") === "true" && returned) throw await settleReturn(args, returned);
  if (left) throw await abandonPurchase(args, collection, left);
  const isBuying = query.get("purchase") === "true";
  const page = await load(apiFor(args).recordings.getCollection({ collection }));
  if (isBuying && page.isForSale) requireBuyer(args, collection);
  if (isBuying && page.hasFullAccess) throw redirectOwner(args, collection);
  if (isBuying && !page.isForSale) throw redirectNotForSale(args, collection);
  const purchase = isBuying ? await loadPurchase(args, collection) : null;
  const { purchaseReturn, email, headers } = await takePurchaseReturn(args, collection);
  const isSettingUp = query.get("account") === "setup";
  const setup = isSettingUp && purchaseReturn?.buyer === "unknown" && email ? { email } : null;
  if (isSettingUp && !setup) throw redirect(collectionTexts[collection].path);
  return data({ page, purchase, setup, purchaseReturn, dialog: purchase ?? setup }, { headers });
}

/** Loads one recording. Throws a 404 unless it belongs to the collection. */
export async function loadRecording(args: LoaderFunctionArgs, collection: CollectionName) {
  const recording = await load(apiFor(args).recordings.get({ collection, id: idOf(args) }));
  const isFromStart = new URL(args.request.url).searchParams.get("from") === "start";
  const { player } = recording;
  return isFromStart && player ? { ...recording, player: { ...player, startSeconds: 0 } } : recording;
}

/** Redirects a visitor who wants a free recording to sign up, and from there back to it. */
export async function requestFreeRecording(args: ActionFunctionArgs, collection: CollectionName) {
  const { id } = await load(apiFor(args).recordings.get({ collection, id: idOf(args) }));
  const submission = await readForm(args.request, freeRecordingForm);
  if (submission.status !== "success") {
    const errors = submission.error ?? {};
    const [text = ""] = Object.values(errors).find((messages) => messages?.length) ?? [];
    const title = errors.email ? "Invalid Email" : "Names Required";
    return refuse(submission, { status: 422, toast: errorToast(title, text) });
  }
  const path = recordingPath(collection, id);
  const query = new URLSearchParams({ confirmed: "true", ...submission.value, type: collection, returnTo: path });
  return redirect(signInAddress(query, { tab: "sign-up" }), 303);
}
