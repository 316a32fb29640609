import { inTransaction } from "../../core/transaction";
import { eq } from "drizzle-orm";
import type { Queryable, Transaction } from "@db/client";
import { type Account, purchases } from "@db/schema";
import { one } from "@db/one";
import { normalEmail } from "../../core/email-address";
import { type Agreement, readAgreement } from "../../core/site-settings";
import { limitBookingRate } from "../../core/rate-limits";
import { agreePrice } from "../discounts/prices";
import { DomainError } from "../../core/errors";
import { findCards, type FoundCode } from "../gift-cards/find-cards";
import { agreeOnCards } from "../gift-cards/pay-by-card";
import { codesIn } from "../gift-cards/schemas";
import { partKeys } from "../money/split-payment";
import { isHeldByCards, openGiftParts } from "../payments/gift-parts";
import { enqueueJob } from "../../platform/jobs/enqueue-job";
import { endOfHold, openPayment, startCheckout } from "../payments/checkout";
import { leaveCheckout } from "../payments/release";
import type { Product } from "../products/catalogue";
import { keyWithTerms, priceKeyIn, readTerms } from "../passes/agreed-terms";
import { kinds } from "../products/kinds";
import { purchaseCancelPath, purchaseReturnPath } from "../products/paths";
import { lockProductAgainstDeletion } from "../products/lock";
import { quoteKey } from "../money/quote";
import type { Context } from "../../core/context";
import { buyerOf, lockBuyer, type NamedBuyer } from "./buyer";
import { ofProduct, ownsItem, requireItem } from "./item";
import { findOpenPurchase, quoteItem, requireBuyer } from "./purchase-form";
import { deliver } from "./deliver";
import type { NewPurchase } from "./schemas";
import type { Purchase } from "./transitions";
import { minutesAfter } from "../../core/dates";
import { type AccessTerms, agreeWaiver } from "../withdrawals/waiver";

/**
 * Continues the same form key or an open checkout with the same price and code. Throws invalid (box not ticked, a guest
 * without a name or an address), closed (owned already), price_changed, discount_refused, unauthenticated for what guests can't buy.
 */
export async function createPurchase(ctx: Context, input: NewPurchase): Promise<{ next: string; purchaseId: string }> {
  await limitBookingRate(ctx, input);
  const product = await requireBuyer(ctx, input.product);
  const buyer = buyerOf(ctx, input);
  const access = await agreeWaiver(ctx, { ...input, isDigital: kinds[product.kind].isDigital });
  await closeOtherCheckout(ctx, product, { ...input, buyer, access });
  const cards = await findCards(ctx, codesIn(input));
  const agreement = await readAgreement(ctx);
  const purchase = await inTransaction(ctx, async (tx) => {
    const account = await lockBuyer(tx, ctx, product, buyer);
    return (
      (await findRepeated(tx, ctx, { ...input, buyer, access })) ??
      (await buyIfNotOwned(tx, ctx, product.id, { ...input, ...agreement, buyer, access, account, cards }))
    );
  });
  const purchaseId = purchase.id;
  if (purchase.status === "pending") return { next: await payForPurchase(ctx, product, purchase), purchaseId };
  if (purchase.status === "failed") throw new DomainError("payment_provider_failed", paymentFailures.noPage);
  return { next: purchaseReturnPath(product, purchaseId), purchaseId };
}

type WantedPurchase = NewPurchase & { buyer: NamedBuyer; access: AccessTerms };
type AgreedPurchase = WantedPurchase & Agreement & { account: Account | null; cards: FoundCode[] };

/** Throws closed if the form was posted by another account, or with another address: its purchase is not theirs. */
async function findRepeated(tx: Transaction, { user }: Context, { access, buyer, ...input }: WantedPurchase) {
  const [purchase] = await tx.select().from(purchases).where(eq(purchases.formKey, input.formKey));
  const isTheirs = user
    ? purchase?.userId === user.id
    : purchase && normalEmail(purchase.customerEmail) === normalEmail(buyer.email);
  if (purchase && !isTheirs) throw new DomainError("closed", sentAlready, { field: "email" });
  if (purchase && (purchase.waivedAt === null) !== (access.waivedAt === null)) {
    throw new DomainError("invalid", "This was sent before with another choice. Please look at it again.", {
      field: "waiverVersion",
    });
  }
  return purchase;
}

const sentAlready = "This form has already been sent. Please open it again.";

