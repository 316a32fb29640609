import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, redirectDocument } from "@remix-run/node";
import { z } from "zod";
import { choiceIn, giftsIn } from "~/features/bookings/typed-booking.server";
import { followGiftIntent } from "~/features/bookings/gift-intents";
import { setupPath } from "~/lib/collections";
import type { UnknownReturn } from "./purchase-notice";
import type { Sale } from "./sales.server";
import { waitingText } from "./waiting-text";
import { isInside } from "~/lib/navigation";
import { signInAddress } from "~/lib/sign-in-address";
import { paymentLeftAddress } from "~/lib/payment-left";
import { errorToast, infoToast, successToast, type Toast } from "~/lib/toast";
import { apiFor, attempt, attemptLogged, load, type RequestContext } from "~/server/api.server";
import { nextStepOf } from "~/server/auth.server";
import {
  forgetPurchaseMark,
  keepPurchaseMark,
  type PurchaseMark,
  readPurchaseMark,
  rememberPass,
} from "~/server/cookies.server";
import { redirectWithToast } from "~/server/flash.server";
import { parseForm, readFields, retryAfter } from "~/server/form.server";
import { guestPurchaseForm, purchaseForm, typedContact } from "~/server/schemas.server";

const dialogPath = ({ path }: Sale) => `${path}?purchase=true`;

const checkoutFailed = "There was a problem creating your checkout session. Please try again.";

/** Redirects a visitor without an account to sign up, and from there back to the purchase, if it needs one. */
function requireBuyer({ context: { auth } }: RequestContext, sale: Sale): void {
  if (auth.user || sale.isForGuests) return;
  throw redirect(nextStepOf(auth, dialogPath(sale)) ?? signInAddress(sale.signUp, { tab: "sign-up" }));
}

/** Redirects a buyer who has it already to its page, with a message. */
const redirectBuyer = (args: LoaderFunctionArgs, { path, owned }: Sale) =>
  redirectWithToast(args, path, infoToast("Nothing to pay", owned));

export const redirectNotForSale = (args: LoaderFunctionArgs, { path, elsewhere = path, notForSale }: Sale) =>
  redirectWithToast(args, elsewhere, errorToast("Not for sale", notForSale));

type SalePage = { isForSale: boolean; isOwned: boolean; opensOn: string | null };

/** Loads what the address of a sale's page asks for: the dialog, or the way back from the payment page. */
export async function loadSale(args: LoaderFunctionArgs, sale: Sale, page: SalePage) {
  const query = new URL(args.request.url).searchParams;
  const isBuying = query.get("purchase") === "true";
  if (isBuying && page.isForSale) requireBuyer(args, sale);
  if (isBuying && page.opensOn) throw redirectBuyer(args, { ...sale, owned: waitingText(page.opensOn) });
  if (isBuying && page.isOwned) throw redirectBuyer(args, sale);
  if (isBuying && !page.isForSale) throw redirectNotForSale(args, sale);
  const purchase = isBuying ? await loadPurchase(args, sale) : null;
  return { purchase, ...(await takePurchaseReturn(args, sale)) };
}

/** Returns whether the visitor has left the payment page and is back at the form. */
export const isPaymentLeft = ({ request }: LoaderFunctionArgs): boolean =>
  new URL(request.url).searchParams.get("notice") === "payment-cancelled";

/** Redirects a visitor who comes back from the payment page. Call it first. */
export async function followReturn(args: LoaderFunctionArgs, sale: Sale): Promise<void> {
  const query = new URL(args.request.url).searchParams;
  const [returned, left] = [query.get("purchaseId"), query.get("cancelled")];
  if (query.get("success") === "true" && returned) throw await settleReturn(args, sale, returned);
  const form = sale.isForm ? sale.path : dialogPath(sale);
  if (left) throw redirect(paymentLeftAddress({ kind: "purchase", id: left }, form));
}

async function loadPurchase(args: LoaderFunctionArgs, sale: Sale) {
  const mark = readPurchaseMark(args);
  const { discountCode, rate1, amount, contact = null } = (mark?.path === sale.path && mark) || {};
  const form = await load(apiFor(args).purchases.getForm({ product: sale.product, discountCode, rate1, amount }));
  return { form, contact, amount, isPaymentCancelled: isPaymentLeft(args) };
}

