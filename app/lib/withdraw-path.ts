/** Returns the address of the page for withdrawing, with the reference of an order filled in. */
export const withdrawPath = (reference?: string): string =>
  reference === undefined ? "/withdraw" : `/withdraw?reference=${reference}`;
