import type { z } from "zod";
import type { Context } from "../../core/context";
import { payableRefOf } from "../payable-ref";
import { refusalOf } from "./change-details";
import { findInvoice, type InvoiceLink, linkOf, type PrintedInvoice, printInvoice } from "./read-invoice";
import { balanceOf, listDocuments } from "./sale";
import type { detailsForm, invoiceRef } from "./schemas";

type OpenedInvoice = {
  printed: PrintedInvoice;
  /** The other documents of its order. */
  others: InvoiceLink[];
  details: z.infer<typeof detailsForm>;
  /** Null if the details can be changed. */
  refusal: string | null;
};

/** Returns a document to those who have its link. Throws not_found. */
export async function getInvoice(ctx: Context, ref: z.infer<typeof invoiceRef>): Promise<OpenedInvoice> {
  const found = await findInvoice(ctx.db, ref);
  const { id, rootId, bookingId, purchaseId } = found.invoice;
  const documents = await listDocuments(ctx.db, payableRefOf({ id, bookingId, purchaseId }));
  const left = balanceOf(documents, rootId);
  const { company, address, taxNumber } = left.invoice.buyer;
  return {
    printed: printInvoice(found, ctx),
    others: documents.filter((document) => document.id !== id).map(linkOf),
    details: { company, address, taxNumber },
    refusal: left.invoice.id === id ? refusalOf(left) : "This is not the newest invoice of its sale.",
  };
}
