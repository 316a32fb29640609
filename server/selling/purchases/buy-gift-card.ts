import type { Transaction } from "@db/client";
import { type Account, giftCards, giftCardTerms } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import { formatAmount } from "../../core/money";
import { limitsOf, outOfLimits } from "../../catalogue/gift-cards/list-gift-cards";
import { readGivenPass } from "../../catalogue/gift-cards/given-pass";
import type { NewGift } from "../../catalogue/gift-cards/schemas";
import { type Product, requireProduct } from "../../catalogue/products/catalogue";
import { kinds } from "../../catalogue/products/kinds";
import { lockProductAgainstDeletion } from "../../catalogue/products/lock";
import { giftCancelPath } from "../../catalogue/products/paths";
import { type OrderFacts, placeOrder } from "../order/place-order";
import { buyerOf, lockBuyer, type NamedBuyer } from "./buyer";
import { findRepeated } from "./find-repeated";
import { leadOn } from "./lead-on";
import { type StoredPurchase, storePurchase } from "./store-purchase";
import { DateTime } from "luxon";

type BoughtGift = { next: string; purchaseId: string };

/**
 * Begins to buy a gift card of an amount that the buyer chooses, or of the price of a pass, which no gift card or discount
 * code pays. The same form key again continues. Throws not_found, invalid (amount, day, a guest without a name or an
 * address), price_changed (another currency, another price of the pass), closed (the form was sent by another buyer).
 */
export async function buyGiftCard(ctx: Context, input: NewGift): Promise<BoughtGift> {
  const { product, purchase } = await placeOrder(ctx, input, {
    isAttended: false,
    prepare() {
      const buyer = buyerOf(ctx, input);
      if (input.currency !== ctx.visitor.currency) throw new DomainError("price_changed", otherCurrency);
      return { buyer, sendAt: sendingTime(ctx, input) };
    },
    async take(tx, ordered, terms) {
      const account = await lockBuyer(tx, ctx, { kind: "gift_card" }, terms.buyer);
      const repeated = await findRepeated(tx, ctx, { formKey: input.formKey, email: terms.buyer.email });
      if (repeated) return { product: await requireProduct(tx, repeated.productId), purchase: repeated };
      return beginPurchase(tx, ctx, { ...ordered, ...terms, account });
    },
  });
  return leadOn(ctx, product, purchase, (card, purchaseId) => giftCancelPath(card, purchaseId, input.passId));
}

/** Who gives a card, and when it is sent; null for at once. */
type GiftTerms = { buyer: NamedBuyer; sendAt: Date | null };

const otherCurrency = "The currency has changed. Please check the amount and confirm.";

type Card = { product: Product; months: number };

/** Returns the card on sale, once its amount is right. */
async function requireCard(tx: Transaction, ctx: Context, { id, amount, currency, passId }: NewGift): Promise<Card> {
  await lockProductAgainstDeletion(tx, id);
  const product = await requireProduct(tx, id);
  const [terms] = await tx.select().from(giftCardTerms).where(eq(giftCardTerms.productId, product.id));
  if (!terms || !product.isOn) throw new DomainError("not_found", kinds.gift_card.notForSale);
  const limits = limitsOf(terms, ctx);
  if (limits.currency !== currency) throw new DomainError("price_changed", otherCurrency);
  if (passId !== undefined) await requirePriceOf(tx, ctx, { passId, amount });
  const refusal = passId === undefined ? outOfLimits(amount, limits) : null;
  if (refusal) throw new DomainError("invalid", refusal, { field: "amount" });
  return { product, months: terms.months };
}

async function requirePriceOf(tx: Transaction, ctx: Context, { passId, amount }: { passId: string; amount: number }) {
  await lockProductAgainstDeletion(tx, passId);
  const pass = await readGivenPass(tx, ctx, passId);
  if (!pass) throw new DomainError("not_found", kinds.pass.notForSale);
  if (pass.price.amountMinor === amount) return;
  const price = formatAmount(pass.price);
  throw new DomainError("price_changed", `The price of “${pass.title}” is ${price} now. Please check it and confirm.`);
}

type AgreedGift = NewGift & OrderFacts & GiftTerms & { account: Account | null };

/** Stores the purchase with its card, which no other gift card pays. */
async function beginPurchase(tx: Transaction, ctx: Context, input: AgreedGift): Promise<StoredPurchase> {
  const { buyer, account, agreement, formKey, amount, currency, passId = null } = input;
  const { product, months } = await requireCard(tx, ctx, input);
  const isForOther = input.to === "other";
  const purchase = await storePurchase(tx, ctx, {
    product,
    buyer,
    account,
    agreement,
    formKey,
    cards: [],
    quote: "",
    price: {
      listPriceMinor: amount,
      discountMinor: 0,
      totalMinor: amount,
      currency,
      exchangeRate: null,
      appliedDiscountCode: null,
      discountTerms: null,
    },
    async hold({ id, userId, createdAt }) {
      await tx.insert(giftCards).values({
        purchaseId: id,
        productId: product.id,
        userId,
        amountMinor: amount,
        currency,
        months,
        passId,
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
  return { product, purchase };
}

const sendingHour = 8;
const mostDaysAhead = 366;

/** Returns 8 in the morning of the chosen day in the giver's zone; null for at once. Throws invalid. */
function sendingTime(
  { clock, visitor }: Pick<Context, "clock" | "visitor">,
  { sendOn }: { sendOn?: string | undefined },
): Date | null {
  if (sendOn === undefined) return null;
  const zone = visitor.timeZone;
  const now = DateTime.fromJSDate(clock.now(), { zone });
  const day = DateTime.fromISO(sendOn, { zone });
  const isWithin = day >= now.startOf("day") && day <= now.plus({ days: mostDaysAhead });
  if (!isWithin) throw new DomainError("invalid", "Choose a day from today on, within a year", { field: "sendOn" });
  const at = day.set({ hour: sendingHour });
  return at <= now ? null : at.toJSDate();
}
