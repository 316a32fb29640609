import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, redirectDocument } from "@remix-run/node";
import type { CollectionName } from "@server/core/collections";
import { collectionTexts, purchasePath, setupPath } from "~/lib/collections";
import { isInside } from "~/lib/navigation";
import { signInAddress } from "~/lib/sign-in-address";
import { errorToast, infoToast, successToast, type Toast } from "~/lib/toast";
import { apiFor, attempt, attemptLogged, load, type RequestContext } from "~/server/api.server";
import { nextStepOf } from "~/server/auth.server";
import { forgetPurchaseMark, keepPurchaseMark, type PurchaseMark, readPurchaseMark } from "~/server/cookies.server";
import { redirectWithToast } from "~/server/flash.server";
import { parseForm, readFields, retryAfter } from "~/server/form.server";
import { purchaseForm } from "~/server/schemas.server";

const checkoutFailed = "There was a problem creating your checkout session. Please try again.";

/** Redirects a visitor without an account to sign up, and from there back to the purchase. */
export function requireBuyer({ context: { auth } }: RequestContext, collection: CollectionName): void {
  if (auth.user) return;
  const nextStep = nextStepOf(auth, purchasePath(collection));
  if (nextStep) throw redirect(nextStep);
  const query = new URLSearchParams({ purchase: "true", type: collection });
  throw redirect(signInAddress(query, { tab: "sign-up" }));
}

/** Redirects a buyer who owns the collection to its page, with a message. */
export const redirectOwner = (args: LoaderFunctionArgs, collection: CollectionName) =>
  redirectWithToast(
    args,
    collectionTexts[collection].path,
    infoToast("Nothing to pay", collectionTexts[collection].banner),
  );

export const redirectNotForSale = (args: LoaderFunctionArgs, collection: CollectionName) =>
  redirectWithToast(
    args,
    collectionTexts[collection].path,
    errorToast("Not for sale yet", "This collection has no recordings yet."),
  );

export async function loadPurchase(args: LoaderFunctionArgs, collection: CollectionName) {
  const mark = readPurchaseMark(args);
  const discountCode = mark?.collection === collection ? mark.discountCode : undefined;
  const form = await load(apiFor(args).purchases.getForm({ collection, discountCode }));
  const isPaymentCancelled = new URL(args.request.url).searchParams.get("notice") === "payment-cancelled";
  return { form, isPaymentCancelled };
}

/** Handles the dialog's form: tries a discount code or buys, by the pressed button. */
export async function buyCollection(args: ActionFunctionArgs, collection: CollectionName) {
  requireBuyer(args, collection);
  const fields = await readFields(args.request);
  const intent = fields.get("intent");
  if (intent === "remove") fields.delete("discountCode");
  const { isForSale } = await load(apiFor(args).recordings.getCollection({ collection }));
  if (!isForSale) return redirectNotForSale(args, collection);
  if (intent === "apply" || intent === "remove") return tryCode(args, fields, collection);
  const submission = parseForm(fields, purchaseForm);
  if (submission.status !== "success") return showRefusedForm(args, fields, collection, failure(422, checkoutFailed));
  const call = apiFor(args).purchases.create({ ...submission.value, collection });
  const bought = await attemptLogged(args, call, checkoutFailed);
  if (bought.ok)
    return redirectToCheckout(bought.value, args, { collection, discountCode: submission.value.discountCode });
  if (bought.code === "closed") return redirectOwner(args, collection);
  if (bought.code === "not_found") return redirectNotForSale(args, collection);
  const isCheckout = bought.code === "payment_provider_failed" || bought.code === "fault";
  return showRefusedForm(args, fields, collection, {
    ...failure(bought.status, bought.message, isCheckout || undefined),
    retryAfterSeconds: bought.retryAfterSeconds,
  });
}

const failure = (status: number, text: string, isCheckout = status === 422) => ({
  status,
  toast: errorToast(isCheckout ? "Checkout Failed" : "Error", text),
});

async function tryCode(args: ActionFunctionArgs, fields: URLSearchParams, collection: CollectionName) {
  const form = await formWith(args, fields, collection);
  const isApplying = fields.get("intent") === "apply";
  const refused = isApplying && !form.discount ? (form.codeRefusal ?? "Invalid discount code") : null;
  const applied = form.discount && `Discount code applied: ${form.discount.terms}`;
  const said: Toast | null = applied ? successToast("Success", applied) : null;
  const toast: Toast | null = refused ? errorToast("Error", refused) : said;
  return answer(fields, { form, toast, status: refused ? 422 : 200, codeError: refused });
}

