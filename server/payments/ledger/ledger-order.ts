import type { Queryable } from "@db/client";
import { type PayableKind, payments } from "@db/schema";
import { type SQL, sql, type SQLWrapper } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Currency } from "../../core/money";
import { orderColumn, type PayableRef } from "../payable-ref";
import type { LedgerPeriod } from "./ledger-period";

export type LedgerOrder = PayableRef & {
  reference: string;
  customer: { name: string; email: string };
  item: string;
  status: string;
  isLive: boolean;
  /** The admin lets the customer keep it after a refund, or keeps the money without it. */
  isWaived: boolean;
  /** The shares of cancelled tickets that the admin keeps, in minor units. */
  keptMinor: number;
  isHeld: boolean;
  countsAsPaid: boolean;
  totalMinor: number;
  currency: Currency;
  createdAt: Date;
};

/** What the ledger reads of the orders of one kind. */
export type LedgerSource = {
  /** Selects ids: of orders whose refund is owed, and of those of the period that are paid without a payment. */
  findUnnamed(db: Queryable, period: Pick<LedgerPeriod, "from" | "until">): SQLWrapper[];
  read(db: Queryable, isNamed: (id: AnyPgColumn) => SQL): Promise<LedgerOrder[]>;
};

/**
 * Returns the condition of orders without a payment, looked up for each by an index; `not exists` would read all
 * payments.
 */
export const isWithoutPayment = (kind: PayableKind, id: AnyPgColumn): SQL =>
  sql`(select true from ${payments} where ${orderColumn(kind)} = ${id} and ${payments.state} = 'paid' limit 1) is null`;
