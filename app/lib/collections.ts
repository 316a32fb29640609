/** Returns the address of the dialog that sells what is shown at a path. */
export const purchasePath = (path: string): string => `${path}?purchase=true`;

/** Returns the address of the dialog that links a signed-out buyer's purchase to an account. */
export const setupPath = (path: string): string => `${path}?account=setup`;

/** Returns a path as the router reads it: capitals and percent-encoded letters are the letters themselves. */
export const plainPath = (pathname: string): string =>
  pathname.replace(/%[2-7][\da-f]/gi, (encoded) => decodeURIComponent(encoded)).toLowerCase();

/** Returns the address of a collection whose page, or a page below it, is at a path; null for any other path. */
export const collectionPathIn = (pathname: string): string | null =>
  /^(?:\/admin)?(\/collections\/[^/]+|\/[^/]+-(?:recordings|purchases))(?:\/|$)/.exec(plainPath(pathname))?.[1] ?? null;
