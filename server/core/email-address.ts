/** Returns an address in the form that identifies its mailbox. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();

/** Returns the address in "Breathroom <hello@breathroom.example>". */
export const addressIn = (sender: string): string => (/<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender).trim();

/** Returns the name in it; empty for a bare address. */
export const nameIn = (sender: string): string =>
  (/^(.*)<[^<>]+>\s*$/.exec(sender)?.[1] ?? "").replaceAll('"', "").trim();

/** Returns whether mail can be delivered: no address under `.invalid` ever exists (RFC 2606). */
export const isReachable = (address: string): boolean => !/\.invalid$/i.test(address.trim());

/** Replaces the name of a deleted account. */
export const deletedName = { first: "Deleted", last: "member" };

/** Returns the placeholder for a deleted account's e-mail address, one for each account, for the books. */
export const deletedAddress = (userId: string): string => `deleted-${userId}@deleted.invalid`;

/** Returns an address as the admin's pages show it. */
export const shownEmail = (email: string): string => (isDeletedAddress(email) ? "Deleted account" : email);

/** Returns whether an address belonged to an account that was deleted. */
export const isDeletedAddress = (email: string): boolean => email.toLowerCase().endsWith("@deleted.invalid");
