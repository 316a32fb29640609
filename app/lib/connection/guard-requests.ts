import { abandonRequest, type LostRequest } from "./lost-request";
import { BadResponse, pagePathOf, readWholeResponse } from "./page-answer";
import { guardModules } from "./route-modules";
import { followHistory } from "./stay-on-page";

type Scope = Pick<
  typeof globalThis,
  "fetch" | "__remixRouter" | "__remixManifest" | "location" | "history" | "navigator" | "document"
>;

/**
 * Keeps the page and its input when a request by Remix fails: the network is down, a proxy answers instead of the
 * site, or the answer breaks off. Covers all forms and links, because it wraps `fetch` and the loading of routes'
 * scripts. Calls `tell` with the lost request. Returns a function that stops it.
 */
export function guardRequests(scope: Scope, onLost: (lost: LostRequest) => void): () => void {
  const { fetch, __remixRouter: router } = scope;
  const entry = followHistory(router, scope.history);
  const unanswered = (failed: Parameters<typeof abandonRequest>[1]): Promise<never> => {
    const isReturning = entry.isReturning();
    const lost = abandonRequest(router, failed);
    entry.restore();
    if (lost && !isReturning) onLost(lost);
    return new Promise(() => undefined);
  };

  const modules = guardModules(router, scope, (isUnsent) => unanswered({ method: "GET", path: null, isUnsent }));

  scope.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, scope.location.href);
    const method = init?.method ?? "GET";
    const path = url.origin === scope.location.origin ? pagePathOf(url.pathname) : null;
    const isDiscovery = url.pathname === "/__manifest" && init?.signal;
    if (path === null && !isDiscovery) return fetch(input, init);
    const isUnsent = !scope.navigator.onLine;
    try {
      const response = await fetch(input, init);
      return await (isDiscovery ? modules.loadRoutes(response) : readWholeResponse(response, method));
    } catch (error) {
      if (init?.signal?.aborted || !(error instanceof TypeError || error instanceof BadResponse)) throw error;
      return unanswered({ method, path, isUnsent });
    }
  };
  return () => {
    scope.fetch = fetch;
    modules.stop();
    entry.stop();
  };
}
