import type { Queryable } from "@db/client";
import { disputes, invoicePayments, invoices, payments, refunds } from "@db/schema";
import { and, eq, exists, inArray, like, not, notExists, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Invoicing } from "../../core/invoicing";
import type { Services } from "../../core/services";
import { readSiteSettings } from "../../core/site-settings";
import { invoiceLater } from "../invoice-later";
import { type PayableRef, payableRefOf } from "../payable-ref";
import { isDueForInvoice } from "./issue-invoices";
import { returnedPrefix } from "./sale";

const mostAtOnce = 200;

/** Enqueues the documents whose job was lost, as after a restore. */
export async function sweepInvoices(services: Services): Promise<void> {
  const { invoicing } = await readSiteSettings(services);
  if (!invoicing) return;
  for (const ref of await findUninvoiced(services.db, invoicing)) await invoiceLater(services.db, ref);
}

/** Returns orders that lack an invoice or a credit note. */
async function findUninvoiced(db: Queryable, invoicing: Invoicing): Promise<PayableRef[]> {
  const order = { id: payments.id, bookingId: payments.bookingId, purchaseId: payments.purchaseId };
  const undoing = alias(invoices, "undoing");
  const isUndone = exists(
    db
      .select()
      .from(undoing)
      .where(eq(undoing.cause, sql`${returnedPrefix}::text || ${invoices.cause}`)),
  );
  /** Without a credit note that stands: of a dispute that is lost again, the first one was undone. */
  const isMissing = (cause: SQL) =>
    notExists(
      db
        .select()
        .from(invoices)
        .where(and(or(eq(invoices.cause, cause), like(invoices.cause, sql`${cause} || ':%'`)), not(isUndone))),
    );
  const sold = invoicing.isOn
    ? await db.select(order).from(payments).where(isDueForInvoice(db, invoicing)).limit(mostAtOnce)
    : [];
  const refunded = await db
    .select(order)
    .from(refunds)
    .innerJoin(invoicePayments, eq(invoicePayments.paymentId, refunds.paymentId))
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(refunds.state, "succeeded"), isMissing(sql`'refund:' || ${refunds.id}`)))
    .limit(mostAtOnce);
  const disputed = await db
    .select(order)
    .from(disputes)
    .innerJoin(invoicePayments, eq(invoicePayments.paymentId, disputes.paymentId))
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .where(and(inArray(disputes.status, ["lost"]), isMissing(sql`'dispute:' || ${disputes.id}`)))
    .limit(mostAtOnce);
  const refs = [...sold, ...refunded, ...disputed].map(payableRefOf);
  return [...new Map(refs.map((ref) => [ref.id, ref])).values()];
}
