import { randomInt } from "node:crypto";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Returns an unguessable text: only the session's id protects a payment page. */
export function randomText(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}

const forms = {
  session: ["cs_test_a1", 56],
  lineItem: ["li_1", 23],
  price: ["price_1", 23],
  product: ["prod_", 14],
  paymentIntent: ["pi_3", 23],
  paymentMethod: ["pm_1", 23],
  customer: ["cus_", 14],
  subscription: ["sub_1", 23],
  subscriptionItem: ["si_", 14],
  schedule: ["sub_sched_1", 23],
  invoice: ["in_1", 23],
  invoiceLine: ["il_1", 23],
  invoicePayment: ["inpay_1", 23],
  portalConfiguration: ["bpc_1", 23],
  portalSession: ["bps_1", 23],
  charge: ["ch_3", 23],
  refund: ["re_3", 23],
  balanceTransaction: ["txn_3", 23],
  payout: ["po_1", 23],
  dispute: ["dp_1", 23],
  fraudWarning: ["issfr_1", 23],
  webhookEndpoint: ["we_1", 23],
  event: ["evt_1", 23],
  request: ["req_", 14],
} as const satisfies Record<string, readonly [prefix: string, length: number]>;

export function newId(of: keyof typeof forms): string {
  const [prefix, length] = forms[of];
  return prefix + randomText(length);
}
