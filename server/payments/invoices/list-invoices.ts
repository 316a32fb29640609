import { type Invoice, invoices, type PayableKind } from "@db/schema";
import { and, asc, desc, gte, lt } from "drizzle-orm";
import type { MemberContext } from "../../core/context";
import { dayOf } from "../../core/dates";
import { type Currency, formatAmount } from "../../core/money";
import { readSiteSettings } from "../../core/site-settings";
import { ledgerPeriod } from "../ledger/ledger-period";
import { invoicePath } from "./read-invoice";

export type InvoiceRow = {
  id: string;
  label: string;
  kind: Invoice["kind"];
  day: string;
  customer: string;
  item: string;
  total: string;
  tax: string | null;
  path: string;
  order: { kind: PayableKind; id: string } | null;
};

/** What a month's documents add up to in the currency of the accounts. */
type InvoiceSums = { currency: Currency; invoiced: string; credited: string; net: string; tax: string };

/** More than an instructor issues in a month; the archive has them all. */
const mostShown = 500;

/** Returns the documents of a month, the newest first, and its sums. */
export async function listInvoices(ctx: MemberContext, { month }: { month?: string | undefined }) {
  const timeZone = ctx.settings.siteTimeZone;
  const period = ledgerPeriod(month, ctx.clock.now(), timeZone);
  const isOfMonth = and(gte(invoices.issuedAt, period.from), lt(invoices.issuedAt, period.until));
  const [site, rows, sums] = await Promise.all([
    readSiteSettings(ctx),
    ctx.db
      .select()
      .from(invoices)
      .where(isOfMonth)
      .orderBy(desc(invoices.issuedAt), desc(invoices.number))
      .limit(mostShown),
    ctx.db
      .select({
        kind: invoices.kind,
        currency: invoices.siteCurrency,
        total: invoices.siteTotalMinor,
        tax: invoices.siteTaxMinor,
      })
      .from(invoices)
      .where(isOfMonth)
      .orderBy(asc(invoices.siteCurrency)),
  ]);
  const { invoicing } = site;
  return {
    period: { ...period, from: period.from.toISOString(), until: period.until.toISOString() },
    isOn: invoicing?.isOn ?? false,
    since: invoicing?.isOn ? dayOf(new Date(invoicing.since), timeZone) : null,
    invoices: rows.map((row) => listed(row, timeZone)),
    sums: sumUp(sums),
  };
}

function listed(invoice: Invoice, timeZone: string): InvoiceRow {
  const { id, label, kind, currency, totalMinor, taxMinor, bookingId, purchaseId } = invoice;
  const sign = kind === "credit_note" ? -1 : 1;
  const amount = (amountMinor: number) => formatAmount({ amountMinor: sign * amountMinor, currency });
  const orderId = bookingId ?? purchaseId;
  return {
    id,
    label,
    kind,
    day: dayOf(invoice.issuedAt, timeZone),
    customer: invoice.buyer.company || invoice.buyer.name,
    item: invoice.lines[0]?.text ?? "",
    total: amount(totalMinor),
    tax: taxMinor > 0 ? amount(taxMinor) : null,
    path: invoicePath(invoice),
    order: orderId ? { kind: bookingId ? "booking" : "purchase", id: orderId } : null,
  };
}

type SummedRow = { kind: Invoice["kind"]; currency: Currency; total: number; tax: number };

function sumUp(rows: SummedRow[]): InvoiceSums[] {
  return [...new Set(rows.map(({ currency }) => currency))].map((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    const sumOf = (kind: Invoice["kind"], field: "total" | "tax") =>
      own.filter((row) => row.kind === kind).reduce((sum, row) => sum + row[field], 0);
    const amount = (amountMinor: number) => formatAmount({ amountMinor, currency });
    return {
      currency,
      invoiced: amount(sumOf("invoice", "total")),
      credited: amount(sumOf("credit_note", "total")),
      net: amount(sumOf("invoice", "total") - sumOf("credit_note", "total")),
      tax: amount(sumOf("invoice", "tax") - sumOf("credit_note", "tax")),
    };
  });
}
