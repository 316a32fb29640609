import type { Transaction } from "@db/client";
import type { Account, AgreedPassTerms } from "@db/schema";
import type { Context } from "../../core/context";
import { minutesAfter } from "../../core/dates";
import { DomainError } from "../../core/errors";
import type { Agreement } from "../../core/site-settings";
import type { storedPrice } from "../../catalogue/discounts/prices";
import type { FoundCode } from "../../catalogue/gift-cards/find-cards";
import { agreeOnCards } from "../../catalogue/gift-cards/pay-by-card";
import type { AgreedTicket } from "../../platform/money/quote";
import { holdMinutes, openPayment } from "../../payments/checkout";
import { openGiftParts } from "../../payments/gift-parts";
import type { Product } from "../../catalogue/products/catalogue";
import { kinds } from "../../catalogue/products/kinds";
import type { AccessTerms } from "../../payments/withdrawals/waiver";
import type { NamedBuyer } from "./buyer";
import { deliver } from "./deliver";
import { insertPurchase } from "./insert-purchase";
import type { Purchase } from "./transitions";

type AgreedPurchase = {
  product: Product;
  buyer: NamedBuyer;
  /** The account that the purchase belongs to at once. */
  account: Account | null;
  price: ReturnType<typeof storedPrice>;
  /** The rate that was chosen, where there are several. */
  rate: AgreedTicket["rate"];
  passTerms: AgreedPassTerms | null;
  /** None where no gift card may pay. */
  cards: FoundCode[];
  /** The key that the form carries, with that of the gift cards. */
  quote: string;
  formKey: string;
  /** Absent where nothing is delivered as a whole at once. */
  access?: AccessTerms;
  agreement: Agreement;
  /** Stores what belongs to the purchase, before anything of it is paid or delivered. */
  hold?: (purchase: Purchase) => Promise<void>;
};

/** Stores a purchase at an agreed price: with the payment that is left to make, or delivered at once if nothing is left. */
export async function storePurchase(tx: Transaction, ctx: Context, agreed: AgreedPurchase): Promise<Purchase> {
  const { product, buyer, account, price, passTerms, formKey } = agreed;
  const now = ctx.clock.now();
  const { currency } = price;
  const total = { amountMinor: price.totalMinor, currency };
  const { parts, rest } = await agreeOnCards(tx, ctx, total, { found: agreed.cards, quote: agreed.quote });
  const isDone = rest.amountMinor === 0;
  const doneAs = parts.length > 0 ? "paid" : "free";
  const holdUntil = isDone ? null : minutesAfter(now, holdMinutes);
  const purchase = await insertPurchase(tx, product, {
    // Whoever pays as a guest may not have the address: an account takes over what is paid.
    userId: ctx.user || isDone ? (account?.id ?? null) : null,
    customerName: buyer.name,
    customerEmail: buyer.email,
    status: isDone ? doneAs : "pending",
    formKey,
    ...price,
    priceRateId: agreed.rate && agreed.rate.id,
    priceRateName: agreed.rate && agreed.rate.name,
    passTerms,
    termsVersion: agreed.agreement.termsVersion,
    privacyVersion: agreed.agreement.privacyVersion,
    ...agreed.access,
    createdAt: now,
    completedAt: isDone ? now : null,
    holdUntil,
  });
  await agreed.hold?.(purchase);
  const cause = { kind: "purchase", id: purchase.id } as const;
  await openGiftParts(tx, ctx, cause, { parts, currency, state: isDone ? "paid" : "open" });
  if (holdUntil) await openPayment(tx, cause, rest, holdUntil);
  else await deliver(tx, ctx, purchase);
  return purchase;
}

/** Returns why something can't be bought that is for each person once. */
export function ownedAlready(user: Context["user"], { kind }: Product): DomainError {
  const { noun } = kinds[kind];
  const text = user
    ? `You already have this ${noun}, so there is nothing to pay.`
    : `Someone with this address has had this ${noun}. It is for each person once.`;
  return new DomainError("closed", text, { field: "email" });
}
