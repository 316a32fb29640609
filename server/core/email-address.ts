/** The same mailbox, however its address was typed. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();

/** The address in "Breathroom <hello@breathroom.example>". */
export const addressIn = (sender: string): string => (/<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender).trim();

/** The name in it; empty where there is an address only. */
export const nameIn = (sender: string): string =>
  (/^(.*)<[^<>]+>\s*$/.exec(sender)?.[1] ?? "").replaceAll('"', "").trim();

/** Whether a mail can get there: no address under `.invalid` exists, for ever (RFC 2606). */
export const isReachable = (address: string): boolean => !/\.invalid$/i.test(address.trim());

/** What stands where a name stood. */
export const deletedName = { first: "Deleted", last: "member" };

/** What stands where the e-mail address of an account stood: nobody's, and one for each account, for the books. */
export const deletedAddress = (userId: string): string => `deleted-${userId}@deleted.invalid`;

/** An address as the office shows it: where there was an account, and is none any more, it says that. */
export const shownEmail = (email: string): string => (isDeletedAddress(email) ? "Deleted account" : email);

/** Whether a row was somebody's who has deleted her account. */
export const isDeletedAddress = (email: string): boolean => email.toLowerCase().endsWith("@deleted.invalid");
