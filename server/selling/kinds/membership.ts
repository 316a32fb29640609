import { followPurchase } from "../memberships/periods/change-membership";
import { mailConfirmation, tellPartOfPurchase } from "../purchases/mails";
import type { SoldKind } from "../purchases/sold-kind";
import { membershipOffice } from "./membership-office";
import { none, nothing } from "./nothing";

/** A purchase has paid a period. The membership is made what its periods say once one was paid, refunded or removed. */
export const membership: SoldKind = {
  office: membershipOffice,
  book: null,
  open: followPurchase,
  async end(tx, services, purchase) {
    await followPurchase(tx, services, purchase);
    return null;
  },
  freeze: nothing,
  followRefund: nothing,
  readUnused: none,
  whatIsGone: none,
  assign: nothing,
  confirm: (tx, services, purchase, opening) => mailConfirmation(tx, services, purchase, opening, {}),
  tellPart: tellPartOfPurchase,
  heldPath: none,
  nameOwned: none,
};
