/** The admin's page that compares our books with Stripe's. */
export const ledgerPath = "/admin/payments";
