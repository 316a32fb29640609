import type { Invoice } from "@db/schema";
import { type SQL, sql } from "drizzle-orm";
import { invoicePath } from "./read-invoice";

/** The link of a document in a list of orders, such as “Invoice INV-2026-0001”. */
export type ListedInvoice = { label: string; path: string };

type ListedRow = Pick<Invoice, "id" | "manageKey" | "label" | "kind">;

/** The names are written out: Drizzle leaves out the tables in a select from one of them. */
const documentsWhere = (condition: string): SQL<ListedRow[]> =>
  sql<ListedRow[]>`(select coalesce(json_agg(json_build_object('id', invoices.id, 'manageKey', invoices.manage_key,
    'label', invoices.label, 'kind', invoices.kind) order by invoices.issued_at, invoices.number), '[]'::json)
    from invoices where ${sql.raw(condition)})`;

/** The documents of each row, for a statement that lists bookings or purchases. */
export const invoicesOfRow = {
  booking: documentsWhere("invoices.booking_id = session_bookings.id"),
  purchase: documentsWhere("invoices.purchase_id = purchases.id"),
};

export const printListed = (rows: ListedRow[]): ListedInvoice[] =>
  rows.map((row) => ({
    label: `${row.kind === "invoice" ? "Invoice" : "Credit note"} ${row.label}`,
    path: invoicePath(row),
  }));
