import type { Invoice } from "@db/schema";
import { returnedPrefix, type SaleBalance } from "./sale";
import { shareOfPart, sumTax, taxesReturned } from "./tax";
import type { DocumentDraft } from "./write-document";

type MoneyBack = { cause: string; amountMinor: number; suppliedOn: string; reason: string; paidText: string };

/** Drafts the credit note for money that went back, at most for what is left of the sale; null if that is nothing. */
export function draftCredit(left: SaleBalance, { amountMinor, paidText, ...back }: MoneyBack): DocumentDraft | null {
  const totalMinor = Math.min(amountMinor, left.totalMinor);
  if (totalMinor <= 0) return null;
  const { invoice, rootId } = left;
  const taxes = taxesReturned(left.taxes, totalMinor);
  const title = invoice.lines[0]?.text ?? "";
  return {
    ...copied(invoice),
    ...back,
    kind: "credit_note",
    rootId,
    correctsId: invoice.id,
    lines: taxes.map(({ ratePoints, grossMinor }) => ({
      text: title,
      note: back.reason,
      quantity: 1,
      amountMinor: grossMinor,
      ratePoints,
    })),
    taxes,
    paid: [{ text: paidText, amountMinor: totalMinor }],
    totalMinor,
    taxMinor: sumTax(taxes),
    siteTotalMinor: shareOfPart(left.siteTotalMinor, totalMinor, left.totalMinor),
    siteTaxMinor: shareOfPart(left.siteTaxMinor, totalMinor, left.totalMinor),
  };
}

/** Drafts the invoice that undoes a credit note: its money came back to the business. */
export const draftReturned = (
  note: Invoice,
  { cause, reason }: Pick<MoneyBack, "cause" | "reason">,
): DocumentDraft => ({
  ...copied(note),
  kind: "invoice",
  cause: returnedPrefix + cause,
  rootId: note.rootId,
  correctsId: note.id,
  reason,
  lines: note.lines.map((line) => ({ ...line, note: reason })),
  paid: [],
});

/** Returns what a document has that another one of its sale takes over. */
export function copied(document: Invoice): DocumentDraft {
  const {
    id: _id,
    year: _year,
    number: _number,
    label: _label,
    issuedAt: _at,
    seller: _seller,
    manageKey: _key,
    ...kept
  } = document;
  return kept;
}
