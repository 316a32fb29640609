import type { Queryable } from "@db/client";
import type { products } from "@db/schema";

export type ProductKind = (typeof products.$inferSelect)["kind"];

export type ProductWords = {
  /** The name in lists and files of orders. */
  type: string;
  noun: string;
  /** What its buyer can do, and no longer once they have lost it. */
  use: string;
  /** What one purchase pays for, if that is a part only: the other parts stay when it is refunded. */
  part?: string;
  /** What happens if it ends with a refund of a part, for what is used up bit by bit. */
  end?: string;
};

/** What mails about a purchase say. */
type MailWords = {
  /** What completes a sentence, as in "you bought recordings". */
  kind: string;
  /** What stands beside its name. */
  bought: string;
  openNow: string;
  openForLife: string;
  /** The words on the buttons that lead to it: to use it, to look at it, and for the instructor. */
  use: string;
  see: string;
  open: string;
};

/** What a kind of product is called, where its page is, what its buyer gets and loses, and when it can be sold. */
export type KindOfProduct = ProductWords & {
  /** "has bought a collection, and can watch it": what the instructor's mail says. */
  bought: string;
  /** Whether visitors without an account may buy it. */
  isSoldToGuests: boolean;
  /** Whether its page asks a buyer who is signed out to set up an account. */
  isClaimedByAccount: boolean;
  /** Whether someone can have it once only, with nothing to buy for an admin, who may open everything. */
  isHadOnce: boolean;
  /** Whether it is its buyer's by the address, with or without an account, so that a first offer is for each address once. */
  isBoundToAddress: boolean;
  /** Whether the discount of a membership is taken off it. */
  isDiscounted: boolean;
  /** Whether it is held on its own dates, as sessions are: no one withdraws from it, and its dates are locked first. */
  isOnDates: boolean;
  /** The title above what was got without paying. */
  unlockedTitle: string;
  /** What its buyer wants to do with it, as in "To watch, please sign in". */
  aim: string;
  /** The sentence on what was bought, such as "Every birth recording is yours for life". */
  isYours: (series: string) => string;
  /** Whether it is delivered as a whole at once, so that a buyer may give up the right to withdraw. */
  isDigital: boolean;
  /** The text below the name on Stripe's payment page, and that on the receipt. */
  checkoutText: string;
  receiptText: string;
  /** The name in a sentence. */
  inText: (title: string) => string;
  /** Why it can't be bought. */
  notForSale: string;
  /** What the revenue of all of this kind is called, as the head of a column and in a sentence; null if each has its own. */
  revenue: { label: string; inText: string } | null;
  mail: (title: string) => MailWords;
  pathOf: (product: AddressParts) => string;
  /** Where its buyer finds it, if not on the page that sells it. */
  ownPath?: string;
  /** Counts what a purchase opens. */
  count: (db: Queryable, productId: string) => Promise<number>;
  /** Throws not_found for a product of which nothing is sold. */
  requireForSale: (db: Queryable, product: Product) => Promise<void>;
  /** Throws not_found for a product that the admin can't give away. */
  requireGivable: (db: Queryable, product: Product) => Promise<void>;
  /** Returns why a product can't be deleted; null if it can. `bought` is the reason if someone has bought it. */
  reasonToKeep: (db: Queryable, productId: string, bought: string | null) => Promise<string | null>;
};

type Product = typeof products.$inferSelect;

export type AddressParts = Pick<typeof products.$inferSelect, "id" | "slug" | "address">;