export async function buyItem(args: ActionFunctionArgs, sale: Sale) {
  requireBuyer(args, sale);
  const fields = await readFields(args.request);
  const intent = fields.get("intent");
  if (intent === "remove") fields.delete("discountCode");
  const offered = await load(attempt(apiFor(args).purchases.getForm({ product: sale.product })));
  if (!offered.ok && offered.code === "not_found") return redirectNotForSale(args, sale);
  if (followGiftIntent(fields) || ["apply", "remove", "tickets"].includes(intent ?? ""))
    return tryCode(args, fields, sale);
  const submission = parseForm(fields, schemaFor(args));
  if (submission.status !== "success") {
    const isAboutContact = Object.keys(submission.error ?? {}).every((name) => name in typedContact);
    return showRefusedForm(
      args,
      fields,
      sale,
      isAboutContact ? { status: 422, toast: null } : failure(422, checkoutFailed),
    );
  }
  const call = apiFor(args).purchases.create({ ...submission.value, product: sale.product });
  const bought = await attemptLogged(args, call, checkoutFailed);
  const origin = { path: sale.path, ...originOf(submission.value, choiceIn(fields)) };
  if (bought.ok) return redirectToCheckout(bought.value, args, origin);
  // The page itself says whether access has begun.
  if (bought.code === "closed" && args.context.auth.user) return redirect(dialogPath(sale), 303);
  if (bought.code === "not_found") return redirectNotForSale(args, sale);
  const isCheckout = bought.code === "payment_provider_failed" || bought.code === "fault";
  return showRefusedForm(args, fields, sale, {
    ...(bought.field
      ? besideField(bought.field, bought)
      : failure(bought.status, bought.message, isCheckout || undefined)),
    retryAfterSeconds: bought.retryAfterSeconds,
  });
}

const schemaFor = ({ context: { auth } }: ActionFunctionArgs) => (auth.user ? purchaseForm : guestPurchaseForm);

type TypedPurchase = { discountCode?: string | undefined; firstName?: string; lastName?: string; email?: string };

/** Returns what was typed, for the case that the buyer leaves the payment page. */
function originOf(
  { discountCode, firstName, lastName, email }: TypedPurchase,
  { rate1, amount }: ReturnType<typeof choiceIn>,
): Omit<PurchaseOrigin, "path"> {
  const isGuest = firstName !== undefined && lastName !== undefined && email !== undefined;
  return { discountCode, rate1, amount, contact: isGuest ? { firstName, lastName, email } : undefined };
}

const failure = (status: number, text: string, isCheckout = status === 422) => ({
  status,
  toast: errorToast(isCheckout ? "Checkout Failed" : "Error", text),
});

const besideField = (field: string, { status, message }: { status: number; message: string }) => ({
  status,
  toast: errorToast("Not bought yet", message),
  errors: { [field]: [message] },
});

async function tryCode(args: ActionFunctionArgs, fields: URLSearchParams, sale: Sale) {
  const form = await formWith(args, fields, sale);
  const isApplying = fields.get("intent") === "apply";
  const refused = isApplying && !form.discount ? (form.codeRefusal ?? "Invalid discount code") : null;
  const applied = form.discount && `Discount code applied: ${form.discount.terms}`;
  const success: Toast | null = applied ? successToast("Success", applied) : null;
  const toast: Toast | null = refused ? errorToast("Error", refused) : success;
  const status = refused || form.gifts?.refusal || form.amountRefusal ? 422 : 200;
  const errors = { ...codeErrors(refused), ...amountErrors(form) };
  return answer(fields, schemaFor(args), { form, toast, status, errors });
}

/** Shows a refused form again with what was typed, the current price and a new form key. */
async function showRefusedForm(
  args: ActionFunctionArgs,
  fields: URLSearchParams,
  sale: Sale,
  refused: { status: number; toast: Toast | null; errors?: FieldErrors; retryAfterSeconds?: number | undefined },
) {
  const form = await formWith(args, fields, sale);
  return answer(fields, schemaFor(args), {
    form,
    ...refused,
    errors: { ...codeErrors(form.codeRefusal), ...amountErrors(form), ...refused.errors },
  });
}

async function formWith(args: ActionFunctionArgs, fields: URLSearchParams, sale: Sale) {
  const typed = fields.get("discountCode");
  const discountCode = typeof typed === "string" && typed.trim() ? typed : undefined;
  return load(
    apiFor(args).purchases.getForm({ product: sale.product, discountCode, ...giftsIn(fields), ...choiceIn(fields) }),
  );
}

