import type { HeadersFunction } from "@remix-run/node";

/** No cache and no "back" after signing out shows a page about an account; a refused form says when to come back. */
export const privateHeaders: HeadersFunction = ({ actionHeaders }) => {
  const retryAfter = actionHeaders.get("Retry-After");
  return { "Cache-Control": "no-store", ...(retryAfter !== null && { "Retry-After": retryAfter }) };
};

/** The same for pages whose address holds a key: no other site is told where its visitor came from. */
export const keyedHeaders: HeadersFunction = (args) => ({
  ...Object.fromEntries(new Headers(privateHeaders(args))),
  "Referrer-Policy": "same-origin",
});
