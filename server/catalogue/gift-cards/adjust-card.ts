import { giftCardEntries, giftCards } from "@db/schema";
import { eq } from "drizzle-orm";
import type { MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { formatAmount } from "../../core/money";
import { audit } from "../../core/record-audit";
import { inTransaction } from "../../core/transaction";
import { readGiftBalance } from "./balance";
import { stateOfCard } from "./describe-card";
import { lockGiftCards } from "./lock";
import { mailCardChanged } from "./mail-card-changed";
import type { Adjustment } from "./schemas";

/** Corrects what is on a card by hand, and tells its holder why. The form key becomes the entry's id, so posting twice corrects once. Throws not_found, closed, invalid. */
export async function adjustGiftCard(
  ctx: MemberContext,
  { id, amountMinor, reason, formKey }: Adjustment,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [card] = await lockGiftCards(tx, eq(giftCards.id, id));
    if (!card?.issuedAt) throw new DomainError("not_found", "Gift card not found");
    const [repeated] = await tx.select().from(giftCardEntries).where(eq(giftCardEntries.id, formKey));
    if (repeated) return;
    if (card.endedAt) throw new DomainError("closed", "This gift card has been refunded.");
    const left = await readGiftBalance(tx, card);
    const createdAt = ctx.clock.now();
    if (stateOfCard(card, left, createdAt) === "over") {
      throw new DomainError("closed", "This gift card is over: what is put on it could not be used.");
    }
    if (left + amountMinor < 0) {
      const most = formatAmount({ amountMinor: left, currency: card.currency });
      throw new DomainError("invalid", `Only ${most} is left on it.`, { field: "amount" });
    }
    await tx
      .insert(giftCardEntries)
      .values({ id: formKey, cardId: id, kind: "adjusted", amountMinor, reason, createdAt });
    await audit(tx, ctx, "gift_card.adjusted", id, { amountMinor, currency: card.currency }, reason);
    const amount = formatAmount({ amountMinor: Math.abs(amountMinor), currency: card.currency });
    const change = amountMinor > 0 ? `${amount} was added to it.` : `${amount} was taken off it.`;
    await mailCardChanged(tx, ctx, card, { change, reason, formKey });
  });
}
