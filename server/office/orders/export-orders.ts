import { DateTime } from "luxon";
import { describeTerms } from "../../platform/money/quote";
import { decimals } from "../../platform/money/convert-price";
import type { Context } from "../../core/context";
import { writeCsv } from "../../core/csv";
import { isCurrency } from "../../core/money";
import { referenceOf } from "../../core/reference";
import { wordsOf } from "../../catalogue/products/kinds";
import { findOrders } from "./find-orders";
import { type Fees, type OrderFees, readFees } from "./payouts/order-fees";
import type { Order } from "../../payments/payable-order";
import { type OrderMoney, readMoney, shownStatus } from "../../payments/order-money";
import { readOrders } from "./read-orders";
import type { OrderCursor, OrderFilter } from "./schemas";

/** The first part is short, so that the download begins at once; the others, so that no other request waits for them. */
const lengthOfPart = (after: OrderCursor | null): number => (after ? 250 : 50);

const header =
  "Date,Customer,Email,Item,Type,Tickets,Rates,Credits,Pass,List price,Discount code,Discount,Price,Currency,Status,Refunded,Reference,Stripe fee,Net,Net currency,Still to refund,Taken back by the bank,Dispute fee (part of Stripe fee),Income (as in Insights)".split(
    ",",
  );

type ExportedPart = { csv: string; next: OrderCursor | null };

/** Returns a part of a CSV file (RFC 4180) after a cursor; the first part has the header. */
export async function exportOrders(
  ctx: Context,
  { after, ...filter }: OrderFilter & { after: OrderCursor | null },
): Promise<ExportedPart> {
  const { db, visitor } = ctx;
  const { timeZone } = visitor;
  const limit = lengthOfPart(after);
  const found = await findOrders(db, { filter, timeZone }, { limit, after });
  const [orders, money, fees] = await Promise.all([readOrders(ctx, found), readMoney(db, found), readFees(db, found)]);
  const rows = orders.map((order) => [
    ...rowOf(order, money.get(order.id), timeZone),
    ...feesOf(fees.get(order.id)),
    ...standingsOf(money.get(order.id), fees.get(order.id)),
  ]);
  const last = found.length === limit ? found.at(-1) : undefined;
  return {
    csv: writeCsv(after ? null : header, rows),
    next: last ? { createdAt: last.createdAt, id: last.id } : null,
  };
}

function rowOf(order: Order, money: OrderMoney | undefined, zone: string): string[] {
  return [
    DateTime.fromJSDate(order.createdAt, { zone }).toFormat("yyyy-LL-dd HH:mm"),
    order.customer,
    order.email,
    order.item,
    wordsOf(order.product).type,
    String(order.quantity),
    order.rates ?? "",
    order.credits ? String(order.credits) : "",
    order.pass ?? "",
    decimals(order.listPriceMinor),
    order.code ?? "",
    order.terms ? describeTerms(order.terms) : "",
    decimals(order.totalMinor),
    order.currency,
    [shownStatus(order.status, money).replaceAll("_", " "), order.isRemoved ? "removed" : order.isEnded && "cancelled"]
      .filter(Boolean)
      .join(", "),
    decimals(money?.returnedMinor ?? 0),
    referenceOf(order),
  ];
}

const numberOf = (minor: number, currency: string): string => (isCurrency(currency) ? decimals(minor) : String(minor));

/** Empty where Stripe took nothing or has not said it yet. Several currencies stand side by side, and are not added. */
function feesOf({ sums }: OrderFees = { sums: [], payouts: [] }): string[] {
  const side = (cell: (sum: Fees) => string) => sums.map(cell).join("; ");
  return [
    side(({ feeMinor, currency }) => numberOf(feeMinor, currency)),
    side(({ netMinor, currency }) => numberOf(netMinor, currency)),
    side(({ currency }) => (isCurrency(currency) ? currency : `${currency} (minor units)`)),
  ];
}

/**
 * Added up, the last column is what Insights show: payments less refunds that have been made and disputes that were lost,
 * and nothing for the sale of a gift card.
 */
function standingsOf(money: OrderMoney | undefined, { sums }: OrderFees = { sums: [], payouts: [] }): string[] {
  const disputed = sums.filter(({ disputeFeeMinor }) => disputeFeeMinor !== 0);
  return [
    decimals((money?.returningMinor ?? 0) + (money?.byHandMinor ?? 0)),
    decimals(money?.takenByBankMinor ?? 0),
    disputed.map(({ disputeFeeMinor, currency }) => numberOf(disputeFeeMinor, currency)).join("; "),
    decimals(money?.incomeMinor ?? 0),
  ];
}
