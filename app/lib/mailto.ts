/** Returns the link that writes to an address, and to no other: an address may hold the signs that add to a link. */
export const mailtoOf = (email: string): string => `mailto:${encodeURIComponent(email).replaceAll("%40", "@")}`;
