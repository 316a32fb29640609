import { DateTime } from "luxon";
import { describeTerms } from "../money/quote";
import { decimals } from "../money/convert-price";
import type { Context } from "../../core/context";
import { writeCsv } from "../../core/csv";
import { isCurrency } from "../../core/money";
import { referenceOf } from "../../core/reference";
import { wordsOf } from "../products/kinds";
import { findOrders } from "./find-orders";
import { type Fees, type OrderFees, readFees } from "./payouts/order-fees";
import type { Order } from "../payments/payable-order";
import { readMoney, readOrders } from "./read-orders";
import type { OrderCursor, OrderFilter } from "./schemas";

/** The first part is short, so that the download begins at once; the others, so that no other request waits for them. */
const lengthOfPart = (after: OrderCursor | null): number => (after ? 250 : 50);

const header =
  "Date,Customer,Email,Item,Type,Tickets,Rates,Credits,Pass,List price,Discount code,Discount,Price,Currency,Status,Refunded,Reference,Stripe fee,Net,Net currency".split(
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
    ...rowOf(order, money.get(order.id)?.returnedMinor ?? 0, timeZone),
    ...feesOf(fees.get(order.id)),
  ]);
  const last = found.length === limit ? found.at(-1) : undefined;
  return {
    csv: writeCsv(after ? null : header, rows),
    next: last ? { createdAt: last.createdAt, id: last.id } : null,
  };
}

function rowOf(order: Order, returnedMinor: number, zone: string): string[] {
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
    [order.status, order.isRemoved ? "removed" : order.isEnded && "cancelled"].filter(Boolean).join(", "),
    decimals(returnedMinor),
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
