import { isRouteErrorResponse } from "@remix-run/react";
import { createContext, useContext, useSyncExternalStore } from "react";

/** Marks the server's own scripts for the content security policy; undefined in the browser. */
export const NonceContext = createContext<string | undefined>(undefined);

/** The id of the request that rendered the document. The browser knows it on a hydrated error page only. */
export const ReferenceContext = createContext<string | undefined>(undefined);

/** Returns the id under which the server logged an error: the failed request's own, else that of the document. */
export function useReference(error: unknown): string | undefined {
  const ofDocument = useContext(ReferenceContext);
  const data: unknown = isRouteErrorResponse(error) ? error.data : undefined;
  const isReported = typeof data === "object" && data !== null && "requestId" in data;
  return isReported && typeof data.requestId === "string" ? data.requestId : ofDocument;
}

const never = () => () => undefined;

/** Returns false in the server's HTML and until hydration: for controls that need scripting. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
