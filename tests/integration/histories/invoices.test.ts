import { anAccount } from "../../support/accounts";
import { turnOnInvoices } from "../../support/invoices";
import { aPass, aPassOnSale } from "../../support/passes";
import { expect, test, type TestApp } from "../../support/test-app";
import { type Books, readBooks } from "./books";
import { expectInvoicesToAddUp } from "./invoices";

/** Returns the books of a site on which two passes were sold, half of the one was refunded, and each is invoiced. */
async function someBooks(app: TestApp): Promise<Books> {
  const admin = await turnOnInvoices(app);
  const product = await aPassOnSale(app.db);
  const { paymentId } = await aPass(app, await anAccount(app.db), product.id);
  await aPass(app, await anAccount(app.db), product.id);
  await admin.payments.refund({
    paymentId,
    amountMinor: 6000,
    isPlaceCancelled: false,
    reason: "As agreed",
    formKey: crypto.randomUUID(),
  });
  await app.runJobs();
  return readBooks(app);
}

const noteOf = ({ documents }: Books) => documents.find(({ kind }) => kind === "credit_note")!;
const changed = (books: Books, id: string, values: Partial<Books["documents"][number]>): Books => ({
  ...books,
  documents: books.documents.map((document) => (document.id === id ? { ...document, ...values } : document)),
});

/** What the histories must find, and the words with which they say so. */
const faults: Record<string, [(books: Books) => Books, RegExp]> = {
  "a gap": [
    (books) => ({ ...books, counters: books.counters.map((counter) => ({ ...counter, last: counter.last + 1 })) }),
    /numbers of/,
  ],
  "a number twice": [
    (books) => changed(books, books.documents.find(({ number }) => number === 2)!.id, { number: 1 }),
    /numbers of invoice/,
  ],
  "a sale without an invoice": [
    (books) => ({ ...books, invoiced: books.invoiced.slice(1) }),
    /payments with an invoice/,
  ],
  "a refund without a credit note": [
    (books) => {
      const { id } = noteOf(books);
      const documents = books.documents.filter((document) => document.id !== id);
      return { ...books, documents, counters: books.counters.filter(({ kind }) => kind === "invoice") };
    },
    /left of an invoice after its credit notes/,
  ],
  "a credit note for another refund": [
    (books) => changed(books, noteOf(books).id, { cause: "refund:other" }),
    /refunds without a credit note/,
  ],
  "a credit note for too much": [
    (books) => changed(books, noteOf(books).id, { totalMinor: 13_000 }),
    /left of an invoice/,
  ],
  "lines that don't add up": [(books) => changed(books, noteOf(books).id, { lines: [] }), /lines of a document/],
  "tax that doesn't add up": [(books) => changed(books, noteOf(books).id, { taxMinor: 0 }), /tax by rate/],
};

test("the histories find what is wrong with an invoice", async ({ app }) => {
  const books = await someBooks(app);
  expect(books.documents).toHaveLength(3);
  expectInvoicesToAddUp(books);
  for (const [name, [spoil, words]] of Object.entries(faults)) {
    expect(() => expectInvoicesToAddUp(spoil(books)), name).toThrow(words);
  }
});
