import { type DiscountTerms, payments, refunds } from "@db/schema";
import { asc, eq } from "drizzle-orm";
import type { Context } from "../core/context";
import { type Currency, formatAmount } from "../core/money";
import { type DisplayedStart, displayStart, longDay } from "../core/dates";
import { DomainError } from "../core/errors";
import { referenceOf } from "../core/reference";
import { readSiteSettings } from "../core/site-settings";
import { nameOfCard } from "../catalogue/gift-cards/describe-card";
import { describeTerms } from "../platform/money/quote";
import { isPaymentOf, type PayableRef } from "./payable-ref";
import { listPaid, type PaidPayment, type Payment, type Refund } from "./paid-payments";

type ReceiptOrder = {
  id: string;
  listPriceMinor: number;
  discountMinor: number;
  totalMinor: number;
  currency: Currency;
  appliedDiscountCode: string | null;
  discountTerms: DiscountTerms | null;
  completedAt: Date | null;
  createdAt: Date;
  isFree: boolean;
};

/** `waiver`: what the customer confirmed to have it at once; `opensOn`: when it begins if they did not. */
type ReceiptFacts = {
  customer: { name: string; email: string };
  item: { title: string; details: string[] };
  waiver?: { text: string; on: string } | null;
  opensOn?: string | null;
};

export type Receipt = ReceiptFacts & {
  reference: string;
  date: string;
  listPrice: string;
  discount: { text: string; amount: string } | null;
  waived: string | null;
  total: string;
  /** `card`: the gift card that has paid. */
  paid: { amount: string; date: string; isOutside: boolean; card: string | null }[];
  returned: ReturnedPart[];
  site: { name: string; url: string };
};

export async function receiptOf(
  ctx: Context,
  order: ReceiptOrder,
  cause: PayableRef,
  described: ReceiptFacts,
): Promise<Receipt> {
  const [paid, returned, { name }] = await Promise.all([
    listPaid(ctx.db, cause),
    listReturned(ctx, cause),
    readSiteSettings(ctx),
  ]);
  if (paid.length === 0 && !order.isFree) throw new DomainError("not_found", "Receipt not found");
  const amount = (amountMinor: number) => formatAmount({ amountMinor, currency: order.currency });
  return {
    ...described,
    reference: referenceOf(order),
    date: dateOf(paid[0]?.payment.paidAt ?? order.completedAt ?? order.createdAt, ctx),
    listPrice: amount(order.listPriceMinor),
    discount: order.discountTerms && {
      text: `${describeTerms(order.discountTerms)} with ${order.appliedDiscountCode}`,
      amount: amount(order.discountMinor),
    },
    waived: order.isFree && order.totalMinor > 0 ? amount(order.totalMinor) : null,
    total: amount(order.isFree ? 0 : order.totalMinor),
    paid: paid.map((part) => printPayment(part, ctx)),
    returned,
    site: { name, url: ctx.settings.siteUrl },
  };
}

const printPayment = ({ payment }: PaidPayment, ctx: Context) => ({
  amount: formatAmount(payment),
  date: dateOf(payment.paidAt ?? payment.createdAt, ctx),
  isOutside: payment.provider === "outside",
  card: payment.giftCardId && nameOfCard({ id: payment.giftCardId }),
});

/** In the site's zone, so that a receipt reads the same everywhere. */
const dateOf = (instant: Date, { settings }: Context) => longDay(instant, settings.siteTimeZone);

export type ReturnedPart = {
  amount: string;
  /** `by_hand`: the admin pays it; `failed`: the bank refused it. */
  state: "on_its_way" | "returned" | "by_hand" | "failed";
  /** The gift card that it goes back to. */
  card: string | null;
  on: DisplayedStart | null;
};

export async function listReturned(ctx: Context, cause: PayableRef): Promise<ReturnedPart[]> {
  const rows = await ctx.db
    .select({ refund: refunds, provider: payments.provider, cardId: payments.giftCardId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(isPaymentOf(cause))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
  return rows
    .filter(({ refund }) => !wasReplaced(refund))
    .map(({ refund, provider, cardId }) => ({
      card: cardId && nameOfCard({ id: cardId }),
      amount: formatAmount(refund),
      state: partState(refund.state, provider),
      on: refund.settledAt ? displayStart({ startTime: refund.settledAt, locationType: "online" }, ctx) : null,
    }));
}

/** Never sent to Stripe, as the money was refunded another way. */
const wasReplaced = ({ state, stripeRefundId }: Refund) => state === "failed" && stripeRefundId === null;

function partState(state: Refund["state"], provider: Payment["provider"]): ReturnedPart["state"] {
  if (state === "failed") return "failed";
  if (state === "succeeded") return "returned";
  return provider === "outside" ? "by_hand" : "on_its_way";
}
