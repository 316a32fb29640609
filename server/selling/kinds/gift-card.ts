import { eq } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { giftCards } from "@db/schema";
import { formatAmount } from "../../core/money";
import { heldGiftPath, myGiftPath } from "../../core/paths";
import { readGiftBalance } from "../../catalogue/gift-cards/balance";
import {
  assignGiftCard,
  endGiftCard,
  findSoldCard,
  followSaleRefund,
  freezeGiftCard,
  issueGiftCard,
  lockGiftCardOf,
} from "../../catalogue/gift-cards/open-card";
import { mailEnded } from "../purchases/mail-ended";
import { mailConfirmation } from "../purchases/mails";
import type { SoldKind } from "../purchases/sold-kind";
import { giftCardBook } from "./gift-card-book";
import { giftCardOffice } from "./gift-card-office";
import { none } from "./nothing";

export const giftCard: SoldKind = {
  office: giftCardOffice,
  book: giftCardBook,
  open: issueGiftCard,
  async end(tx, services, purchase, { told }) {
    if (!(await endGiftCard(tx, services, purchase))) return null;
    await mailEnded(tx, services, purchase, { kind: "gift card", told });
    return "the gift card has ended";
  },
  freeze: freezeGiftCard,
  followRefund: followSaleRefund,
  readUnused: (db, _services, id) => readUnusedAmount(db, id),
  whatIsGone: none,
  async assign(tx, purchase, account) {
    await assignGiftCard(tx, purchase, account);
  },
  async confirm(tx, services, purchase, opening) {
    const { id } = await findSoldCard(tx, purchase);
    const isByLink = purchase.userId === null;
    // A guest's page of the gift card opens without signing in.
    const path = isByLink ? `${heldGiftPath(id)}?key=${purchase.manageKey}` : myGiftPath(id);
    await mailConfirmation(tx, services, purchase, opening, { giftUrl: services.settings.siteUrl + path, isByLink });
  },
  async tellPart(tx, purchase) {
    const card = await lockGiftCardOf(tx, purchase);
    return card?.endedAt
      ? "What was left on your gift card has been refunded, and the gift card has ended."
      : "Part of your payment has been refunded. What was refunded is no longer on the gift card.";
  },
  async heldPath(db, purchase) {
    const { id } = await findSoldCard(db, purchase);
    return purchase.userId === null ? heldGiftPath(id) : myGiftPath(id);
  },
  nameOwned: none,
};

/** What is left on a gift card: the part of its price that can be refunded. */
type UnusedAmount = { amountMinor: number; text: string };

/** Returns what is left on the card of a purchase; null for other purchases, before it is paid and once it has ended. */
async function readUnusedAmount(db: Queryable, purchaseId: string): Promise<UnusedAmount | null> {
  const [card] = await db.select().from(giftCards).where(eq(giftCards.purchaseId, purchaseId));
  if (!card?.issuedAt || card.endedAt) return null;
  const left = await readGiftBalance(db, card);
  // What was corrected upwards was not paid for.
  const amountMinor = Math.min(left, card.amountMinor);
  const amount = (minor: number) => formatAmount({ amountMinor: minor, currency: card.currency });
  return { amountMinor, text: `${amount(left)} of ${amount(card.amountMinor)} is not used.` };
}