type FieldErrors = Record<string, string[]>;

const codeErrors = (refusal: string | null): FieldErrors => (refusal ? { discountCode: [refusal] } : {});

const amountErrors = ({ amountRefusal }: { amountRefusal: string | null }): FieldErrors =>
  amountRefusal ? { amount: [amountRefusal] } : {};

type PurchaseForm = Awaited<ReturnType<typeof formWith>>;
type Answer = {
  form: PurchaseForm;
  toast: Toast | null;
  status: number;
  errors: FieldErrors;
  retryAfterSeconds?: number | undefined;
};

function answer(
  fields: URLSearchParams,
  schema: ReturnType<typeof schemaFor>,
  { form, toast, status, errors, retryAfterSeconds }: Answer,
) {
  const reply = parseForm(fields, schema).reply({ fieldErrors: errors });
  return data({ reply, toast, form }, { status, headers: retryAfter(retryAfterSeconds) });
}

type CreatedPurchase = { next: string; purchaseId: string };
type PurchaseOrigin = Pick<PurchaseMark, "path" | "discountCode" | "contact" | "rate1" | "amount">;

/** Remembers in this browser which purchase the payment page is for, and that a guest may use what was bought. */
export function redirectToCheckout(
  { next, purchaseId }: CreatedPurchase,
  args: ActionFunctionArgs,
  bought: PurchaseOrigin,
) {
  const { context } = args;
  const { user } = context.auth;
  const headers = new Headers({
    "Set-Cookie": keepPurchaseMark(context, { ...bought, purchaseId, email: user?.email }),
  });
  if (!user) headers.append("Set-Cookie", rememberPass(args, purchaseId));
  return isInside(next) ? redirect(next, { status: 303, headers }) : redirectDocument(next, { status: 303, headers });
}

/** Settles the purchase with Stripe after paying, then redirects without the address's parameters. */
async function settleReturn(args: LoaderFunctionArgs, sale: Sale, purchaseId: string) {
  const isId = z.uuid().safeParse(purchaseId).success;
  const confirmed = isId ? await load(attempt(apiFor(args).purchases.confirm({ purchaseId }))) : null;
  if (!confirmed?.ok) {
    const mark = { purchaseId: "", path: sale.path, isUnknown: true };
    return redirect(sale.path, { headers: { "Set-Cookie": keepPurchaseMark(args.context, mark) } });
  }
  const { isClaimedByAccount, path, state, buyer } = confirmed.value;
  const known = readPurchaseMark(args);
  const mark: PurchaseMark = {
    ...(known?.purchaseId === purchaseId && known),
    purchaseId,
    path,
    isReturned: true,
  };
  const isWaitingForAccount =
    isClaimedByAccount && state === "unlocked" && buyer === "unknown" && mark.email !== undefined;
  const to = isWaitingForAccount ? setupPath(path) : path;
  return redirect(to, { headers: { "Set-Cookie": keepPurchaseMark(args.context, mark) } });
}

/** Returns the id of the purchase that this browser has paid for and not been told about yet. */
export function paidPurchaseId(args: LoaderFunctionArgs): string | undefined {
  const mark = readPurchaseMark(args);
  return mark?.isReturned ? mark.purchaseId : undefined;
}

/** Returns the state of the purchase that this browser has paid for, and a header that forgets it once shown. */
async function takePurchaseReturn(args: LoaderFunctionArgs, sale: Sale) {
  const mark = readPurchaseMark(args);
  if (mark?.isUnknown && mark.path === sale.path) {
    const unknown: UnknownReturn = { state: "unknown", buyer: null, path: sale.path };
    const headers: HeadersInit = { "Set-Cookie": forgetPurchaseMark(args.context) };
    return { purchaseReturn: unknown, email: null, headers };
  }
  if (!mark?.isReturned) return { purchaseReturn: null, email: null, headers: {} };
  const found = await load(attempt(apiFor(args).purchases.getReturn({ purchaseId: mark.purchaseId })));
  if (!found.ok || found.value.path !== sale.path) return { purchaseReturn: null, email: null, headers: {} };
  const purchaseReturn = found.value;
  const isTold = purchaseReturn.state !== "pending" && purchaseReturn.buyer !== "unknown";
  const headers: HeadersInit = isTold ? { "Set-Cookie": forgetPurchaseMark(args.context) } : {};
  return { purchaseReturn, email: mark.email ?? null, headers };
}