/** Shows a refused form again with what was typed, the current price and a new form key. */
async function showRefusedForm(
  args: ActionFunctionArgs,
  fields: URLSearchParams,
  collection: CollectionName,
  refused: { status: number; toast: Toast; retryAfterSeconds?: number | undefined },
) {
  const form = await formWith(args, fields, collection);
  return answer(fields, { form, ...refused, codeError: form.codeRefusal });
}

async function formWith(args: ActionFunctionArgs, fields: URLSearchParams, collection: CollectionName) {
  const typed = fields.get("discountCode");
  const discountCode = typeof typed === "string" && typed.trim() ? typed : undefined;
  return load(apiFor(args).purchases.getForm({ collection, discountCode }));
}

type PurchaseForm = Awaited<ReturnType<typeof formWith>>;
type Answer = {
  form: PurchaseForm;
  toast: Toast | null;
  status: number;
  codeError: string | null;
  retryAfterSeconds?: number | undefined;
};

function answer(fields: URLSearchParams, { form, toast, status, codeError, retryAfterSeconds }: Answer) {
  const fieldErrors: Record<string, string[]> = codeError ? { discountCode: [codeError] } : {};
  const reply = parseForm(fields, purchaseForm).reply({ fieldErrors });
  return data({ reply, toast, form }, { status, headers: retryAfter(retryAfterSeconds) });
}

type Created = { next: string; purchaseId: string };
type Bought = Pick<PurchaseMark, "collection" | "discountCode">;

/** Remembers in this browser which purchase the payment page is for. */
function redirectToCheckout({ next, purchaseId }: Created, { context }: ActionFunctionArgs, bought: Bought) {
  const mark = { ...bought, purchaseId, email: context.auth.user?.email };
  const headers = { "Set-Cookie": keepPurchaseMark(context, mark) };
  return isInside(next) ? redirect(next, { status: 303, headers }) : redirectDocument(next, { status: 303, headers });
}

/** Gives up the purchase of a visitor who returns without paying, and opens the dialog again. */
export async function abandonPurchase(args: LoaderFunctionArgs, collection: CollectionName, purchaseId: string) {
  await load(attempt(apiFor(args).purchases.leaveCheckout({ purchaseId })));
  return redirect(`${purchasePath(collection)}&notice=payment-cancelled`);
}

/**
 * Settles the purchase with Stripe after paying, then removes the parameters from the address; the page shows the
 * result.
 */
export async function settleReturn(args: LoaderFunctionArgs, purchaseId: string) {
  const { collection, state, buyer } = await load(apiFor(args).purchases.confirm({ purchaseId }));
  const known = readPurchaseMark(args);
  const mark: PurchaseMark = {
    ...(known?.purchaseId === purchaseId && known),
    purchaseId,
    collection,
    isReturned: true,
  };
  const isWaitingForAccount = state === "unlocked" && buyer === "unknown" && mark.email !== undefined;
  const to = isWaitingForAccount ? setupPath(collection) : collectionTexts[collection].path;
  return redirect(to, { headers: { "Set-Cookie": keepPurchaseMark(args.context, mark) } });
}

/** Returns the state of the purchase that this browser has paid for, and a header that forgets it once shown. */
export async function takePurchaseReturn(args: LoaderFunctionArgs, collection: CollectionName) {
  const mark = readPurchaseMark(args);
  if (!mark?.isReturned) return { purchaseReturn: null, email: null, headers: {} };
  const found = await load(attempt(apiFor(args).purchases.getReturn({ purchaseId: mark.purchaseId })));
  if (!found.ok || found.value.collection !== collection) return { purchaseReturn: null, email: null, headers: {} };
  const purchaseReturn = found.value;
  const isTold = purchaseReturn.state !== "pending" && purchaseReturn.buyer !== "unknown";
  const headers: HeadersInit = isTold ? { "Set-Cookie": forgetPurchaseMark(args.context) } : {};
  return { purchaseReturn, email: mark.email ?? null, headers };
}
