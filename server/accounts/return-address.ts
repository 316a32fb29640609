const ownSite = "https://site.invalid";
const longest = 2048;

export function safeReturnAddress(text: string | null | undefined): string | null {
  if (!text?.startsWith("/") || text.length > longest) return null;
  // Browsers read a backslash as a slash and skip control characters.
  if (/[\\\p{Cc}]/u.test(text) || !URL.canParse(text, ownSite)) return null;
  const { origin, pathname, search, hash } = new URL(text, ownSite);
  if (origin !== ownSite || pathname.startsWith("//")) return null;
  return pathname + search + hash;
}
