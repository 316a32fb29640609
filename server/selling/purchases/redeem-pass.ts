import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { type GiftCard, giftCards, purchases } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import { heldPassPath, myPassesPath } from "../../core/paths";
import { limitBookingRate } from "../../core/rate-limits";
import { type Agreement, readAgreement } from "../../core/site-settings";
import { inTransaction } from "../../core/transaction";
import { normalCode } from "../gift-cards/code";
import { stateOfCard } from "../gift-cards/describe-card";
import { findCards, unusableCode } from "../gift-cards/find-cards";
import { lockGiftCards } from "../gift-cards/lock";
import type { Redemption } from "../gift-cards/schemas";
import { pricePass } from "../passes/open-pass";
import { buyerOf, lockBuyer, type NamedBuyer } from "./buyer";
import { deliver } from "./deliver";
import type { Purchase } from "./transitions";

/**
 * Gives the pass of a gift to whom has its code, valid from now on: a purchase of theirs that costs nothing. The same
 * form key again returns the same pass. Throws not_found for a wrong code and for a redeemed one alike, rate_limited,
 * invalid (a guest without a name or an address), closed (the form was sent by someone else).
 */
export async function redeemPass(ctx: Context, input: Redemption): Promise<{ purchaseId: string; next: string }> {
  await limitBookingRate(ctx, input);
  const buyer = buyerOf(ctx, input);
  const agreement = await readAgreement(ctx);
  const [found] = await findCards(ctx, [normalCode(input.giftCode)], isRedeemable);
  const purchase = await inTransaction(ctx, async (tx) => {
    const account = await lockBuyer(tx, ctx, { kind: "pass" }, buyer);
    const [card] = found?.card ? await lockGiftCards(tx, eq(giftCards.id, found.card.id)) : [];
    const repeated = await findRepeated(tx, card, input);
    if (repeated) return repeated;
    if (!card || !isRedeemable(card, 0, ctx.clock.now())) {
      throw new DomainError("not_found", unusableCode, { field: "giftCode" });
    }
    return redeem(tx, ctx, card, { ...input, ...agreement, buyer, userId: account?.id ?? null });
  });
  return { purchaseId: purchase.id, next: purchase.userId === null ? heldPassPath(purchase.id) : myPassesPath };
}

const isRedeemable = (card: GiftCard, leftMinor: number, now: Date): boolean =>
  card.passTitle !== null && stateOfCard(card, leftMinor, now) === "usable";

/** Finds what this form has redeemed before, whose card it names. */
async function findRepeated(tx: Transaction, card: GiftCard | undefined, { formKey }: Redemption) {
  if (!card?.redeemedPurchaseId) return undefined;
  const [purchase] = await tx.select().from(purchases).where(eq(purchases.id, card.redeemedPurchaseId));
  return purchase?.formKey === formKey ? purchase : undefined;
}

type AgreedRedemption = Redemption & Agreement & { buyer: NamedBuyer; userId: string | null };

async function redeem(tx: Transaction, ctx: Context, card: GiftCard, input: AgreedRedemption): Promise<Purchase> {
  const now = ctx.clock.now();
  const given = one(await tx.select().from(purchases).where(eq(purchases.id, card.purchaseId)), "purchase");
  const { productId, productKind, productTitle, passTerms, currency } = given;
  const purchase = one(
    await tx
      .insert(purchases)
      .values({
        ...{ productId, productKind, productTitle, passTerms, currency },
        userId: input.userId,
        customerName: input.buyer.name,
        customerEmail: input.buyer.email,
        status: "free",
        formKey: input.formKey,
        // The giver has paid it.
        ...{ listPriceMinor: card.amountMinor, discountMinor: card.amountMinor, totalMinor: 0 },
        termsVersion: input.termsVersion,
        privacyVersion: input.privacyVersion,
        createdAt: now,
        completedAt: now,
      })
      .returning(),
    "purchase",
  );
  await tx.update(giftCards).set({ redeemedPurchaseId: purchase.id }).where(eq(giftCards.id, card.id));
  await deliver(tx, ctx, purchase);
  await pricePass(tx, purchase, card.amountMinor);
  return purchase;
}
