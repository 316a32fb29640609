/** A page repeats no longer address than this: it would grow with what a stranger has made up. */
const longest = 200;

type Location = { pathname: string; search: string };

/** Returns the path with its query; without the query, or the home page's path, if it would be too long. */
export function shortAddress({ pathname, search }: Location): string {
  const fits = (address: string) => address.length <= longest;
  return [pathname + search, pathname].find(fits) ?? "/";
}

/** The length of an e-mail address, the longest of the parameters that pages repeat. */
const longestParameter = 254;

/** Returns a parameter of the query that the page shows again; what is longer than any of ours is cut off. */
export const shownParameter = (query: URLSearchParams, name: string): string =>
  (query.get(name) ?? "").trim().slice(0, longestParameter);
