import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { buy, type RefusedOrder } from "~/features/buying/buy.server";
import { followPaymentLeft, isPaymentLeft, paidIn } from "~/features/buying/payment-return.server";
import { choiceIn } from "~/features/buying/typed-fields.server";
import { setupPath } from "~/lib/collections";
import type { UnknownReturn } from "./purchase-notice";
import type { Sale } from "./sales.server";
import { waitingText } from "./waiting-text";
import { signInAddress } from "~/lib/sign-in-address";
import { errorToast, infoToast } from "~/lib/toast";
import { apiFor, attempt, load, type RequestContext } from "~/server/api.server";
import { nextStepOf } from "~/server/auth.server";
import {
  forgetPurchaseMark,
  keepPurchaseMark,
  type PurchaseMark,
  readPurchaseMark,
  rememberPass,
} from "~/server/cookies.server";
import { redirectWithToast } from "~/server/flash.server";
import { readFields, retryAfter } from "~/server/form.server";
import { guestPurchaseForm, purchaseForm } from "~/server/schemas.server";

const dialogPath = ({ path }: Sale) => `${path}?purchase=true`;

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

/** Redirects a visitor who comes back from the payment page. Call it first. */
export async function followReturn(args: LoaderFunctionArgs, sale: Sale): Promise<void> {
  const paid = paidIn(args);
  if (paid) throw await settleReturn(args, sale, paid);
  followPaymentLeft(args, "purchase", sale.isForm ? sale.path : dialogPath(sale));
}

async function loadPurchase(args: LoaderFunctionArgs, sale: Sale) {
  const mark = readPurchaseMark(args);
  const { discountCode, rate1, amount, contact = null } = (mark?.path === sale.path && mark) || {};
  const form = await load(apiFor(args).purchases.getForm({ product: sale.product, discountCode, rate1, amount }));
  return { form, contact, amount, isPaymentCancelled: isPaymentLeft(args) };
}

/** Buys, or shows the price again, as the pressed button of a purchase's dialog says. */
export async function buyItem(args: ActionFunctionArgs, sale: Sale) {
  requireBuyer(args, sale);
  const { purchases } = apiFor(args);
  const { product, path } = sale;
  const fields = await readFields(args.request);
  return buy(args, fields, {
    schema: args.context.auth.user ? purchaseForm : guestPurchaseForm,
    getForm: (typed) => loadForm(args, sale, purchases.getForm({ ...typed, product })),
    order: (input: TypedPurchase) => purchases.create({ ...input, product }),
    failure: "There was a problem creating your checkout session. Please try again.",
    titleOf,
    leadAway: ({ code }) => {
      // The page itself says whether access has begun.
      if (code === "closed" && args.context.auth.user) return redirect(dialogPath(sale), 303);
      return code === "not_found" ? redirectNotForSale(args, sale) : null;
    },
    remember: (purchase, typed) => cookiesOfPurchase(args, purchase, { path, ...originOf(typed, choiceIn(fields)) }),
  });
}

/** Throws a redirect where it is no longer for sale. */
async function loadForm<Form>(args: ActionFunctionArgs, sale: Sale, call: Promise<Form>): Promise<Form> {
  const found = await load(attempt(call));
  if (found.ok) return found.value;
  if (found.code === "not_found") throw redirectNotForSale(args, sale);
  throw new Response(found.message, { status: found.status, headers: retryAfter(found.retryAfterSeconds) });
}

const titleOf = ({ code, status }: Pick<RefusedOrder, "code" | "status">): string =>
  code === "payment_provider_failed" || code === "fault" || status === 422 ? "Checkout Failed" : "Error";

type TypedPurchase = z.infer<typeof purchaseForm> & Partial<Contact>;
type Contact = NonNullable<PurchaseMark["contact"]>;

/** Returns what was typed, for the case that the buyer leaves the payment page. */
function originOf(
  { discountCode, firstName, lastName, email }: TypedPurchase,
  { rate1, amount }: ReturnType<typeof choiceIn>,
): Omit<PurchaseOrigin, "path"> {
  const isGuest = firstName !== undefined && lastName !== undefined && email !== undefined;
  return { discountCode, rate1, amount, contact: isGuest ? { firstName, lastName, email } : undefined };
}

type PurchaseOrigin = Pick<PurchaseMark, "path" | "discountCode" | "contact" | "rate1" | "amount">;

/** Remembers in this browser which purchase the payment page is for, and that a guest may use what was bought. */
export function cookiesOfPurchase(
  args: ActionFunctionArgs,
  { purchaseId }: { purchaseId: string },
  bought: PurchaseOrigin,
): string[] {
  const { user } = args.context.auth;
  const mark = keepPurchaseMark(args.context, { ...bought, purchaseId, email: user?.email });
  return user ? [mark] : [mark, rememberPass(args, purchaseId)];
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
