import { giftCards } from "@db/schema";
import { eq } from "drizzle-orm";
import type { MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { countAttempt } from "../../core/rate-limits";
import { audit } from "../../core/record-audit";
import { inTransaction } from "../../core/transaction";
import { enqueueGiftMail } from "./open-card";
import { lockGiftCards } from "./lock";
import { requireOwn } from "./my-gift-cards";
import type { GiftResend } from "./schemas";

/** Mails a card again, to the address that is its own from then on. The giver may do it. Throws not_found, closed, rate_limited. */
export async function resendOwnCard(ctx: MemberContext, input: GiftResend): Promise<void> {
  await requireOwn(ctx.db, ctx.user, input.id);
  await countAttempt(ctx, "resent to address", input.recipientEmail);
  await resend(ctx, input);
}

/** Mails a card again by the instructor, as `resendOwnCard` does for the giver. Audited. Throws not_found, closed. */
export const resendByAdmin = (ctx: MemberContext, input: GiftResend): Promise<void> =>
  resend(ctx, input, { isAudited: true });

async function resend(
  ctx: MemberContext,
  { id, recipientEmail }: GiftResend,
  { isAudited = false }: { isAudited?: boolean } = {},
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [card] = await lockGiftCards(tx, eq(giftCards.id, id));
    if (!card?.sealedCode) throw new DomainError("not_found", "Gift card not found");
    if (card.endedAt) throw new DomainError("closed", "This gift card has been refunded, so it can’t be sent.");
    // One that waits for its day only gets another address.
    const isWaiting = card.sentAt === null && card.sendAt !== null;
    await tx
      .update(giftCards)
      .set({ recipientEmail, ...(!isWaiting && { sentAt: null, sendAt: null, resends: card.resends + 1 }) })
      .where(eq(giftCards.id, id));
    if (!isWaiting) await enqueueGiftMail(tx, { id, sendAt: null });
    if (isAudited) await audit(tx, ctx, "gift_card.sent_again", id, {});
  });
}
