import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { giftCards, giftCardTerms, purchases } from "@db/schema";
import { and, eq } from "drizzle-orm";
import { DateTime } from "luxon";
import type { MemberContext } from "../../core/context";
import { minutesAfter } from "../../core/dates";
import { DomainError } from "../../core/errors";
import { limitBookingRate } from "../../core/rate-limits";
import { type Agreement, readAgreement } from "../../core/site-settings";
import { inTransaction } from "../../core/transaction";
import { lockAccount } from "../../people/accounts/accounts";
import { limitsOf, outOfLimits } from "../gift-cards/list-gift-cards";
import type { NewGift } from "../gift-cards/schemas";
import { openPayment } from "../payments/checkout";
import { type Product, requireProduct } from "../products/catalogue";
import { kinds } from "../products/kinds";
import { lockProductAgainstDeletion } from "../products/lock";
import { purchaseReturnPath } from "../products/paths";
import { payForPurchase, paymentFailures } from "./create-purchase";
import { ofProduct } from "./item";
import type { Purchase } from "./transitions";

/**
 * Begins to buy a gift card of an amount that the buyer chooses, which no gift card or discount code pays. The same form
 * key again continues. Throws not_found, invalid (amount, day), price_changed (another currency).
 */
export async function buyGiftCard(ctx: MemberContext, input: NewGift): Promise<{ next: string; purchaseId: string }> {
  await limitBookingRate(ctx);
  if (input.currency !== ctx.visitor.currency) throw new DomainError("price_changed", otherCurrency);
  const sendAt = sendingTime(ctx, input);
  const agreement = await readAgreement(ctx);
  const { product, purchase } = await inTransaction(ctx, async (tx) => {
    if (!(await lockAccount(tx, { id: ctx.user.id }))) throw new DomainError("unauthenticated", "Please sign in.");
    const repeated = await findRepeated(tx, ctx, input);
    if (repeated) return { product: await requireProduct(tx, input.id), purchase: repeated };
    return beginPurchase(tx, ctx, { ...input, ...agreement, sendAt });
  });
  const purchaseId = purchase.id;
  if (purchase.status === "pending") return { next: await payForPurchase(ctx, product, purchase), purchaseId };
  if (purchase.status === "failed") throw new DomainError("payment_provider_failed", paymentFailures.noPage);
  return { next: purchaseReturnPath(product, purchaseId), purchaseId };
}

const otherCurrency = "The currency has changed. Please check the amount and confirm.";

async function findRepeated(tx: Transaction, { user }: MemberContext, { formKey }: NewGift) {
  const isRepeated = and(eq(purchases.formKey, formKey), eq(purchases.userId, user.id));
  const [purchase] = await tx.select().from(purchases).where(isRepeated);
  return purchase;
}

type AgreedGift = NewGift & Agreement & { sendAt: Date | null };

async function beginPurchase(
  tx: Transaction,
  ctx: MemberContext,
  input: AgreedGift,
): Promise<{ product: Product; purchase: Purchase }> {
  await lockProductAgainstDeletion(tx, input.id);
  const product = await requireProduct(tx, input.id);
  const [terms] = await tx.select().from(giftCardTerms).where(eq(giftCardTerms.productId, product.id));
  if (!terms || !product.isOn) throw new DomainError("not_found", kinds.gift_card.notForSale);
  const { amount: amountMinor, currency } = input;
  const limits = limitsOf(terms, ctx);
  if (limits.currency !== currency) throw new DomainError("price_changed", otherCurrency);
  const refusal = outOfLimits(amountMinor, limits);
  if (refusal) throw new DomainError("invalid", refusal, { field: "amount" });
  const now = ctx.clock.now();
  const holdUntil = minutesAfter(now, ctx.settings.holdMinutes);
  const purchase = one(
    await tx
      .insert(purchases)
      .values({
        ...ofProduct(product),
        userId: ctx.user.id,
        customerName: ctx.user.fullName,
        customerEmail: ctx.user.email,
        status: "pending",
        formKey: input.formKey,
        listPriceMinor: amountMinor,
        totalMinor: amountMinor,
        currency,
        termsVersion: input.termsVersion,
        privacyVersion: input.privacyVersion,
        createdAt: now,
        holdUntil,
      })
      .returning(),
    "purchase",
  );
  const isForOther = input.to === "other";
  await tx.insert(giftCards).values({
    purchaseId: purchase.id,
    productId: product.id,
    userId: ctx.user.id,
    ...{ amountMinor, currency, months: terms.months },
    giverName: ctx.user.fullName,
    recipientName: input.recipientName ?? null,
    recipientEmail: isForOther ? (input.recipientEmail ?? null) : null,
    words: input.words ?? null,
    sendAt: isForOther ? input.sendAt : null,
    timeZone: ctx.visitor.timeZone,
    createdAt: now,
  });
  await openPayment(tx, { kind: "purchase", id: purchase.id }, { amountMinor, currency }, holdUntil);
  return { product, purchase };
}

const sendingHour = 8;
const mostDaysAhead = 366;

/** Returns 8 in the morning of the chosen day in the giver's zone; null for at once. Throws invalid. */
function sendingTime({ clock, visitor }: MemberContext, { sendOn }: NewGift): Date | null {
  if (sendOn === undefined) return null;
  const zone = visitor.timeZone;
  const now = DateTime.fromJSDate(clock.now(), { zone });
  const day = DateTime.fromISO(sendOn, { zone });
  const isWithin = day >= now.startOf("day") && day <= now.plus({ days: mostDaysAhead });
  if (!isWithin) throw new DomainError("invalid", "Choose a day from today on, within a year", { field: "sendOn" });
  const at = day.set({ hour: sendingHour });
  return at <= now ? null : at.toJSDate();
}
