import type { Transaction } from "@db/client";
import type { Account, AgreedPassTerms, Booking, DiscountTerms, LiveSession } from "@db/schema";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import { isUuid } from "../../core/input-schemas";
import { readAgreement } from "../../core/site-settings";
import { readMemberTerms } from "../../selling/discounts/member-discount";
import { agreeOn } from "../../selling/discounts/prices";
import { withMemberDiscount } from "../../selling/discounts/quote-choice";
import type { FoundCode } from "../../selling/gift-cards/find-cards";
import { newPassKey, type Quote } from "../../selling/money/quote";
import { partKeys } from "../../selling/money/split-payment";
import { keyWithTerms, priceKeyIn, readTerms } from "../../selling/passes/agreed-terms";
import { creditsFor } from "../../selling/passes/credits-for";
import { isFitting } from "../../selling/passes/offers";
import { readCategoryId } from "../../selling/passes/use-pass";
import { priceOf, type Product, requireProduct } from "../../selling/products/catalogue";
import { lockProductAgainstDeletion } from "../../selling/products/lock";
import { requireForSale } from "../../selling/products/stock";
import { buyerOf, lockBuyer, type NamedBuyer } from "../../selling/purchases/buyer";
import { ownsItem } from "../../selling/purchases/item";
import { quoteOnePrice } from "../../selling/purchases/purchase-form";
import { ownedAlready, storePurchase } from "../../selling/purchases/store-purchase";
import type { Purchase } from "../../selling/purchases/transitions";
import { agreeWaiver } from "../../selling/withdrawals/waiver";
import type { NewBooking } from "./schemas";

const mark = "buy:";

/** Returns the value of the form's choice to buy a pass and use it. */
export const choiceOf = ({ id }: Pick<Product, "id">): string => mark + id;

/** Returns the id of the pass on sale that a form has chosen to buy, if it has. */
function chosenOffer({ paying }: Pick<NewBooking, "paying">): string | null {
  const id = paying?.startsWith(mark) ? paying.slice(mark.length) : "";
  return isUuid(id) ? id : null;
}

/** A pass that is bought with a booking and pays for all of its tickets. Its buyer is locked. */
export type NewPass = {
  product: Product;
  terms: AgreedPassTerms;
  credits: number;
  buyer: NamedBuyer;
  account: Account | null;
  quoted: (terms: DiscountTerms | null) => Quote;
};

type BookingRequest = { session: LiveSession; input: NewBooking };

/**
 * Locks the buyer of the pass that a form has chosen to buy, after the session and before a code; null if it has chosen
 * none. Throws not_found for what is no pass.
 */
export async function lockNewPass(
  tx: Transaction,
  ctx: Context,
  { session, input }: BookingRequest,
): Promise<NewPass | null> {
  const productId = chosenOffer(input);
  if (productId === null) return null;
  const buyer = buyerOf(ctx, input);
  const account = await lockBuyer(tx, ctx, { kind: "pass" }, buyer);
  await lockProductAgainstDeletion(tx, productId);
  const product = await requireProduct(tx, productId);
  const terms = await readTerms(tx, product);
  if (!terms) throw new DomainError("not_found", "This is not for sale.");
  const credits = input.quantity * (creditsFor(session, { placeLimit: terms.placeLimit ?? null }) ?? 0);
  const quoted = withMemberDiscount(quoteOnePrice(ctx, priceOf(product)), await readMemberTerms(tx, ctx));
  return { product, terms, credits, buyer, account, quoted };
}

type WantedPass = Pick<NewPass, "product" | "terms" | "credits"> & { session: LiveSession };

/** Throws not_found for a pass that is not sold, and price_changed if it can't pay for the tickets. */
async function requireFitting(tx: Transaction, ctx: Context, wanted: WantedPass): Promise<void> {
  const { session, product, terms, credits } = wanted;
  await requireForSale(tx, product);
  // Those with several prices are bought on their own page, where one is chosen.
  if (product.pricing !== "one" || !isFitting(ctx, terms, { session, categoryId: await readCategoryId(tx, session) })) {
    throw new DomainError("price_changed", `“${product.title}” is not for this session. Please choose how to pay.`);
  }
  if (terms.credits !== null && terms.credits < credits) throw new DomainError("price_changed", tooFew(product, terms));
}

const tooFew = ({ title }: Product, { credits }: AgreedPassTerms): string =>
  `“${title}” has only ${credits === 1 ? "1 credit" : `${credits} credits`}, too few for these tickets. Please choose fewer tickets, or another way to pay.`;

/** Returns the key of a pass that is bought with a booking at a price. */
export const keyOfNewPass = ({ id }: Pick<Product, "id">, credits: number, priceKey: string, terms: AgreedPassTerms) =>
  newPassKey(id, credits) + keyWithTerms(priceKey, terms);

type AgreedForm = BookingRequest & { terms: DiscountTerms | null; cards: FoundCode[]; formKey: string };

/**
 * Stores the purchase of a pass at the price and for the credits that the form has shown. Throws price_changed, and closed
 * if it is for each person once.
 */
export async function buyNewPass(
  tx: Transaction,
  ctx: Context,
  newPass: NewPass,
  { session, input, terms, cards, formKey }: AgreedForm,
): Promise<Purchase> {
  const { product, credits, buyer, account, quoted } = newPass;
  await requireFitting(tx, ctx, { ...newPass, session });
  if (await ownsItem(tx, { user: ctx.user, email: buyer.email }, product)) throw ownedAlready(ctx.user, product);
  const beginning = newPassKey(product.id, credits);
  const { price: shown, gifts } = partKeys(input.quote);
  if (!shown.startsWith(beginning)) throw new DomainError("price_changed", differs(product, shown));
  const quote = priceKeyIn(shown.slice(beginning.length), newPass.terms);
  return storePurchase(tx, ctx, {
    ...{ product, buyer, account, cards, formKey, quote: quote + gifts, passTerms: newPass.terms },
    price: agreeOn(quoted, { ...input, quote }, terms),
    rate: null,
    access: await agreeWaiver(ctx, { quote, isDigital: false }),
    agreement: await readAgreement({ ...ctx, db: tx }),
  });
}

const differs = ({ id, title }: Product, shown: string): string =>
  shown.startsWith(`buy:${id}:`)
    ? "The number of tickets has changed. Please check what is shown now and confirm."
    : `You have chosen to buy “${title}”. Please check the price and confirm.`;

/** Returns the credits that each ticket of a booking takes which was made with a pass. */
export const creditCostOf = ({ credits }: Pick<Booking, "credits">, tickets: number): number =>
  Math.max(1, Math.floor((credits ?? tickets) / tickets));
