import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { shownParameter } from "~/lib/short-address";
import { signInAddress } from "~/lib/sign-in-address";
import { errorToast, successToast } from "~/lib/toast";
import { apiFor, attemptLogged, idOf, load, type RequestContext } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";
import { collectionAt } from "~/server/collection-at.server";
import { keepPlaying, readPlaying } from "~/server/cookies.server";
import { redirectWithToast } from "~/server/flash.server";
import { readFields, readForm, refuse, refuseCall } from "~/server/form.server";
import { freeRecordingForm } from "~/server/schemas.server";
import { followReturn, loadSale, paidPurchaseId, redirectNotForSale } from "~/features/purchases/purchase.server";
import { collectionSale } from "~/features/purchases/sales.server";
import { choose, readChoices, writeChoices, startIn } from "./player/choices";

export async function loadCollection(args: LoaderFunctionArgs) {
  const { slug: collection } = await collectionAt(args);
  const sale = await collectionSale(args, collection);
  await followReturn(args, sale);
  const isBuying = new URL(args.request.url).searchParams.get("purchase") === "true";
  if (isBuying && sale.elsewhere) throw redirectNotForSale(args, sale);
  const page = await load(apiFor(args).recordings.getCollection({ collection, purchaseId: paidPurchaseId(args) }));
  const sold = await loadSale(args, sale, {
    isForSale: page.isForSale,
    isOwned: page.hasFullAccess,
    opensOn: page.opensOn,
  });
  const search = shownParameter(new URL(args.request.url).searchParams, "q");
  const found = search ? await load(apiFor(args).recordings.search({ search, collection })) : null;
  const { purchase, purchaseReturn, email, headers } = sold;
  const isSettingUp = new URL(args.request.url).searchParams.get("account") === "setup";
  const setup = isSettingUp && purchaseReturn?.buyer === "unknown" && email ? { email } : null;
  if (isSettingUp && !setup) throw redirect(sale.path);
  const dialog = purchase ?? setup;
  return data({ page, search: found && { search, found }, purchase, setup, purchaseReturn, dialog }, { headers });
}

export const choosesOpeningMails = ({ request }: ActionFunctionArgs): boolean =>
  new URL(request.url).searchParams.has("openings");

/** Saves whether the buyer is mailed when a part of the collection opens. */
export async function setOpeningMails(args: ActionFunctionArgs) {
  requireMember(args);
  const { slug: collection, path } = await collectionAt(args);
  const isWanted = (await readFields(args.request)).get("isWanted") === "on";
  const call = apiFor(args).recordings.setOpeningMails({ collection, isWanted });
  const saved = await attemptLogged(args, call, "Your choice could not be saved. Please try again.");
  if (!saved.ok) return redirectWithToast(args, path, errorToast("Not saved", saved.message));
  const title = isWanted ? "You get an email when the next part opens" : "You get no more emails about new parts";
  return redirectWithToast(args, path, successToast(title));
}

/** Loads one recording and keeps how it is to be played. Throws a 404 unless it belongs to the collection. */
export async function loadRecording(args: LoaderFunctionArgs) {
  const { slug: collection } = await collectionAt(args);
  const { searchParams: query } = new URL(args.request.url);
  const language = query.get("language")?.slice(0, 35);
  const recording = await load(apiFor(args).recordings.get({ collection, id: idOf(args), language }));
  const { player } = recording;
  const { choices, headers } = keepPlayerChoices(args, query);
  const startSeconds = startIn(query) ?? player?.startSeconds ?? 0;
  const playing = { ...choices, savesData: args.request.headers.get("Save-Data") === "on" };
  const page = { ...recording, player: player && { ...player, startSeconds }, playing, formKey: randomUUID() };
  return data(page, player ? { headers } : {});
}

/** Returns how this device plays recordings, and the header that keeps what the address has just chosen. */
function keepPlayerChoices(args: RequestContext, query: URLSearchParams) {
  const kept = readPlaying(args);
  const choices = choose(readChoices(kept), query);
  const written = writeChoices(choices);
  const headers: HeadersInit = written === kept ? {} : { "Set-Cookie": keepPlaying(args.context, written) };
  return { choices, headers };
}

/** Signs up a visitor who wants a free recording; the mailed link leads back to it. */
export async function requestFreeRecording(args: ActionFunctionArgs) {
  const { slug: collection, path } = await collectionAt(args);
  const { id } = await load(apiFor(args).recordings.get({ collection, id: idOf(args) }));
  const submission = await readForm(args.request, freeRecordingForm);
  if (submission.status !== "success") {
    return refuse(submission, { status: 422, toast: toastOf(submission.error ?? {}) });
  }
  const returnTo = `${path}/${id}`;
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
