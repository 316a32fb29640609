import { type DiscountTerms, payments, refunds } from "@db/schema";
import { asc, eq } from "drizzle-orm";
import type { Context } from "../core/context";
import { type Currency, formatAmount } from "../core/money";
import { type DisplayedStart, displayStart, longDay } from "../core/dates";
import { DomainError } from "../core/errors";
import { readSiteSettings } from "../core/site-settings";
import { describeTerms } from "../money/discount";
import { type Cause, isFor, listPaid, type PaidPayment, type Refund } from "./paid-payments";

/** What was agreed, as a booking and a purchase keep it. */
type Order = {
  id: string;
  listPriceMinor: number;
  discountMinor: number;
  totalMinor: number;
  currency: Currency;
  appliedDiscountCode: string | null;
  discountTerms: DiscountTerms | null;
  completedAt: Date | null;
  createdAt: Date;
  /** It was given for nothing: its price came to that, or the instructor has waived it. */
  isFree: boolean;
};

type Described = { customer: { name: string; email: string }; item: { title: string; details: string[] } };

/** A receipt as its page prints it; every amount has two decimals. */
export type Receipt = Described & {
  /** Short enough to be read out on the telephone. */
  reference: string;
  /** "December 1, 2026" */
  date: string;
  listPrice: string;
  discount: { text: string; amount: string } | null;
  /** What was left of the price, where the instructor has asked nothing for it after all. */
  waived: string | null;
  total: string;
  /** One line for each payment; none where nothing was to be paid. */
  paid: { amount: string; date: string; isOutside: boolean }[];
  returned: ReturnedPart[];
  site: { name: string; url: string };
};

/**
 * What was charged for a booking or a purchase that is known to be the reader's, and what has gone back of it. Throws
 * not_found where there was never anything to have a receipt for.
 */
export async function receiptOf(ctx: Context, order: Order, cause: Cause, described: Described): Promise<Receipt> {
  const [paid, returned, { name }] = await Promise.all([
    listPaid(ctx.db, cause),
    listReturned(ctx, cause),
    readSiteSettings(ctx),
  ]);
  if (paid.length === 0 && !order.isFree) throw new DomainError("not_found", "Receipt not found");
  const amount = (amountMinor: number) => formatAmount({ amountMinor, currency: order.currency });
  return {
    ...described,
    reference: order.id.slice(0, 8).toUpperCase(),
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
});

/** In the site's own zone: a receipt says the same wherever it is read. */
const dateOf = (instant: Date, { settings }: Context) => longDay(instant, settings.siteTimeZone);

/** A part of what was paid that goes back. */
export type ReturnedPart = {
  amount: string;
  /** `by_hand`: the instructor returns it herself; `failed`: the bank did not take it. */
  state: "on_its_way" | "returned" | "by_hand" | "failed";
  on: DisplayedStart | null;
};

/** Everything that goes back or has gone back of a booking or a purchase, the first part first. */
export async function listReturned(ctx: Context, cause: Cause): Promise<ReturnedPart[]> {
  const rows = await ctx.db
    .select({ refund: refunds, provider: payments.provider })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(isFor(cause))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
  return rows
    .filter(({ refund }) => !wasReplaced(refund))
    .map(({ refund, provider }) => ({
      amount: formatAmount(refund),
      state: partState(refund.state, provider),
      on: refund.settledAt ? displayStart({ startTime: refund.settledAt, locationType: "online" }, ctx) : null,
    }));
}

/** Never got to Stripe, because the money had gone back another way. */
const wasReplaced = ({ state, stripeRefundId }: Refund) => state === "failed" && stripeRefundId === null;

function partState(state: Refund["state"], provider: "stripe" | "outside"): ReturnedPart["state"] {
  if (state === "failed") return "failed";
  if (state === "succeeded") return "returned";
  return provider === "outside" ? "by_hand" : "on_its_way";
}
