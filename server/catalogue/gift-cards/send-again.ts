import type { Transaction } from "@db/client";
import { type GiftCard, giftCards, purchases } from "@db/schema";
import { one } from "@db/one";
import { eq } from "drizzle-orm";
import type { Context, MemberContext } from "../../core/context";
import { normalEmail } from "../../core/email-address";
import { DomainError } from "../../core/errors";
import { hasRun, runOncePerForm } from "../../core/forms";
import { countAttempt, networkOf } from "../../core/rate-limits";
import { audit } from "../../core/record-audit";
import { inTransaction } from "../../core/transaction";
import { hashCode, newCode, sealCode } from "./code";
import { lockGiftCards } from "./lock";
import { requireOwn } from "./my-gift-cards";
import { enqueueGiftMail } from "./open-card";
import type { GiftResend } from "./schemas";

/** How often the giver sends one card again: to correct an address takes one or two. */
const mostResends = 10;

/** Mails a card again, to the address that is its own from then on. The giver may do it. Throws not_found, closed, rate_limited. */
export async function resendOwnCard(ctx: Context, input: GiftResend): Promise<void> {
  await requireOwn(ctx, input);
  if (await hasRun(ctx, formOf(input))) return;
  await countAttempt(ctx, "gift card sent again", input.id);
  await countAttempt(ctx, "gift cards from address", networkOf(ctx.visitor.address));
  await countAttempt(ctx, "gift cards to address", normalEmail(input.recipientEmail));
  await inTransaction(ctx, (tx) => resendOnce(tx, ctx, input, { most: mostResends }));
}

/** Mails a card again by the instructor, as `resendOwnCard` does for the giver. Audited. Throws not_found, closed. */
export async function resendByAdmin(ctx: MemberContext, input: GiftResend): Promise<void> {
  await inTransaction(ctx, (tx) =>
    resendOnce(tx, ctx, input, { record: () => audit(tx, ctx, "gift_card.sent_again", input.id, {}) }),
  );
}

const resendOnce = (
  tx: Transaction,
  ctx: Context,
  input: GiftResend,
  { most = Infinity, record }: { most?: number; record?: () => Promise<void> },
): Promise<void> =>
  runOncePerForm(tx, ctx, formOf(input), async () => {
    await resend(tx, ctx, input, most);
    await record?.();
  });

const formOf = ({ key: _, ...input }: GiftResend) => ({
  procedure: "giftCards.resend",
  formKey: input.formKey,
  input,
});

async function resend(tx: Transaction, ctx: Context, { id, recipientEmail }: GiftResend, most: number): Promise<void> {
  const [card] = await lockGiftCards(tx, eq(giftCards.id, id));
  if (!card?.sealedCode) throw new DomainError("not_found", "Gift card not found");
  if (card.endedAt) throw new DomainError("closed", "This gift card has been refunded, so it can’t be sent.");
  if (card.resends >= most) {
    throw new DomainError("closed", "This gift card has been sent too often. Please write to me, and I’ll help.");
  }
  const buyer = one(await tx.select().from(purchases).where(eq(purchases.id, card.purchaseId)), "purchase");
  const isKept = card.recipientEmail === null && normalEmail(buyer.customerEmail) === normalEmail(recipientEmail);
  // One that waits for its day only gets another address.
  const isWaiting = card.sentAt === null && card.sendAt !== null;
  const again = { sentAt: null, sendAt: null, resends: card.resends + 1 };
  await tx
    .update(giftCards)
    .set({
      recipientEmail: isKept ? null : recipientEmail,
      ...(!isWaiting && again),
      ...(isWithStranger(card, recipientEmail) && codeFor(ctx, card)),
    })
    .where(eq(giftCards.id, id));
  if (!isWaiting) await enqueueGiftMail(tx, { id, sendAt: null });
}

/** Returns whether the code was mailed to an address that has proved wrong. */
const isWithStranger = ({ sentAt, resends, recipientEmail: before }: GiftCard, recipientEmail: string): boolean =>
  (sentAt !== null || resends > 0) && before !== null && normalEmail(before) !== normalEmail(recipientEmail);

/** Returns the columns of a new code: the one that went to the wrong address pays nothing from then on. */
function codeFor({ settings }: Pick<Context, "settings">, card: GiftCard) {
  const code = newCode();
  return { codeHash: hashCode(code), sealedCode: sealCode(settings, card, code) };
}
