import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { OrderRef } from "@server/office/orders/schemas";
import { paymentLeftAddress } from "~/lib/payment-left";

const queryOf = ({ request }: LoaderFunctionArgs) => new URL(request.url).searchParams;

/** Leads a visitor who comes back from the payment page without paying to the page that gives the order up. */
export function followPaymentLeft(args: LoaderFunctionArgs, kind: OrderRef["kind"], form: string): void {
  const id = queryOf(args).get("cancelled");
  if (id) throw redirect(paymentLeftAddress({ kind, id }, form));
}

/** Returns the id of the purchase for which a visitor comes back from the payment page. */
export function paidIn(args: LoaderFunctionArgs): string | null {
  const query = queryOf(args);
  return query.get("success") === "true" ? query.get("purchaseId") : null;
}

/** Returns whether the visitor has left the payment page and is back at the form. */
export const isPaymentLeft = (args: LoaderFunctionArgs): boolean => queryOf(args).get("notice") === "payment-cancelled";
