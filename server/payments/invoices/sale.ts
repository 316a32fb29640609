import type { Queryable, Transaction } from "@db/client";
import { type Invoice, invoices, type InvoiceTax, type PayableKind } from "@db/schema";
import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { PayableRef } from "../payable-ref";
import { taxesLeft } from "./tax";

const orderColumns = { booking: invoices.bookingId, purchase: invoices.purchaseId } satisfies Record<
  PayableKind,
  unknown
>;

const isInvoiceOf = ({ kind, id }: PayableRef): SQL => eq(orderColumns[kind], id);

/** Makes the documents of one order wait for each other. No row is locked: payments go on meanwhile. */
export async function lockSale(tx: Transaction, { id }: Pick<PayableRef, "id">): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${saleLocks}::int, hashtext(${id}))`);
}

/** The first half of the advisory lock key. */
const saleLocks = 0x6272_0a02;

/** Returns the documents of an order, in the order in which they were issued. */
export const listDocuments = (db: Queryable, ref: PayableRef): Promise<Invoice[]> =>
  db
    .select()
    .from(invoices)
    .where(isInvoiceOf(ref))
    .orderBy(asc(invoices.issuedAt), asc(invoices.year), asc(invoices.number));

/** What the documents of one root leave: what the customer has paid and not got back. */
export type SaleBalance = {
  rootId: string;
  /** The invoice that a credit note corrects. */
  invoice: Invoice;
  documents: Invoice[];
  totalMinor: number;
  taxes: InvoiceTax[];
  siteTotalMinor: number;
  siteTaxMinor: number;
};

/** Adds up the documents of a root. Throws if it has none. */
export function balanceOf(all: Invoice[], rootId: string): SaleBalance {
  const documents = all.filter((document) => document.rootId === rootId);
  const invoice = documents.findLast(({ kind, cause }) => kind === "invoice" && !cause.startsWith(returnedPrefix));
  if (!invoice) throw new Error(`sale ${rootId} has no invoice`);
  const sumOf = (amount: (document: Invoice) => number) =>
    documents.reduce((sum, document) => sum + (document.kind === "invoice" ? 1 : -1) * amount(document), 0);
  return {
    rootId,
    invoice,
    documents,
    totalMinor: sumOf(({ totalMinor }) => totalMinor),
    taxes: taxesLeft(documents),
    siteTotalMinor: sumOf(({ siteTotalMinor }) => siteTotalMinor),
    siteTaxMinor: sumOf(({ siteTaxMinor }) => siteTaxMinor),
  };
}

/** Begins the cause of an invoice for money that did not go back after all. */
export const returnedPrefix = "returned:";
