import type Stripe from "stripe";
import { newId, randomText } from "../ids";

export type CustomerObject = Stripe.Customer & {
  invoice_settings: Stripe.Customer.InvoiceSettings & { default_payment_method: string | null };
  invoice_prefix: string;
  next_invoice_sequence: number;
};

type NewCustomer = {
  created: number;
  email: string | null;
  name?: string | null;
  metadata?: Record<string, string>;
};

export const buildCustomer = ({ created, email, ...rest }: NewCustomer): CustomerObject => ({
  id: newId("customer"),
  object: "customer",
  address: null,
  balance: 0,
  created,
  currency: null,
  customer_account: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email,
  invoice_prefix: randomText(8).toUpperCase(),
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: false,
  metadata: rest.metadata ?? {},
  name: rest.name ?? null,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: "none",
  test_clock: null,
});
