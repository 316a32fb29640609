import { parseParameters } from "../parameters";
import { retrieve, route } from "../route";
import { listObjects } from "../store";
import { billingSchemas } from "./parameters";

export const invoiceRoutes = [
  route("GET", "/v1/invoices", "invoices.list", async ({ db, form }) => {
    const { subscription, status, ...page } = parseParameters(billingSchemas.invoices, form);
    const parent = subscription && { subscription_details: { subscription } };
    return listObjects(db, { kind: "invoice", url: "/v1/invoices", page, where: { status, parent } });
  }),
  route("GET", "/v1/invoices/{id}", "invoices.retrieve", retrieve("invoice")),
  route("GET", "/v1/invoice_payments", "invoicePayments.list", async ({ db, form }) => {
    const { invoice, status, payment, ...page } = parseParameters(billingSchemas.invoicePayments, form);
    const where = { invoice, status, payment };
    return listObjects(db, { kind: "invoice_payment", url: "/v1/invoice_payments", page, where });
  }),
] as const;
