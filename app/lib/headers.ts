import type { HeadersArgs, HeadersFunction } from "@remix-run/node";

/** A refused form says when to come back, on pages without any other headers of their own. */
export const refusalHeaders = ({ actionHeaders }: Pick<HeadersArgs, "actionHeaders">): Record<string, string> => {
  const retryAfter = actionHeaders.get("Retry-After");
  return retryAfter === null ? {} : { "Retry-After": retryAfter };
};

/** No cache and no "back" after signing out shows a page about an account; a refused form says when to come back. */
export const privateHeaders: HeadersFunction = (args) => ({ "Cache-Control": "no-store", ...refusalHeaders(args) });
