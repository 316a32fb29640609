import { expect } from "vitest";
import type { Books } from "./books";

type Document = Books["documents"][number];
type Payment = Books["payments"][number];

/** Expects the numbers of each kind and year to be 1, 2, 3 and so on, and no sale to be credited more than invoiced. */
export function expectInvoicesToBeNumbered({ documents, counters }: Books): void {
  for (const { kind, year, last } of counters) {
    const numbers = documents.filter((one) => one.kind === kind && one.year === year).map(({ number }) => number);
    const expected = Array.from({ length: last }, (_, nth) => nth + 1);
    expect(
      numbers.toSorted((one, other) => one - other),
      `numbers of ${kind} ${year}`,
    ).toEqual(expected);
  }
  const counted = documents.filter(({ kind, year }) => counters.some((one) => one.kind === kind && one.year === year));
  expect(counted.length, "documents with a number").toBe(documents.length);
  for (const rootId of rootsOf(documents)) {
    expect(leftOf(documents, rootId), "left of an invoice").toBeGreaterThanOrEqual(0);
  }
}

/** Expects, at rest, one invoice for each sale and a credit note for all that went back, to the penny. */
export function expectInvoicesToAddUp(books: Books): void {
  expectInvoicesToBeNumbered(books);
  const { documents, invoiced } = books;
  const due = books.payments.filter((payment) => isSale(books, payment)).map(({ id }) => id);
  expect(invoiced.map(({ paymentId }) => paymentId).toSorted(), "payments with an invoice").toEqual(due.toSorted());
  for (const rootId of rootsOf(documents)) {
    const ids = new Set(invoiced.filter((one) => one.rootId === rootId).map(({ paymentId }) => paymentId));
    const paid = books.payments.filter(({ id }) => ids.has(id));
    const kept = paid.reduce((sum, payment) => sum + payment.amountMinor - wentBack(books, payment), 0);
    expect(leftOf(documents, rootId), "left of an invoice after its credit notes").toBe(Math.max(0, kept));
    expectNotes(books, rootId, paid);
  }
  for (const document of documents) {
    const { totalMinor, lines, taxes, taxMinor } = document;
    expect(sumOf(lines), "lines of a document").toBe(totalMinor);
    expect(
      taxes.reduce((sum, tax) => sum + tax.grossMinor, 0),
      "amounts by rate",
    ).toBe(totalMinor);
    expect(
      taxes.reduce((sum, tax) => sum + tax.taxMinor, 0),
      "tax by rate",
    ).toBe(taxMinor);
  }
}

/** Each refund has its credit note, unless nothing was left to credit. */
function expectNotes({ documents, refunds, disputes }: Books, rootId: string, paid: Payment[]): void {
  const own = documents.filter((document) => document.rootId === rootId);
  const isOwn = ({ paymentId }: { paymentId: string }) => paid.some(({ id }) => id === paymentId);
  const owed = [
    ...refunds.filter((refund) => isOwn(refund) && refund.state === "succeeded").map(({ id }) => `refund:${id}`),
    ...disputes.filter((dispute) => isOwn(dispute) && dispute.status === "lost").map(({ id }) => `dispute:${id}`),
  ];
  const notes = own.filter(({ kind }) => kind === "credit_note").map(({ cause }) => cause);
  const missing = leftOf(documents, rootId) > 0 ? owed.filter((cause) => !notes.includes(cause)) : [];
  expect(missing, "refunds without a credit note").toEqual([]);
}

/** Late money that went back bought nothing; nor did nothing. */
function isSale({ refunds }: Books, { id, state, amountMinor, isElsewhere }: Payment): boolean {
  const isLate = refunds.some(({ paymentId, reason }) => paymentId === id && reason === "late_payment");
  return state === "paid" && amountMinor > 0 && !isElsewhere && !isLate;
}

function wentBack({ refunds, disputes }: Books, { id }: Payment): number {
  const back = refunds.filter(({ paymentId, state }) => paymentId === id && state === "succeeded");
  return sumOf(back) + sumOf(disputes.filter(({ paymentId, status }) => paymentId === id && status === "lost"));
}

const rootsOf = (documents: Document[]) => new Set(documents.map(({ rootId }) => rootId));

const leftOf = (documents: Document[], rootId: string): number =>
  documents
    .filter((document) => document.rootId === rootId)
    .reduce((sum, { kind, totalMinor }) => sum + (kind === "invoice" ? totalMinor : -totalMinor), 0);

const sumOf = (rows: { amountMinor: number }[]) => rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