/** Account and address are locked: no other purchase of this person comes between the check and the insert. */
async function buyIfNotOwned(
  tx: Transaction,
  ctx: Context,
  productId: string,
  input: AgreedPurchase,
): Promise<Purchase> {
  await lockProductAgainstDeletion(tx, productId);
  const { product, price: listPrice } = await requireItem(tx, productId);
  const { user } = ctx;
  if (await ownsItem(tx, { user, email: input.buyer.email }, product)) throw ownedAlready(user, product);
  const open = await findOpenPurchase(tx, ctx, productId);
  if (open && (await isSameOffer(tx, open, input))) return open;
  const now = ctx.clock.now();
  // The open checkout has another price, code or beginning of access: it must not be paid by mistake.
  if (open) await enqueueJob(tx, "release-unpaid", { kind: "purchase", id: open.id });
  const passTerms = await readTerms(tx, product);
  const quote = priceKeyIn(partKeys(input.quote).price, passTerms);
  const price = await agreePrice(tx, quoteItem(ctx, listPrice), { ...input, quote, now });
  const { currency } = price;
  const total = { amountMinor: price.totalMinor, currency };
  const { parts, rest } = await agreeOnCards(tx, ctx, total, { found: input.cards, quote: input.quote });
  const isDone = rest.amountMinor === 0;
  const doneAs = parts.length > 0 ? "paid" : "free";
  const holdUntil = isDone ? null : minutesAfter(now, ctx.settings.holdMinutes);
  const purchase = one(
    await tx
      .insert(purchases)
      .values({
        ...ofProduct(product),
        // Whoever pays as a guest may not have the address: an account takes over what is paid.
        userId: user || isDone ? (input.account?.id ?? null) : null,
        customerName: input.buyer.name,
        customerEmail: input.buyer.email,
        status: isDone ? doneAs : "pending",
        formKey: input.formKey,
        ...price,
        passTerms,
        termsVersion: input.termsVersion,
        privacyVersion: input.privacyVersion,
        ...input.access,
        createdAt: now,
        completedAt: isDone ? now : null,
        holdUntil,
      })
      .returning(),
    "purchase",
  );
  const cause = { kind: "purchase", id: purchase.id } as const;
  await openGiftParts(tx, ctx, cause, { parts, currency, state: isDone ? "paid" : "open" });
  if (holdUntil) await openPayment(tx, cause, rest, holdUntil);
  else await deliver(tx, ctx, purchase);
  return purchase;
}

function ownedAlready(user: Context["user"], { kind }: Product): DomainError {
  const { noun } = kinds[kind];
  const text = user
    ? `You already have this ${noun}, so there is nothing to pay.`
    : `Someone with this address has had this ${noun}. It is for each person once.`;
  return new DomainError("closed", text, { field: "email" });
}

/** Frees the one-time code of the other checkout for this purchase. */
async function closeOtherCheckout(ctx: Context, { id }: Product, input: WantedPurchase): Promise<void> {
  const open = await findOpenPurchase(ctx.db, ctx, id);
  const isOther = open && open.formKey !== input.formKey && !(await isSameOffer(ctx.db, open, input));
  if (isOther) await leaveCheckout(ctx, { kind: "purchase", id: open.id });
}

/** What gift cards pay is taken anew: an open checkout of theirs is another offer. */
const isSameOffer = async (
  db: Queryable,
  open: Purchase,
  { quote, discountCode, buyer, access }: WantedPurchase,
): Promise<boolean> =>
  !(await isHeldByCards(db, { kind: "purchase", id: open.id })) &&
  open.customerName === buyer.name &&
  open.customerEmail === buyer.email &&
  keyWithTerms(quoteKey({ total: { amountMinor: open.totalMinor, currency: open.currency } }), open.passTerms) ===
    quote &&
  open.appliedDiscountCode === (discountCode ?? null) &&
  open.waiverVersion === access.waiverVersion &&
  open.opensAt?.getTime() === access.opensAt?.getTime();

export const paymentFailures = {
  noPage: "There was a problem creating your checkout session. Please try again.",
  noAddress: "No response data received from checkout function.",
};

/** Returns the address of the payment page of a purchase. If Stripe fails, throws payment_provider_failed. */
export function payForPurchase(
  ctx: Context,
  product: Product,
  purchase: Purchase,
  cancelPath = purchaseCancelPath,
): Promise<string> {
  const { siteUrl } = ctx.settings;
  const page = {
    product: { name: purchase.productTitle, description: kinds[purchase.productKind].checkoutText },
    quantity: 1,
    email: purchase.customerEmail,
    closesAt: endOfHold(purchase),
    successUrl: siteUrl + purchaseReturnPath(product, purchase.id),
    cancelUrl: siteUrl + cancelPath(product, purchase.id),
  };
  return startCheckout(ctx, { kind: "purchase", id: purchase.id }, page, paymentFailures);
}
