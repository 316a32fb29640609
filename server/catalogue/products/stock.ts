import type { Queryable } from "@db/client";
import { courseTerms, giftCardTerms, membershipTerms, passTerms, recordings, resourceFiles } from "@db/schema";
import { and, eq } from "drizzle-orm";
import { DomainError } from "../../core/errors";
import type { Product } from "./catalogue";
import { kinds, type ProductKind } from "./kinds";

type Stock = {
  /** Counts what a purchase opens. */
  count: (db: Queryable, productId: string) => Promise<number>;
  /** Throws not_found for a product of which nothing is sold. */
  requireForSale: (db: Queryable, product: Product) => Promise<void>;
};

/** What each kind of product consists of. */
const stocks: Record<ProductKind, Stock> = {
  collection: {
    count: (db, productId) => db.$count(recordings, eq(recordings.productId, productId)),
    async requireForSale(db, { id, isOn }) {
      if (!isOn) throw new DomainError("not_found", kinds.collection.notForSale);
      const isPremium = and(eq(recordings.productId, id), eq(recordings.isFree, false));
      if ((await db.$count(recordings, isPremium)) > 0) return;
      throw new DomainError("not_found", (await hasContent(db, { id, kind: "collection" })) ? allFree : empty);
    },
  },
  resource: {
    count: (db, productId) => db.$count(resourceFiles, eq(resourceFiles.productId, productId)),
    async requireForSale(db, { id, withdrawnAt, priceMinor }) {
      if (!withdrawnAt && priceMinor > 0 && (await hasContent(db, { id, kind: "resource" }))) return;
      throw new DomainError("not_found", kinds.resource.notForSale);
    },
  },
  pass: {
    count: (db, productId) => db.$count(passTerms, eq(passTerms.productId, productId)),
    async requireForSale(db, { id, isOn, priceMinor }) {
      if (isOn && priceMinor > 0 && (await hasContent(db, { id, kind: "pass" }))) return;
      throw new DomainError("not_found", kinds.pass.notForSale);
    },
  },
  gift_card: {
    count: (db, productId) => db.$count(giftCardTerms, eq(giftCardTerms.productId, productId)),
    /** It has no price of its own: `buyGiftCard` sells it for the amount that the buyer chooses. */
    requireForSale: () => Promise.reject(new DomainError("not_found", kinds.gift_card.notForSale)),
  },
  course: {
    count: (db, productId) => db.$count(courseTerms, eq(courseTerms.productId, productId)),
    /** `bookCourse` sells it, with a place on each date. */
    requireForSale: () => Promise.reject(new DomainError("not_found", kinds.course.notForSale)),
  },
  membership: {
    count: (db, productId) => db.$count(membershipTerms, eq(membershipTerms.productId, productId)),
    /** It is joined, period by period; no form of purchases sells it. */
    requireForSale: () => Promise.reject(new DomainError("not_found", kinds.membership.notForSale)),
  },
};

const empty = "This collection has no recordings yet, so it is not for sale.";
const allFree = "All recordings of this collection are free, so there is nothing to buy.";

/** Returns whether a purchase would open anything. */
export async function hasContent(db: Queryable, { id, kind }: Pick<Product, "id" | "kind">): Promise<boolean> {
  return (await stocks[kind].count(db, id)) > 0;
}

/** Throws not_found for what is not sold: a collection that is empty or off, a resource that is free, withdrawn or without files. */
export const requireForSale = (db: Queryable, product: Product): Promise<void> =>
  stocks[product.kind].requireForSale(db, product);
