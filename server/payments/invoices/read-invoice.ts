import type { Queryable } from "@db/client";
import { type Invoice, invoices } from "@db/schema";
import { and, eq } from "drizzle-orm";
import { DateTime } from "luxon";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import { formatAmount } from "../../core/money";
import type { PayableRef } from "../payable-ref";
import type { Receipt } from "../receipt";
import { dayIn } from "./numbers";
import { listDocuments } from "./sale";
import { printRatePoints } from "./tax";
import type { z } from "zod";
import type { invoiceRef } from "./schemas";

export type InvoiceLink = { label: string; kind: Invoice["kind"]; path: string; total: string };

export type InvoicedReceipt = Receipt & { invoices: InvoiceLink[] };

type InvoiceKey = Pick<Invoice, "id" | "manageKey">;

export const invoicePath = ({ id, manageKey }: InvoiceKey, step = ""): string =>
  `/invoices/${id}${step}?key=${manageKey}`;

export const linkOf = (invoice: Invoice): InvoiceLink => ({
  label: invoice.label,
  kind: invoice.kind,
  path: invoicePath(invoice),
  total: `${invoice.kind === "credit_note" ? "−" : ""}${formatAmount({ amountMinor: invoice.totalMinor, currency: invoice.currency })}`,
});

/** Returns the documents of an order to someone who may see the order. */
export const listInvoiceLinks = async (db: Queryable, ref: PayableRef): Promise<InvoiceLink[]> =>
  (await listDocuments(db, ref)).map(linkOf);

/** Adds the links of an order's documents to what is shown of it. */
export const withInvoices = async <Shown extends object>(
  db: Queryable,
  ref: PayableRef,
  shown: Promise<Shown>,
): Promise<Shown & { invoices: InvoiceLink[] }> => {
  const [facts, links] = await Promise.all([shown, listInvoiceLinks(db, ref)]);
  return { ...facts, invoices: links };
};

/** Finds a document by its secret link, and the number of the one that it corrects. Throws not_found. */
export async function findInvoice(
  db: Queryable,
  { id, key }: z.infer<typeof invoiceRef>,
): Promise<{ invoice: Invoice; corrects: string | null }> {
  const [invoice] = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.id, id), eq(invoices.manageKey, key)));
  if (!invoice) throw new DomainError("not_found", "Invoice not found");
  const [corrected] = invoice.correctsId
    ? await db.select({ label: invoices.label }).from(invoices).where(eq(invoices.id, invoice.correctsId))
    : [];
  return { invoice, corrects: corrected?.label ?? null };
}

/** A document as a page and a PDF print it. */
export type PrintedInvoice = {
  title: string;
  label: string;
  issuedOn: string;
  suppliedOn: string | null;
  corrects: string | null;
  reason: string;
  seller: string[];
  buyer: string[];
  lines: { text: string; note: string; quantity: number; amount: string }[];
  isTaxed: boolean;
  taxes: { rate: string; net: string; tax: string; gross: string }[];
  total: string;
  paid: { text: string; amount: string }[];
  notes: string[];
};

type Printing = { invoice: Invoice; corrects: string | null };

/** Prints a document from what was stored when it was issued. */
export function printInvoice({ invoice, corrects }: Printing, { settings }: Pick<Context, "settings">): PrintedInvoice {
  const { kind, seller, buyer, currency, taxes } = invoice;
  const amount = (amountMinor: number) => formatAmount({ amountMinor, currency });
  const issued = dayIn(invoice.issuedAt, settings.siteTimeZone);
  const isTaxed = taxes.some(({ ratePoints }) => ratePoints !== null);
  return {
    title: kind === "invoice" ? "Invoice" : "Credit note",
    label: invoice.label,
    issuedOn: printDay(issued),
    suppliedOn: invoice.suppliedOn === issued ? null : printDay(invoice.suppliedOn),
    corrects,
    reason: invoice.reason,
    seller: [
      seller.name,
      ...seller.address.split("\n"),
      seller.registration,
      seller.taxNumber && `VAT number ${seller.taxNumber}`,
    ].filter(Boolean),
    buyer: [
      buyer.company,
      buyer.name,
      ...buyer.address.split("\n"),
      buyer.taxNumber && `Tax number ${buyer.taxNumber}`,
    ].filter(Boolean),
    lines: invoice.lines.map(({ text, note, quantity, amountMinor }) => ({
      text,
      note,
      quantity,
      amount: amount(amountMinor),
    })),
    isTaxed,
    taxes: taxes.map(({ ratePoints, grossMinor, taxMinor }) => ({
      rate: ratePoints === null ? "No VAT" : `VAT ${printRatePoints(ratePoints)}`,
      net: amount(grossMinor - taxMinor),
      tax: amount(taxMinor),
      gross: amount(grossMinor),
    })),
    total: amount(invoice.totalMinor),
    paid: invoice.paid.map(({ text, amountMinor }) => ({ text, amount: amount(amountMinor) })),
    notes: [...taxNotes(invoice, isTaxed), ...rateNotes(invoice)],
  };
}

function taxNotes({ seller, lines }: Invoice, isTaxed: boolean): string[] {
  if (isTaxed) return ["Prices include VAT."];
  if (seller.taxNumber === "") return ["Not registered for VAT: no VAT is charged."];
  return lines.length > 0
    ? ["A gift card is a voucher for several purposes: VAT is charged when it pays for something."]
    : [];
}

function rateNotes({
  exchangeRate,
  currency,
  siteCurrency,
  rateOn,
  siteTotalMinor,
  siteTaxMinor,
  rateSource,
}: Invoice): string[] {
  if (!exchangeRate || !rateOn) return [];
  const site = (amountMinor: number) => formatAmount({ amountMinor, currency: siteCurrency });
  const tax = siteTaxMinor > 0 ? `, VAT ${site(siteTaxMinor)}` : "";
  const source = rateSource === "typed" ? "" : ` (${rateSource})`;
  return [
    `In ${siteCurrency}: ${site(siteTotalMinor)}${tax}. 1 ${currency} = ${exchangeRate} ${siteCurrency}, rate of ${printDay(rateOn)}${source}.`,
  ];
}

/** Prints a stored day as "27 November 2026", which is read alike everywhere. */
const printDay = (day: string): string =>
  DateTime.fromISO(day, { zone: "utc" }).setLocale("en-GB").toFormat("d LLLL yyyy");
