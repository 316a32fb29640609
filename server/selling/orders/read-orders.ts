import { and, eq, sql } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { fraudWarnings, payableKinds, payments, refunds } from "@db/schema";
import type { Currency } from "../../core/money";
import type { Services } from "../../core/services";
import type { Order } from "../payments/payable-order";
import { isPaymentOfAny, payableRefOf } from "../payments/payable-ref";
import type { OrderRef } from "./schemas";

export async function readOrders({ db, hooks }: Pick<Services, "db" | "hooks">, refs: OrderRef[]): Promise<Order[]> {
  const read = await Promise.all(
    payableKinds.map(async (kind) => {
      const ids = refs.filter((ref) => ref.kind === kind).map(({ id }) => id);
      return hooks.payables[kind].readOrders(db, ids);
    }),
  );
  const orders = new Map(read.flat().map((order) => [order.id, order]));
  return refs.flatMap(({ id }) => orders.get(id) ?? []);
}

/** Amounts in minor units of the currency in which it was paid. */
export type OrderMoney = {
  currency: Currency;
  leftMinor: number;
  returnedMinor: number;
  returningMinor: number;
  byHandMinor: number;
  hasFraudWarning: boolean;
};

export async function readMoney(db: Queryable, refs: Pick<OrderRef, "id">[]): Promise<Map<string, OrderMoney>> {
  const ids = refs.map(({ id }) => id);
  const rows = await db
    .select({ payment: payments, refund: refunds, isSuspect })
    .from(payments)
    .leftJoin(refunds, eq(refunds.paymentId, payments.id))
    .where(and(eq(payments.state, "paid"), isPaymentOfAny(ids)));
  const byOrder = new Map<string, OrderMoney>();
  const counted = new Set<string>();
  for (const { payment, refund, isSuspect: hasWarning } of rows) {
    const { id } = payableRefOf(payment);
    const money = byOrder.get(id) ?? { ...nothing, currency: payment.currency };
    byOrder.set(id, money);
    money.hasFraudWarning ||= hasWarning;
    if (!counted.has(payment.id)) money.leftMinor += payment.amountMinor;
    counted.add(payment.id);
    if (!refund || refund.state === "failed") continue;
    money.leftMinor -= refund.amountMinor;
    if (refund.state === "succeeded") money.returnedMinor += refund.amountMinor;
    else if (payment.provider === "outside") money.byHandMinor += refund.amountMinor;
    else money.returningMinor += refund.amountMinor;
  }
  return byOrder;
}

const nothing = { leftMinor: 0, returnedMinor: 0, returningMinor: 0, byHandMinor: 0, hasFraudWarning: false };

const isSuspect = sql<boolean>`exists (select 1 from ${fraudWarnings} where ${fraudWarnings.paymentId} = ${payments.id})`;
