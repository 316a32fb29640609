import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { CollectionName } from "@server/core/collections";
import { collectionTexts, recordingPath } from "~/lib/collections";
import { signInAddress } from "~/lib/sign-in-address";
import { errorToast, successToast } from "~/lib/toast";
import { apiFor, attemptLogged, idOf, load } from "~/server/api.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
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
  const shown = isFromStart && player ? { ...player, startSeconds: 0 } : player;
  return { ...recording, player: shown, formKey: randomUUID() };
}

/** Signs up a visitor who wants a free recording; the mailed link leads back to it. */
export async function requestFreeRecording(args: ActionFunctionArgs, collection: CollectionName) {
  const { id } = await load(apiFor(args).recordings.get({ collection, id: idOf(args) }));
  const submission = await readForm(args.request, freeRecordingForm);
  if (submission.status !== "success") {
    return refuse(submission, { status: 422, toast: toastOf(submission.error ?? {}) });
  }
  const returnTo = recordingPath(collection, id);
  const call = apiFor(args).accounts.signUp({ ...submission.value, returnTo });
  const signedUp = await attemptLogged(args, call, "Failed to create account.");
  if (!signedUp.ok) return refuseCall(submission, signedUp, "Error");
  const query = new URLSearchParams({ confirmed: "true", email: submission.value.email, type: collection, returnTo });
  return redirectWithToast(
    args,
    signInAddress(query, { created: "1" }),
    successToast("Account created successfully", "Please check your email to confirm your account before signing in."),
  );
}

function toastOf(errors: Record<string, string[] | null>) {
  const [text = ""] = Object.values(errors).find((messages) => messages?.length) ?? [];
  if (errors.email) return errorToast("Invalid Email", text);
  return errorToast(errors.firstName || errors.lastName ? "Names Required" : "Password too short", text);
}
