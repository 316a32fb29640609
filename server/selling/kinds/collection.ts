import type { SoldKind } from "../purchases/sold-kind";
import { collectionOffice } from "./collection-office";
import { mailConfirmation, tellPartOfPurchase } from "../purchases/mails";
import { none, nothing } from "./nothing";

/** The purchase itself opens its recordings. */
export const collection: SoldKind = {
  office: collectionOffice,
  book: null,
  open: nothing,
  end: none,
  freeze: nothing,
  followRefund: nothing,
  readUnused: none,
  whatIsGone: none,
  assign: nothing,
  confirm: (tx, services, purchase, opening) => mailConfirmation(tx, services, purchase, opening, {}),
  tellPart: tellPartOfPurchase,
  heldPath: none,
  nameOwned: (_db, _services, { productTitle }) => Promise.resolve(productTitle),
};
