import type { z } from "zod";
import { type Invoice, type InvoiceBuyer, invoiceDetails } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Context, MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { readSiteSettings } from "../../core/site-settings";
import { inTransaction } from "../../core/transaction";
import { type PayableRef, payableRefOf } from "../payable-ref";
import { copied } from "./credit-note";
import { invoicePath, findInvoice } from "./read-invoice";
import { balanceOf, listDocuments, lockSale } from "./sale";
import type { changedDetails, detailsForm } from "./schemas";
import { type DocumentDraft, writeDocument } from "./write-document";

/** An invoice is issued again this many times for its customer's details. */
const mostChanges = 5;

/**
 * Issues an invoice again with the customer's details: a credit note takes back the old one whole, and a new one follows.
 * The same details change nothing. Throws not_found, invalid.
 */
export async function changeInvoiceDetails(
  ctx: Context,
  { id, key, ...typed }: z.infer<typeof changedDetails>,
): Promise<{ path: string }> {
  return inTransaction(ctx, async (tx) => {
    const { invoice } = await findInvoice(tx, { id, key });
    const ref = orderOf(invoice);
    await lockSale(tx, ref);
    const { invoicing } = await readSiteSettings({ db: tx, settings: ctx.settings });
    const documents = await listDocuments(tx, ref);
    const left = balanceOf(documents, invoice.rootId);
    const buyer = { ...left.invoice.buyer, ...typed };
    if (isSameBuyer(buyer, left.invoice.buyer)) return { path: invoicePath(left.invoice) };
    const refusal = invoicing ? refusalOf(left) : "not issued";
    if (!invoicing || refusal) throw new DomainError("invalid", refusal ?? "");
    const write = (draft: DocumentDraft) => writeDocument(tx, { services: ctx, invoicing }, draft);
    const note = await write({
      ...copied(left.invoice),
      kind: "credit_note",
      cause: `replaced:${left.invoice.id}`,
      rootId: invoice.rootId,
      correctsId: left.invoice.id,
      reason: "Replaced by an invoice with other details",
      paid: [],
    });
    const made = await write({
      ...copied(left.invoice),
      cause: `details:${left.invoice.id}`,
      rootId: invoice.rootId,
      correctsId: note.id,
      buyer,
    });
    return { path: invoicePath(made) };
  });
}

function orderOf(invoice: Invoice): PayableRef {
  return payableRefOf({ id: invoice.id, bookingId: invoice.bookingId, purchaseId: invoice.purchaseId });
}

const isSameBuyer = (one: InvoiceBuyer, other: InvoiceBuyer): boolean =>
  one.company === other.company && one.address === other.address && one.taxNumber === other.taxNumber;

/** Returns why the details of a sale's invoice can't be changed online; null if they can. */
export function refusalOf({
  totalMinor,
  invoice,
  documents,
}: Pick<ReturnType<typeof balanceOf>, "totalMinor" | "invoice" | "documents">): string | null {
  if (totalMinor !== invoice.totalMinor) {
    return "A part of this invoice has been refunded, so its details can’t be changed here. Please write to us.";
  }
  const changes = documents.filter(({ cause }) => cause.startsWith("details:")).length;
  return changes >= mostChanges ? "This invoice was changed several times. Please write to us." : null;
}

/** Returns the details that a member wants on their invoices from now on. */
export async function getOwnDetails({ db, user }: MemberContext): Promise<z.infer<typeof detailsForm>> {
  const own = await db.query.invoiceDetails.findFirst({ where: eq(invoiceDetails.userId, user.id) });
  return { company: own?.company ?? "", address: own?.address ?? "", taxNumber: own?.taxNumber ?? "" };
}

/** Keeps the details for the member's invoices from now on. Those that were issued stay as they are. */
export async function saveOwnDetails(
  { db, user, clock }: MemberContext,
  typed: z.infer<typeof detailsForm>,
): Promise<void> {
  const row = { ...typed, updatedAt: clock.now() };
  await db
    .insert(invoiceDetails)
    .values({ userId: user.id, ...row })
    .onConflictDoUpdate({ target: invoiceDetails.userId, set: row });
}
