import type { Invoice, InvoiceLine } from "@db/schema";
import { DateTime } from "luxon";
import { decimals } from "../../platform/money/convert-price";
import { dayIn } from "./numbers";
import { printRatePoints, taxWithin } from "./tax";

/** Xero's template for sales invoices: it takes these heads in this order, and amounts that include tax. */
export const xeroHead = [
  "*ContactName",
  "EmailAddress",
  "POAddressLine1",
  "POAddressLine2",
  "POAddressLine3",
  "POAddressLine4",
  "POCity",
  "PORegion",
  "POPostalCode",
  "POCountry",
  "*InvoiceNumber",
  "Reference",
  "*InvoiceDate",
  "*DueDate",
  "Total",
  "InventoryItemCode",
  "*Description",
  "*Quantity",
  "*UnitAmount",
  "Discount",
  "*AccountCode",
  "*TaxType",
  "TaxAmount",
  "TrackingName1",
  "TrackingOption1",
  "TrackingName2",
  "TrackingOption2",
  "Currency",
  "BrandingTheme",
];

/** The heads that QuickBooks Online maps by itself as it imports invoices. */
export const quickBooksHead = [
  "*InvoiceNo",
  "*Customer",
  "*InvoiceDate",
  "*DueDate",
  "Terms",
  "Location",
  "Memo",
  "Item(Product/Service)",
  "ItemDescription",
  "ItemQuantity",
  "ItemRate",
  "*ItemAmount",
  "*ItemTaxCode",
  "ItemTaxAmount",
  "Currency",
  "Service Date",
];

/** Every document with its sums, also in the currency of the accounts. */
export const documentsHead = [
  "Number",
  "Kind",
  "Date",
  "Date of sale",
  "Customer",
  "Company",
  "Address",
  "Tax number",
  "Corrects",
  "Reason",
  "Item",
  "Currency",
  "Total",
  "VAT",
  "Accounts currency",
  "Total in accounts",
  "VAT in accounts",
  "Rate",
  "Rate of",
  "Rate from",
];

/** The number by which Xero's chart of accounts calls sales unless it was changed. */
const salesAccount = "200";

type ExportedDocument = { invoice: Invoice; corrects: string | null };
type Zone = { siteTimeZone: string };

/** Returns one row for each line: a credit note's amounts are negative, by which Xero makes a credit note of it. */
export function xeroRows({ invoice, corrects }: ExportedDocument, { siteTimeZone }: Zone): string[][] {
  const day = ukDay(dayIn(invoice.issuedAt, siteTimeZone));
  const address = invoice.buyer.address.split("\n");
  return invoice.lines.map((line) => [
    ...[contactOf(invoice), "", ...[0, 1, 2, 3].map((index) => address[index] ?? ""), "", "", "", ""],
    ...[
      invoice.label,
      corrects ?? "",
      day,
      day,
      "",
      "",
      describe(line),
      String(line.quantity),
      unitOf(invoice, line),
      "",
    ],
    ...[salesAccount, xeroTax(line), "", "", "", "", "", invoice.currency, ""],
  ]);
}

/** Returns one row for each line: QuickBooks takes amounts without tax, and no negative invoices, so that credit notes are apart. */
export function quickBooksRows({ invoice, corrects }: ExportedDocument, { siteTimeZone }: Zone): string[][] {
  const day = ukDay(dayIn(invoice.issuedAt, siteTimeZone));
  return netLines(invoice).map(({ line, netMinor, taxMinor }) => [
    ...[invoice.label, contactOf(invoice), day, day, "Due on receipt", "", corrects ?? "", line.text, describe(line)],
    ...["1", decimals(netMinor), decimals(netMinor), quickBooksTax(line), decimals(taxMinor), invoice.currency],
    ukDay(invoice.suppliedOn),
  ]);
}

export function documentRow({ invoice, corrects }: ExportedDocument, { siteTimeZone }: Zone): string[] {
  const { kind, buyer, label, currency, siteCurrency, exchangeRate, rateOn, rateSource } = invoice;
  const amount = (amountMinor: number) => decimals(kind === "credit_note" ? -amountMinor : amountMinor);
  return [
    ...[
      label,
      kind === "invoice" ? "Invoice" : "Credit note",
      dayIn(invoice.issuedAt, siteTimeZone),
      invoice.suppliedOn,
    ],
    ...[buyer.name, buyer.company, buyer.address, buyer.taxNumber, corrects ?? "", invoice.reason],
    ...[invoice.lines.map(describe).join("; "), currency, amount(invoice.totalMinor), amount(invoice.taxMinor)],
    ...[siteCurrency, amount(invoice.siteTotalMinor), amount(invoice.siteTaxMinor)],
    ...[exchangeRate ?? "", rateOn ?? "", rateSource ?? ""],
  ];
}

const contactOf = ({ buyer }: Invoice): string => buyer.company || buyer.name;

const describe = ({ text, note }: Pick<InvoiceLine, "text" | "note">): string =>
  [text, note].filter(Boolean).join(", ");

/** A price of one that times the quantity is the amount: alike tickets are on one line. */
function unitOf({ kind }: Invoice, { amountMinor, quantity }: InvoiceLine): string {
  return decimals((kind === "credit_note" ? -1 : 1) * (amountMinor / quantity));
}

/** Takes the tax of each rate from its lines in turn, so that they add up to it. */
function netLines({ lines, taxes }: Invoice): { line: InvoiceLine; netMinor: number; taxMinor: number }[] {
  return lines.map((line, index) => {
    const sum = taxes.find(({ ratePoints }) => ratePoints === line.ratePoints);
    const alike = lines.filter(({ ratePoints }) => ratePoints === line.ratePoints);
    const isLast = alike.at(-1) === line && lines.indexOf(line) === index;
    const others = alike
      .slice(0, -1)
      .reduce((all, { amountMinor, ratePoints }) => all + taxWithin(amountMinor, ratePoints), 0);
    const taxMinor = isLast && sum ? sum.taxMinor - others : taxWithin(line.amountMinor, line.ratePoints);
    return { line, taxMinor, netMinor: line.amountMinor - taxMinor };
  });
}

/** The names of Xero's rates in the United Kingdom; another country's are chosen as the file is imported. */
function xeroTax({ ratePoints }: InvoiceLine): string {
  if (ratePoints === null) return "No VAT";
  return ratePoints === 0 ? "Zero Rated Income" : `${printRatePoints(ratePoints)} (VAT on Income)`;
}

function quickBooksTax({ ratePoints }: InvoiceLine): string {
  if (ratePoints === null) return "No VAT";
  return `${(ratePoints / 100).toFixed(1)}% ${ratePoints === 2000 ? "S" : ratePoints === 0 ? "Z" : "R"}`;
}

/** Both programs read days as 27/11/2026 in the United Kingdom. */
const ukDay = (day: string): string => DateTime.fromISO(day, { zone: "utc" }).toFormat("dd/MM/yyyy");
