import { heldGiftPath, myGiftPath } from "../../core/paths";
import {
  assignGiftCard,
  endGiftCard,
  findSoldCard,
  followSaleRefund,
  freezeGiftCard,
  issueGiftCard,
  lockGiftCardOf,
} from "../../catalogue/gift-cards/open-card";
import { readUnusedAmount } from "../../catalogue/gift-cards/unused";
import { mailEnded } from "../purchases/mail-ended";
import { mailConfirmation } from "../purchases/mails";
import type { SoldKind } from "../purchases/sold-kind";
import { none } from "./nothing";

export const giftCard: SoldKind = {
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
