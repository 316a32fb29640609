import type { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { invoices } from "@db/schema";
import { and, asc, gte, inArray, lt } from "drizzle-orm";
import { DateTime } from "luxon";
import { pack, type Pack } from "tar-stream";
import type { MemberContext } from "../../core/context";
import { writeCsv } from "../../core/csv";
import { audit } from "../../core/record-audit";
import { documentRow, documentsHead, quickBooksHead, quickBooksRows, xeroHead, xeroRows } from "./accounting-csv";
import { drawInvoice } from "./draw-invoice";
import { printInvoice } from "./read-invoice";

type Documents = Awaited<ReturnType<typeof readPeriod>>;

/** Opens the archive of a month or a year for the accountant: CSV files, then each document as a PDF, drawn one by one as it is read. */
export async function openInvoiceArchive(
  ctx: MemberContext,
  { month }: { month?: string | undefined },
): Promise<{ filename: string; content: Readable }> {
  const { start, end, name } = periodOf(month, ctx);
  const documents = await readPeriod(ctx, { from: start.toJSDate(), until: end.toJSDate() });
  await audit(ctx.db, ctx, "export.downloaded", `invoices ${name}`);
  const tar = pack();
  const packed = createGzip();
  tar.on("error", (error) => packed.destroy(error));
  packed.on("close", () => tar.destroy());
  fill(tar, documents, ctx).catch((error: unknown) => tar.destroy(error as Error));
  return { filename: `invoices-${name}.tar.gz`, content: tar.pipe(packed) };
}

function periodOf(month: string | undefined, { clock, settings }: MemberContext) {
  const zone = settings.siteTimeZone;
  const present = DateTime.fromJSDate(clock.now(), { zone }).toFormat("yyyy-MM");
  const wanted = month && DateTime.fromISO(month, { zone }).isValid ? month : present;
  const unit = wanted.length === 4 ? "year" : "month";
  const start = DateTime.fromISO(wanted, { zone }).startOf(unit);
  return { start, end: start.plus({ [unit]: 1 }), name: wanted };
}

async function readPeriod({ db }: Pick<MemberContext, "db">, { from, until }: { from: Date; until: Date }) {
  const rows = await db
    .select()
    .from(invoices)
    .where(and(gte(invoices.issuedAt, from), lt(invoices.issuedAt, until)))
    .orderBy(asc(invoices.kind), asc(invoices.year), asc(invoices.number));
  const ids = rows.flatMap(({ correctsId }) => correctsId ?? []);
  const corrected =
    ids.length === 0
      ? []
      : await db.select({ id: invoices.id, label: invoices.label }).from(invoices).where(inArray(invoices.id, ids));
  const labels = new Map(corrected.map(({ id, label }) => [id, label]));
  return rows.map((invoice) => ({ invoice, corrects: (invoice.correctsId && labels.get(invoice.correctsId)) ?? null }));
}

async function fill(tar: Pack, documents: Documents, { settings }: MemberContext): Promise<void> {
  const sold = documents.filter(({ invoice }) => invoice.kind === "invoice");
  const credited = documents.filter(({ invoice }) => invoice.kind === "credit_note");
  const files: [string, string][] = [
    ["README.txt", readme],
    [
      "invoices.csv",
      writeCsv(
        documentsHead,
        documents.map((document) => documentRow(document, settings)),
      ),
    ],
    [
      "xero.csv",
      writeCsv(
        xeroHead,
        documents.flatMap((document) => xeroRows(document, settings)),
      ),
    ],
    [
      "quickbooks-invoices.csv",
      writeCsv(
        quickBooksHead,
        sold.flatMap((document) => quickBooksRows(document, settings)),
      ),
    ],
    [
      "quickbooks-credit-notes.csv",
      writeCsv(
        quickBooksHead,
        credited.flatMap((document) => quickBooksRows(document, settings)),
      ),
    ],
  ];
  const add = addTo(tar);
  for (const [name, text] of files) await add(name, Buffer.from(text));
  for (const document of documents) {
    const pdf = await drawInvoice(printInvoice(document, { settings }), document.invoice.issuedAt);
    await add(`${document.invoice.label}.pdf`, pdf);
  }
  tar.finalize();
}

/** Waits until the reader wants more, so that one document is in memory at a time. */
function addTo(tar: Pack): (name: string, content: Buffer) => Promise<void> {
  const closed = new Promise<never>((_, reject) => tar.once("close", () => reject(new Error("the archive is closed"))));
  closed.catch(() => undefined);
  const write = (name: string, content: Buffer) =>
    new Promise<void>((resolve, reject) => {
      tar.entry({ name }, content, (error) => (error ? reject(error) : resolve()));
    });
  return (name, content) => Promise.race([closed, write(name, content)]);
}

const readme = `invoices.csv: every invoice and credit note of the period, with its amounts in the currency of the accounts.
xero.csv: for Xero's import of invoices; choose "tax inclusive". Negative amounts become credit notes.
quickbooks-invoices.csv: for the import of invoices of QuickBooks Online; its amounts are without tax.
quickbooks-credit-notes.csv: the credit notes, whose amounts are positive; QuickBooks Online imports them as credit notes.
Then each document as a PDF.
Accounts and tax codes are those that both programs begin with in the United Kingdom. Check them before you import.
`;
