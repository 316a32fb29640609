const ownSite = "https://site.invalid";
const longestAddress = 2048;

/** What browsers skip or read as a slash: it makes an address look like another one than it is. */
const disguise = /[\\\p{Cc}\p{Cs}]/u;

/** An encoded backslash, slash or control character: no path of ours has one. */
const encodedDisguise = /%(?:5c|2f|[01][\da-f]|7f)/i;

/** Returns an address of this site, from its path on; null for any other, however it is written. */
export function ownAddress(text: string | null | undefined): string | null {
  if (!text?.startsWith("/") || text.length > longestAddress) return null;
  if (disguise.test(text) || !URL.canParse(text, ownSite)) return null;
  const { origin, pathname, search, hash } = new URL(text, ownSite);
  if (origin !== ownSite || pathname.startsWith("//") || encodedDisguise.test(pathname)) return null;
  return pathname + search + hash;
}

export type Scheme = "https:" | "http:" | "mailto:";
export const webSchemes: readonly Scheme[] = ["https:", "http:"];

/** Spaces, and characters that are not seen or turn the direction of what follows. */
const unseen = /[\s\p{Cf}]/u;

/** Returns an address outside of this site as it is written; null for one that leads elsewhere than it seems to. */
export function outsideAddress(
  text: string | null | undefined,
  schemes: readonly Scheme[] = webSchemes,
): string | null {
  if (!text || text.length > longestAddress || disguise.test(text) || unseen.test(text)) return null;
  if (!/^(?:https?:\/\/[^/?#]|mailto:[^/?#@]+@[^/?#@])/i.test(text) || !URL.canParse(text)) return null;
  const { protocol, username, password } = new URL(text);
  return schemes.some((scheme) => scheme === protocol) && !username && !password ? text : null;
}
