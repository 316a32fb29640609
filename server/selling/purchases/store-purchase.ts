import type { Transaction } from "@db/client";
import type { Account, AgreedPassTerms } from "@db/schema";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import type { PriceToStore } from "../../catalogue/discounts/chosen-price";
import type { AgreedTicket } from "../../platform/money/quote";
import type { Product } from "../../catalogue/products/catalogue";
import { kinds } from "../../catalogue/products/kinds";
import type { AccessTerms } from "../../payments/withdrawals/waiver";
import type { OrderFacts } from "../order/place-order";
import { storeOrder } from "../order/store-order";
import type { NamedBuyer } from "./buyer";
import { deliver } from "./deliver";
import { insertPurchase } from "./insert-purchase";
import type { Purchase } from "./transitions";

/** A stored purchase with its product. */
export type StoredPurchase = { product: Product; purchase: Purchase };

type AgreedPurchase = Pick<OrderFacts, "agreement" | "cards"> & {
  product: Product;
  buyer: NamedBuyer;
  /** The account that the purchase belongs to at once. */
  account: Account | null;
  price: PriceToStore;
  /** The one that is bought, with its rate, where there are several prices. */
  tickets?: AgreedTicket[] | undefined;
  passTerms?: AgreedPassTerms | null;
  /** The key that the form carries, with that of the gift cards. */
  quote: string;
  formKey: string;
  /** Absent where nothing is delivered as a whole at once. */
  access?: AccessTerms;
  /** Stores what belongs to the purchase, before anything of it is paid or delivered. */
  hold?: (purchase: Purchase) => Promise<void>;
};

/** Stores a purchase at an agreed price: with the payment that is left to make, or delivered at once if nothing is left. */
export function storePurchase(
  tx: Transaction,
  ctx: Context,
  { product, buyer, account, price, tickets, ...agreed }: AgreedPurchase,
): Promise<Purchase> {
  const rate = tickets?.[0]?.rate;
  return storeOrder(tx, ctx, {
    kind: "purchase",
    total: { amountMinor: price.totalMinor, currency: price.currency },
    quote: agreed.quote,
    cards: agreed.cards,
    async store(state) {
      const purchase = await insertPurchase(tx, product, {
        // Whoever pays as a guest may not have the address: an account takes over what is paid.
        userId: ctx.user || state.completedAt ? (account?.id ?? null) : null,
        customerName: buyer.name,
        customerEmail: buyer.email,
        formKey: agreed.formKey,
        ...price,
        priceRateId: rate?.id ?? null,
        priceRateName: rate?.name ?? null,
        passTerms: agreed.passTerms ?? null,
        ...agreed.agreement,
        ...agreed.access,
        createdAt: ctx.clock.now(),
        ...state,
      });
      await agreed.hold?.(purchase);
      return purchase;
    },
    deliver: (purchase) => deliver(tx, ctx, purchase),
  });
}

/** Returns why something can't be bought that is for each person once. */
export function ownedAlready(user: Context["user"], { kind }: Product): DomainError {
  const { noun } = kinds[kind];
  const text = user
    ? `You already have this ${noun}, so there is nothing to pay.`
    : `Someone with this address has had this ${noun}. It is for each person once.`;
  return new DomainError("closed", text, { field: "email" });
}
