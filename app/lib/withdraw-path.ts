/** Returns the address of the page for withdrawing, with the reference of an order filled in. */
export const withdrawPath = (orderId?: string): string =>
  orderId === undefined ? "/withdraw" : `/withdraw?reference=${orderId.slice(0, 8).toUpperCase()}`;
