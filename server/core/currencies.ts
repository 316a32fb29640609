/** The currencies that a price can be shown and charged in. */
export const currencies = ["GBP", "EUR", "USD"] as const;

export type Currency = (typeof currencies)[number];
