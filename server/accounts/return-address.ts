/** Only tells our own addresses from others. */
const ownSite = "https://site.invalid";
const longest = 2048;

/**
 * The page of ours that the text leads to, as a path with query and fragment; null for anything else: another site's
 * address in whatever disguise, or no address at all.
 */
export function safeReturnAddress(text: string | null | undefined): string | null {
  if (!text?.startsWith("/") || text.length > longest) return null;
  // Browsers take a backslash for a slash, and pass over control characters.
  if (/[\\\p{Cc}]/u.test(text) || !URL.canParse(text, ownSite)) return null;
  const { origin, pathname, search, hash } = new URL(text, ownSite);
  // "/.//elsewhere.example" is a path of ours until its dots are resolved.
  if (origin !== ownSite || pathname.startsWith("//")) return null;
  return pathname + search + hash;
}
