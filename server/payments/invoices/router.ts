import { adminProcedure, memberProcedure, publicProcedure, router } from "../../core/trpc";
import { openInvoiceArchive } from "./archive";
import { changeInvoiceDetails, getOwnDetails, saveOwnDetails } from "./change-details";
import { drawInvoiceFile } from "./draw-invoice";
import { getInvoicingForm, saveInvoicing } from "./invoicing-settings";
import { listInvoices } from "./list-invoices";
import { getInvoice } from "./get-invoice";
import { archiveQuery, changedDetails, detailsForm, invoiceRef, invoicingForm, monthQuery } from "./schemas";

export const invoicesRouter = router({
  get: publicProcedure.input(invoiceRef).query(({ ctx, input }) => getInvoice(ctx, input)),
  draw: publicProcedure.input(invoiceRef).query(({ ctx, input }) => drawInvoiceFile(ctx, input)),
  changeDetails: publicProcedure.input(changedDetails).mutation(({ ctx, input }) => changeInvoiceDetails(ctx, input)),
  getOwnDetails: memberProcedure.query(({ ctx }) => getOwnDetails(ctx)),
  saveOwnDetails: memberProcedure.input(detailsForm).mutation(({ ctx, input }) => saveOwnDetails(ctx, input)),
  admin: router({
    list: adminProcedure.input(monthQuery).query(({ ctx, input }) => listInvoices(ctx, input)),
    openArchive: adminProcedure.input(archiveQuery).mutation(({ ctx, input }) => openInvoiceArchive(ctx, input)),
    getSettings: adminProcedure.query(({ ctx }) => getInvoicingForm(ctx)),
    saveSettings: adminProcedure.input(invoicingForm).mutation(({ ctx, input }) => saveInvoicing(ctx, input)),
  }),
});
