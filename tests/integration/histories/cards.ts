import { expect } from "vitest";
import type { Books } from "./books";

/** Expects every penny of every gift card to be explained, and no balance below 0. */
export function expectCardsToBeExplained(books: Books): void {
  for (const card of books.cards) {
    const own = books.cardEntries.filter(({ cardId }) => cardId === card.id);
    const left = sumOf(own);
    expect(left, "balance of a gift card").toBeGreaterThanOrEqual(0);
    const kinds = ["expired", "refunded", "adjusted"] as const;
    const [expired, refunded, adjusted] = kinds.map((kind) => sumOf(own.filter((entry) => entry.kind === kind)));
    const used = heldBy(books, card.id);
    const issued = card.issuedAt === null ? 0 : card.amountMinor;
    expect(left + used - expired! - refunded! - adjusted!, "money that came onto a gift card").toBe(issued);
  }
}

/** Returns what a card has paid and not got back, as the payments and their refunds say. */
function heldBy({ payments, refunds }: Books, cardId: string): number {
  const own = payments.filter(({ giftCardId, state }) => giftCardId === cardId && ["open", "paid"].includes(state));
  const ids = new Set(own.map(({ id }) => id));
  return sumOf(own) - sumOf(refunds.filter(({ paymentId, state }) => ids.has(paymentId) && state === "succeeded"));
}

const sumOf = (rows: { amountMinor: number }[]) => rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
