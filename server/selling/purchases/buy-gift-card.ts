import type { Transaction } from "@db/client";
import { type Account, type AgreedPassTerms, giftCards, giftCardTerms, passTerms } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import { limitBookingRate } from "../../core/rate-limits";
import { type Agreement, readAgreement } from "../../core/site-settings";
import { inTransaction } from "../../core/transaction";
import { agreePrice, type storedPrice } from "../discounts/prices";
import { limitsOf, outOfLimits } from "../gift-cards/list-gift-cards";
import type { NewGift, NewPassGift } from "../gift-cards/schemas";
import { sendingTime } from "../gift-cards/sending-time";
import { priceKeyIn, readTerms } from "../passes/agreed-terms";
import { priceOf, type Product, requireProduct } from "../products/catalogue";
import { kinds } from "../products/kinds";
import { lockProductAgainstDeletion } from "../products/lock";
import { giftCancelPath } from "../products/paths";
import { buyerOf, lockBuyer, type NamedBuyer } from "./buyer";
import { findRepeated } from "./find-repeated";
import { requireItem } from "./item";
import { leadOn } from "./lead-on";
import { quoteOnePrice } from "./purchase-form";
import { storePurchase } from "./store-purchase";
import type { Purchase } from "./transitions";

type BoughtGift = { next: string; purchaseId: string };

/**
 * Begins to buy a gift card of an amount that the buyer chooses, which no gift card or discount code pays. The same form
 * key again continues. Throws not_found, invalid (amount, day, a guest without a name or an address), price_changed
 * (another currency), closed (the form was sent by another buyer).
 */
export const buyGiftCard = (ctx: Context, input: NewGift): Promise<BoughtGift> =>
  buyGift(ctx, input, (tx) => priceOfAmount(tx, ctx, input));

/** Begins to buy a pass for someone who redeems it by a code, as `buyGiftCard` does. Throws what it throws. */
export const buyPassGift = (ctx: Context, input: NewPassGift): Promise<BoughtGift> =>
  buyGift(ctx, input, (tx) => priceOfPass(tx, ctx, input));

type Gift = Omit<NewPassGift, "quote">;
type PricedGift = {
  product: Product;
  price: ReturnType<typeof storedPrice>;
  months: number;
  passTerms: AgreedPassTerms | null;
};

async function buyGift(ctx: Context, input: Gift, priced: (tx: Transaction) => Promise<PricedGift>) {
  await limitBookingRate(ctx, input);
  const buyer = buyerOf(ctx, input);
  if (input.currency !== ctx.visitor.currency) throw new DomainError("price_changed", otherCurrency);
  const sendAt = sendingTime(ctx, input);
  const agreement = await readAgreement(ctx);
  const purchase = await inTransaction(ctx, async (tx) => {
    const account = await lockBuyer(tx, ctx, { kind: "gift_card" }, buyer);
    return (
      (await findRepeated(tx, ctx, { formKey: input.formKey, email: buyer.email })) ??
      (await beginPurchase(tx, ctx, { ...input, agreement, buyer, account, sendAt, priced: await priced(tx) }))
    );
  });
  return leadOn(ctx, await requireProduct(ctx.db, purchase.productId), purchase, giftCancelPath);
}

const otherCurrency = "The currency has changed. Please check the amount and confirm.";

async function priceOfAmount(tx: Transaction, ctx: Context, { id, amount, currency }: NewGift): Promise<PricedGift> {
  await lockProductAgainstDeletion(tx, id);
  const product = await requireProduct(tx, id);
  const [terms] = await tx.select().from(giftCardTerms).where(eq(giftCardTerms.productId, product.id));
  if (!terms || !product.isOn) throw new DomainError("not_found", kinds.gift_card.notForSale);
  const limits = limitsOf(terms, ctx);
  if (limits.currency !== currency) throw new DomainError("price_changed", otherCurrency);
  const refusal = outOfLimits(amount, limits);
  if (refusal) throw new DomainError("invalid", refusal, { field: "amount" });
  return {
    product,
    price: {
      ...{ listPriceMinor: amount, discountMinor: 0, totalMinor: amount, currency },
      ...{ exchangeRate: null, appliedDiscountCode: null, discountTerms: null },
    },
    months: terms.months,
    passTerms: null,
  };
}

/** How long a pass can be redeemed. */
const redeemableMonths = 36;

async function priceOfPass(tx: Transaction, ctx: Context, { id, quote, formKey }: NewPassGift): Promise<PricedGift> {
  await lockProductAgainstDeletion(tx, id);
  const { product } = await requireItem(tx, id);
  const terms = await readTerms(tx, product);
  const [sold] = await tx.select().from(passTerms).where(eq(passTerms.productId, id));
  if (!terms || !sold) throw new DomainError("not_found", kinds.pass.notForSale);
  if (product.pricing !== "one") throw new DomainError("not_found", kinds.pass.notForSale);
  if (sold.isIntroduction) throw new DomainError("closed", "A first offer can’t be given. Please choose another pass.");
  const agreed = { quote: priceKeyIn(quote, terms), now: ctx.clock.now(), discountCode: undefined, formKey };
  const price = await agreePrice(tx, quoteOnePrice(ctx, priceOf(product)), agreed);
  if (price.totalMinor === 0) throw new DomainError("closed", "This pass costs nothing, so it needs no gift.");
  return { product, price, months: redeemableMonths, passTerms: terms };
}

type AgreedGift = Gift & {
  agreement: Agreement;
  buyer: NamedBuyer;
  account: Account | null;
  sendAt: Date | null;
  priced: PricedGift;
};

/** Stores the purchase with its card, which no other gift card pays. */
async function beginPurchase(tx: Transaction, ctx: Context, input: AgreedGift): Promise<Purchase> {
  const { buyer, account, agreement, formKey } = input;
  const { product, price, months, passTerms: terms } = input.priced;
  const isForOther = input.to === "other";
  return storePurchase(tx, ctx, {
    ...{ product, buyer, account, agreement, price, formKey, passTerms: terms },
    ...{ rate: null, cards: [], quote: "" },
    async hold({ id, userId, totalMinor: amountMinor, currency, createdAt }) {
      await tx.insert(giftCards).values({
        purchaseId: id,
        productId: product.id,
        userId,
        ...{ amountMinor, currency, months, passTitle: terms && product.title },
        giverName: buyer.name,
        recipientName: input.recipientName ?? null,
        recipientEmail: isForOther ? (input.recipientEmail ?? null) : null,
        words: input.words ?? null,
        sendAt: isForOther ? input.sendAt : null,
        timeZone: ctx.visitor.timeZone,
        createdAt,
      });
    },
  });
}
