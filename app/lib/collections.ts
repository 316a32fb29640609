/** Returns the address of the dialog that sells what is shown at a path. */
export const purchasePath = (path: string): string => `${path}?purchase=true`;

/** Returns the address of the dialog that links a signed-out buyer's purchase to an account. */
export const setupPath = (path: string): string => `${path}?account=setup`;

/** Returns the address of a collection whose page, or a page below it, is at a path; null for any other path. */
export function collectionPathIn(pathname: string): string | null {
  // The router also accepts capitals and percent-encoded letters.
  const plain = pathname.replace(/%[2-7][\da-f]/gi, (encoded) => decodeURIComponent(encoded)).toLowerCase();
  return /^(?:\/admin)?(\/collections\/[^/]+|\/[^/]+-(?:recordings|purchases))(?:\/|$)/.exec(plain)?.[1] ?? null;
}
