import type { Queryable } from "@db/client";
import { type Invoice, invoiceNumbers, invoices, payments } from "@db/schema";
import { and, count, lt, max, sql } from "drizzle-orm";
import type { Invoicing } from "../../core/invoicing";
import { isDueForInvoice } from "./issue-invoices";

type InvoiceComparison = {
  documents: number;
  /** Years whose numbers are not those from 1 on: "invoice 2026". */
  gaps: string[];
  /** Payments that have waited for their invoice for an hour. */
  missing: number;
  /** Sales whose documents don't add up to what was paid and did not go back. */
  differing: { label: string; documentsMinor: number; keptMinor: number }[];
};

const patienceMs = 3_600_000;

/** Compares all documents with the payments, refunds and disputes that they are for, except for those of the last hour. */
export async function compareInvoices(db: Queryable, invoicing: Invoicing, now: Date): Promise<InvoiceComparison> {
  const before = new Date(now.getTime() - patienceMs);
  const [numbers, counters] = [await readNumbers(db), await db.select().from(invoiceNumbers)];
  const missing = invoicing.isOn
    ? await db.$count(payments, and(isDueForInvoice(db, invoicing), lt(payments.paidAt, before)))
    : 0;
  return {
    documents: numbers.reduce((sum, { issued }) => sum + issued, 0),
    gaps: findGaps(numbers, counters),
    missing,
    differing: await listDiffering(db, before),
  };
}

type NumbersOfYear = Pick<Invoice, "kind" | "year"> & { issued: number; highest: number | null };

const readNumbers = (db: Queryable): Promise<NumbersOfYear[]> =>
  db
    .select({ kind: invoices.kind, year: invoices.year, issued: count(), highest: max(invoices.number) })
    .from(invoices)
    .groupBy(invoices.kind, invoices.year);

function findGaps(numbers: NumbersOfYear[], counters: (typeof invoiceNumbers.$inferSelect)[]): string[] {
  return counters.flatMap(({ kind, year, last }) => {
    const found = numbers.find((own) => own.kind === kind && own.year === year);
    return found?.issued === last && found.highest === last ? [] : [`${kind.replace("_", " ")} ${year}`];
  });
}

async function listDiffering(db: Queryable, before: Date): Promise<InvoiceComparison["differing"]> {
  const { rows } = await db.execute<{ label: string; documents: string; kept: string }>(sql`
    with paid as (
      select ip.root_id, ip.payment_id, p.amount_minor,
        (select coalesce(sum(r.amount_minor), 0) from refunds r where r.payment_id = p.id and r.state = 'succeeded') as back,
        (select coalesce(sum(d.amount_minor), 0) from disputes d where d.payment_id = p.id and d.status = 'lost') as lost,
        (select max(r.settled_at) from refunds r where r.payment_id = p.id) as refunded_at,
        (select max(d.updated_at) from disputes d where d.payment_id = p.id) as disputed_at
      from invoice_payments ip join payments p on p.id = ip.payment_id
    ), kept as (
      select root_id, greatest(0, sum(amount_minor - back - lost)) as kept, max(greatest(refunded_at, disputed_at)) as moved_at
      from paid group by root_id
    ), issued as (
      select root_id, sum(case kind when 'invoice' then total_minor else -total_minor end) as documents
      from invoices group by root_id
    )
    select i.label, issued.documents, kept.kept from issued
      join invoices i on i.id = issued.root_id left join kept on kept.root_id = issued.root_id
      where issued.documents <> coalesce(kept.kept, issued.documents) and coalesce(kept.moved_at < ${before.toISOString()}::timestamptz, true)
      order by i.label limit 50`);
  return rows.map(({ label, documents, kept }) => ({
    label,
    documentsMinor: Number(documents),
    keptMinor: Number(kept),
  }));
}
