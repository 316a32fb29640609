import type { Queryable, Transaction } from "@db/client";
import type { Account, purchases } from "@db/schema";
import type { Services } from "../../core/services";
import type { ProductKind } from "../../catalogue/products/kinds/kind";
import type { ProductOffice } from "../../catalogue/products/office/product-office";
import type { Refund } from "../../payments/paid-payments";
import type { UnpaidOutcome, UnusedPart } from "../../payments/payable";
import type { Book } from "./book";
import type { OwedRefund } from "../../payments/refunds";

type Purchase = typeof purchases.$inferSelect;

/**
 * `told`: what the letter on what ends says of the money, which goes back in part or is kept; without it, another letter
 * tells of the end.
 */
export type PurchaseEnd = Pick<UnpaidOutcome, "outcome" | "isPageMissing"> & {
  told?: { owed: OwedRefund[]; isKept: boolean } | null;
};

/** What a purchase of one kind gives its buyer, and what becomes of it. `server/selling/kinds` has one for each kind. */
export type SoldKind = {
  /** How the instructor puts it on sale. */
  office: ProductOffice;
  /** What is kept of all that was sold of it; null for what only an order tells of. */
  book: Book | null;
  /** Gives what a locked purchase is for that is paid or given: once, however often it is called. */
  open(tx: Transaction, services: Services, purchase: Purchase, before: Purchase["status"]): Promise<void>;
  /**
   * Ends what a locked purchase has given, as it is refunded, taken back, removed or given up. Returns what has ended, as
   * a sentence without its full stop; null if nothing has.
   */
  end(tx: Transaction, services: Services, purchase: Purchase, as: PurchaseEnd): Promise<string | null>;
  /** Stops it while a bank has its payment, and lets it go on if the bank gives it back. */
  freeze(tx: Transaction, services: Services, purchase: Purchase, isHeldByBank: boolean): Promise<void>;
  /** Follows the refund of a part of its payment. */
  followRefund(tx: Transaction, services: Services, purchase: Purchase, refund: Refund): Promise<void>;
  /** Returns the part that is not used of what is used up bit by bit; null for everything else. */
  readUnused(db: Queryable, services: Pick<Services, "clock">, purchaseId: string): Promise<UnusedPart | null>;
  /** Returns what is gone that a purchase which lapsed would need again, such as a date; null if all is there. */
  whatIsGone(tx: Transaction, services: Services, purchase: Purchase): Promise<string | null>;
  /** Gives what a guest has bought to the account that has confirmed their address. */
  assign(tx: Transaction, purchase: Purchase, account: Pick<Account, "id">): Promise<void>;
  /** Mails the buyer what they have bought; `opening` tells apart that it was opened by hand later. */
  confirm(tx: Transaction, services: Services, purchase: Purchase, opening: string): Promise<void>;
  /** Returns what the buyer is told of the refund of a part, in one or two sentences. */
  tellPart(tx: Transaction, purchase: Purchase): Promise<string>;
  /** Returns where its buyer finds it who has just paid; null for the page that sold it. */
  heldPath(db: Queryable, purchase: Purchase): Promise<string | null>;
  /** Names what goes with the account of its buyer; null for what is named elsewhere. */
  nameOwned(db: Queryable, services: Pick<Services, "settings">, purchase: Purchase): Promise<string | null>;
};

declare module "../../core/services" {
  interface Hooks {
    kinds: Record<ProductKind, SoldKind>;
  }
}

/** Returns what was bought can do: the only place that asks for the kind of a purchase. */
export const kindOf = ({ hooks }: Pick<Services, "hooks">, { productKind }: Pick<Purchase, "productKind">): SoldKind =>
  hooks.kinds[productKind];
