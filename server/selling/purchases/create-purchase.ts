import type { Queryable, Transaction } from "@db/client";
import type { Account } from "@db/schema";
import { withMemberTermsOn } from "../../catalogue/discounts/member-discount";
import { agreeOn, choosePrice, redeemTyped } from "../../catalogue/discounts/chosen-price";
import { DomainError } from "../../core/errors";
import type { SessionPricing } from "../../platform/money/session-price";
import { partKeys } from "../../platform/money/split-payment";
import { isHeldByCards } from "../../payments/gift-parts";
import { enqueueJob } from "../../platform/jobs/enqueue-job";
import { leaveCheckout } from "../../payments/release";
import type { Product } from "../../catalogue/products/catalogue";
import { keyWithTerms, priceKeyIn, readTerms } from "../../catalogue/passes/agreed-terms";
import { kinds } from "../../catalogue/products/kinds";
import { lockForSale, requireSamePricing } from "../../catalogue/products/lock";
import { readProductPricing } from "../../catalogue/products/product-prices";
import { quoteKey } from "../../platform/money/quote";
import type { Context } from "../../core/context";
import { type OrderFacts, placeOrder } from "../order/place-order";
import { buyerOf, lockBuyer, type NamedBuyer } from "./buyer";
import { findRepeated } from "./find-repeated";
import { ownsItem, requireItem } from "./item";
import { type BegunPurchase, leadOn } from "./lead-on";
import { choiceOf, findOpenPurchase, requireBuyer } from "./purchase-form";
import type { NewPurchase } from "./schemas";
import { ownedAlready, storePurchase } from "./store-purchase";
import type { Purchase } from "./transitions";
import { type AccessTerms, agreeWaiver } from "../../payments/withdrawals/waiver";

/**
 * Continues the same form key or an open checkout with the same price and code. Throws invalid (box not ticked, a guest
 * without a name or an address, an amount that can't be paid), closed (owned already), sold_out (its rate), price_changed, discount_refused, unauthenticated for what guests can't buy.
 */
export async function createPurchase(ctx: Context, input: NewPurchase): Promise<BegunPurchase> {
  const { product, purchase } = await placeOrder(ctx, input, {
    isAttended: false,
    async prepare() {
      const product = await requireBuyer(ctx, input.product);
      const buyer = buyerOf(ctx, input);
      const access = await agreeWaiver(ctx, { ...input, isDigital: kinds[product.kind].isDigital });
      await closeOtherCheckout(ctx, product, { ...input, buyer, access });
      return { product, buyer, access };
    },
    async take(tx, ordered, { product, ...terms }) {
      const account = await lockBuyer(tx, ctx, product, terms.buyer);
      const wanted = { ...ordered, ...terms, account };
      const purchase = (await findSame(tx, ctx, wanted)) ?? (await buyIfNotOwned(tx, ctx, product, wanted));
      return { product, purchase };
    },
  });
  return leadOn(ctx, product, purchase);
}

/** What is bought by whom, and when access to it begins. */
type WantedTerms = { product: Product; buyer: NamedBuyer; access: AccessTerms };
type WantedPurchase = NewPurchase & Omit<WantedTerms, "product">;
type AgreedPurchase = WantedPurchase & OrderFacts & { account: Account | null };

/** Throws closed if the form was posted by another buyer, invalid if with another choice of when access begins. */
async function findSame(tx: Transaction, ctx: Context, { access, buyer, formKey }: WantedPurchase) {
  const purchase = await findRepeated(tx, ctx, { formKey, email: buyer.email });
  if (purchase && (purchase.waivedAt === null) !== (access.waivedAt === null)) {
    throw new DomainError("invalid", "This was sent before with another choice. Please look at it again.", {
      field: "waiverVersion",
    });
  }
  return purchase;
}

/** Account and address are locked: no other purchase of this person comes between the check and the insert. */
async function buyIfNotOwned(tx: Transaction, ctx: Context, before: Product, input: AgreedPurchase): Promise<Purchase> {
  const productId = before.id;
  await lockForSale(tx, before);
  const { product, pricing } = await withMemberTermsOn(tx, ctx, await requireItem(tx, productId));
  requireSamePricing(product, before);
  const { user } = ctx;
  if (await ownsItem(tx, { user, email: input.buyer.email }, product)) throw ownedAlready(user, product);
  const open = await findOpenPurchase(tx, ctx, productId);
  if (open && (await isSameOffer(tx, open, { ...input, pricing }))) return open;
  // The open checkout has another price, code or beginning of access: it must not be paid by mistake.
  if (open) await enqueueJob(tx, "release-unpaid", { kind: "purchase", id: open.id });
  const chosen = choosePrice(ctx, pricing, choiceOf(input));
  const terms = await redeemTyped(tx, chosen, { ...input, now: ctx.clock.now() });
  const passTerms = await readTerms(tx, product);
  const shown = { ...input, quote: priceKeyIn(partKeys(input.quote).price, passTerms) };
  return storePurchase(tx, ctx, {
    ...input,
    ...agreeOn(chosen, shown, { terms, unit: "products" }),
    product,
    passTerms,
  });
}

/** Frees the one-time code of the other checkout for this purchase. */
async function closeOtherCheckout(ctx: Context, product: Product, input: WantedPurchase): Promise<void> {
  const open = await findOpenPurchase(ctx.db, ctx, product.id);
  if (!open || open.formKey === input.formKey) return;
  const pricing = await readProductPricing(ctx.db, product);
  const isOther = !(await isSameOffer(ctx.db, open, { ...input, pricing }));
  if (isOther) await leaveCheckout(ctx, { kind: "purchase", id: open.id });
}

/** What gift cards pay is taken anew: an open checkout of theirs is another offer. */
const isSameOffer = async (
  db: Queryable,
  open: Purchase,
  { quote, discountCode, buyer, access, pricing }: WantedPurchase & { pricing: SessionPricing },
): Promise<boolean> =>
  !(await isHeldByCards(db, { kind: "purchase", id: open.id })) &&
  open.customerName === buyer.name &&
  open.customerEmail === buyer.email &&
  keyWithTerms(keyOf(open, pricing), open.passTerms) === quote &&
  open.appliedDiscountCode === (discountCode ?? null) &&
  open.waiverVersion === access.waiverVersion &&
  open.opensAt?.getTime() === access.opensAt?.getTime();

/** Returns the key of the price at which an open purchase was agreed. */
function keyOf({ totalMinor, listPriceMinor: listMinor, currency, priceRateId }: Purchase, pricing: SessionPricing) {
  const rate = pricing.priceRates.find(({ id }) => id === priceRateId);
  const choice = rate ? String(rate.number) : pricing.session.pricing === "between" ? "a" : null;
  const ticket = {
    index: 0,
    shareMinor: totalMinor,
    listMinor,
    choice,
    rate: rate ?? null,
  };
  return quoteKey({ total: { amountMinor: totalMinor, currency }, tickets: [ticket] });
}
