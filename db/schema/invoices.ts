import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  check,
  date,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { sessionBookings } from "./bookings";
import { createdAt, currency, id, instant, manageKey } from "./columns";
import { payments } from "./payments";
import { purchases } from "./purchases";

export const invoiceKind = pgEnum("invoice_kind", ["invoice", "credit_note"]);

/** The business as it stood on the day. `taxNumber` is empty if it was not registered for VAT. */
export type InvoiceSeller = { name: string; address: string; registration: string; taxNumber: string };

export type InvoiceBuyer = { name: string; company: string; address: string; taxNumber: string };

/** `ratePoints`: hundredths of a percent; null outside VAT. The amount includes the tax. */
export type InvoiceLine = {
  text: string;
  note: string;
  quantity: number;
  amountMinor: number;
  ratePoints: number | null;
};

/** What the lines of one rate add up to. */
export type InvoiceTax = { ratePoints: number | null; grossMinor: number; taxMinor: number };

export type InvoicePaid = { text: string; amountMinor: number };

/**
 * A document as it was issued; a trigger keeps it from ever changing. Amounts of credit notes are positive. All documents
 * of one sale have the same root, its first invoice: credit notes never exceed the invoices of a root.
 */
export const invoices = pgTable(
  "invoices",
  {
    id: id(),
    kind: invoiceKind().notNull(),
    year: integer().notNull(),
    number: integer().notNull(),
    /** The number as it is printed. */
    label: text().notNull(),
    /** What it was issued for; nothing has two. */
    cause: text().notNull().unique(),
    rootId: uuid()
      .notNull()
      .references((): AnyPgColumn => invoices.id, { onDelete: "restrict" }),
    /** The document that a credit note corrects, or an invoice follows. */
    correctsId: uuid().references((): AnyPgColumn => invoices.id, { onDelete: "restrict" }),
    bookingId: uuid().references(() => sessionBookings.id, { onDelete: "restrict" }),
    purchaseId: uuid().references(() => purchases.id, { onDelete: "restrict" }),
    issuedAt: instant().notNull(),
    /** The day of the sale or of the refund, in the site's zone. */
    suppliedOn: date().notNull(),
    seller: jsonb().$type<InvoiceSeller>().notNull(),
    buyer: jsonb().$type<InvoiceBuyer>().notNull(),
    reason: text().notNull().default(""),
    lines: jsonb().$type<InvoiceLine[]>().notNull(),
    taxes: jsonb().$type<InvoiceTax[]>().notNull(),
    paid: jsonb().$type<InvoicePaid[]>().notNull(),
    currency: currency().notNull(),
    totalMinor: integer().notNull(),
    taxMinor: integer().notNull(),
    /** The same in the currency of the site's accounts. */
    siteCurrency: currency().notNull(),
    siteTotalMinor: integer().notNull(),
    siteTaxMinor: integer().notNull(),
    /** From the sale's currency to the site's as decimal text, with its day and source; null if they are the same. */
    exchangeRate: text(),
    rateOn: date(),
    rateSource: text(),
    /** Opens it without signing in. */
    manageKey: manageKey(),
  },
  (table) => [
    unique("invoices_number").on(table.kind, table.year, table.number),
    index("invoices_root_idx").on(table.rootId),
    index("invoices_issued_idx").on(table.issuedAt, table.id),
    index("invoices_booking_idx")
      .on(table.bookingId)
      .where(sql`${table.bookingId} is not null`),
    index("invoices_purchase_idx")
      .on(table.purchaseId)
      .where(sql`${table.purchaseId} is not null`),
    check("invoices_one_order", sql`num_nonnulls(${table.bookingId}, ${table.purchaseId}) <= 1`),
    check("invoices_amounts", sql`${table.totalMinor} > 0 and ${table.taxMinor} between 0 and ${table.totalMinor}`),
    check(
      "invoices_root",
      sql`(${table.rootId} = ${table.id}) = (${table.correctsId} is null)
        and (${table.kind} = 'invoice' or ${table.correctsId} is not null)`,
    ),
    check(
      "invoices_rate",
      sql`num_nonnulls(${table.exchangeRate}, ${table.rateOn}, ${table.rateSource}) in (0, 3)
        and (${table.exchangeRate} is null) = (${table.currency} = ${table.siteCurrency})`,
    ),
  ],
);

export type Invoice = typeof invoices.$inferSelect;

/** The payments that an invoice was issued for: none has two. */
export const invoicePayments = pgTable(
  "invoice_payments",
  {
    paymentId: uuid()
      .primaryKey()
      .references(() => payments.id, { onDelete: "restrict" }),
    rootId: uuid()
      .notNull()
      .references(() => invoices.id, { onDelete: "restrict" }),
    createdAt: createdAt(),
  },
  (table) => [index("invoice_payments_root_idx").on(table.rootId)],
);

/** The last number of each kind and year. The row is locked by the transaction that issues: numbers have no gaps. */
export const invoiceNumbers = pgTable(
  "invoice_numbers",
  { kind: invoiceKind().notNull(), year: integer().notNull(), last: integer().notNull() },
  (table) => [primaryKey({ columns: [table.kind, table.year] })],
);

/** What a member wants on their invoices from then on. */
export const invoiceDetails = pgTable("invoice_details", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "restrict" }),
  company: text().notNull(),
  address: text().notNull(),
  taxNumber: text().notNull(),
  updatedAt: instant().notNull(),
});
