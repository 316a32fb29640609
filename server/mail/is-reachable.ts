/** Whether a mail can get there: no address under `.invalid` exists, for ever (RFC 2606). */
export const isReachable = (address: string): boolean => !/\.invalid$/i.test(address.trim());
