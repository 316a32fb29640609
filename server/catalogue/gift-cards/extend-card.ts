import type { Transaction } from "@db/client";
import { type GiftCard, giftCardEntries, giftCards } from "@db/schema";
import { and, eq, gte, sum } from "drizzle-orm";
import type { MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { runOncePerForm, versionOf } from "../../core/forms";
import { endAfter } from "../../core/last-days";
import { formatAmount } from "../../core/money";
import { audit } from "../../core/record-audit";
import { inTransaction } from "../../core/transaction";
import { lastDayOfCard } from "./describe-card";
import { expire } from "./expire-cards";
import { lockGiftCards } from "./lock";
import { mailCardChanged } from "./mail-card-changed";
import type { CardExtension } from "./schemas";

/** Returns the version of what the form shows that changes the end of a card. */
export const endVersionOfCard = ({ endsAt }: Pick<GiftCard, "endsAt">): string =>
  versionOf({ endsAt: endsAt?.toISOString() });

/**
 * Moves the end of a gift card to a later day, gives back what was written off at the present end, and tells its holder
 * why. Throws not_found, closed, changed_meanwhile, invalid, busy.
 */
export async function extendGiftCard(ctx: MemberContext, extension: CardExtension): Promise<void> {
  const { id, lastDay, reason, version, formKey } = extension;
  const { siteTimeZone } = ctx.settings;
  await inTransaction(ctx, (tx) =>
    runOncePerForm(tx, ctx, { procedure: "giftCards.extend", formKey, input: extension }, async () => {
      const [card] = await lockGiftCards(tx, eq(giftCards.id, id));
      if (!card?.endsAt) throw new DomainError("not_found", "Gift card not found");
      if (card.endedAt) throw new DomainError("closed", "This gift card has been refunded.");
      const from = lastDayOfCard(card, siteTimeZone);
      if (endVersionOfCard(card) !== version) {
        throw new DomainError("changed_meanwhile", `The last day has become ${from} since you opened this form.`);
      }
      const endsAt = endAfter(lastDay, siteTimeZone);
      if (endsAt <= card.endsAt) throw invalidDay(`Choose a day after ${from}.`);
      if (endsAt <= ctx.clock.now()) throw invalidDay("Choose a day that is not over.");
      const back = await restoreExpired(tx, ctx, { card, endsAt: card.endsAt, reason });
      await tx.update(giftCards).set({ endsAt }).where(eq(giftCards.id, id));
      const extended = { ...card, endsAt };
      const to = lastDayOfCard(extended, siteTimeZone);
      await audit(tx, ctx, "gift_card.extended", id, { from, to }, reason);
      const amount =
        back > 0 ? `, and ${formatAmount({ amountMinor: back, currency: card.currency })} is back on it` : "";
      await mailCardChanged(tx, ctx, extended, { change: `It is now valid until ${to}${amount}.`, reason, formKey });
    }),
  );
}

const invalidDay = (message: string) => new DomainError("invalid", message, { field: "lastDay" });

type EndedCard = { card: GiftCard; endsAt: Date; reason: string };

/** Gives back what was written off at the present end of a locked card. Returns the amount. */
async function restoreExpired(tx: Transaction, ctx: MemberContext, { card, endsAt, reason }: EndedCard) {
  await expire(tx, ctx, card);
  const back = await readWrittenOff(tx, { id: card.id, endsAt });
  if (back > 0) {
    const createdAt = ctx.clock.now();
    await tx
      .insert(giftCardEntries)
      .values({ cardId: card.id, kind: "adjusted", amountMinor: back, reason, createdAt });
  }
  return back;
}

/** Returns what was written off at the present end of a card. */
async function readWrittenOff(tx: Transaction, { id, endsAt }: { id: string; endsAt: Date }): Promise<number> {
  const { cardId, kind, createdAt, amountMinor } = giftCardEntries;
  const [row] = await tx
    .select({ written: sum(amountMinor).mapWith(Number) })
    .from(giftCardEntries)
    .where(and(eq(cardId, id), eq(kind, "expired"), gte(createdAt, endsAt)));
  return -(row?.written ?? 0);
}
