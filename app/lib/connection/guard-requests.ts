import { discoverRoutes } from "./discovery";
import { abandonRequest, type LostRequest, type Reason } from "./lost-request";
import { followHistory, type Router } from "./stay-on-page";

type Scope = Pick<
  typeof globalThis,
  "fetch" | "__remixRouter" | "__remixManifest" | "location" | "history" | "navigator" | "document"
>;

/** Keeps the page and its input when a request by Remix fails: wraps `fetch` and the loading of route scripts. */
export function guardRequests(scope: Scope, onLost: (lost: LostRequest) => void): () => void {
  const { fetch, __remixRouter: router } = scope;
  const entry = followHistory(router, scope.history);
  const giveUp = (failed: Parameters<typeof abandonRequest>[1]): Promise<never> => {
    const isReturning = entry.isReturning();
    const lost = abandonRequest(router, failed);
    entry.restore();
    if (lost && !isReturning) onLost(lost);
    return new Promise(() => undefined);
  };

  const modules = guardModules(router, scope, (reason) => giveUp({ method: "GET", path: null, reason }));

  scope.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, scope.location.href);
    const method = init?.method ?? "GET";
    const path = url.origin === scope.location.origin ? pagePathOf(url.pathname) : null;
    const isDiscovery = url.pathname === "/__manifest" && url.origin === scope.location.origin;
    // Without a signal, Remix only looks ahead: nothing is lost if that fails.
    if (isDiscovery && !init?.signal) return discoverRoutes(fetch, url, init);
    if (path === null && !isDiscovery) return fetch(input, init);
    const isOnline = scope.navigator.onLine;
    try {
      const response = await fetch(input, init);
      return await (isDiscovery ? modules.loadRoutes(response) : readWholeResponse(response, method));
    } catch (error) {
      if (init?.signal?.aborted || !(error instanceof TypeError || error instanceof BadResponse)) throw error;
      return giveUp({ method, path, reason: reasonOf(error, isOnline) });
    }
  };
  return () => {
    scope.fetch = fetch;
    modules.stop();
    entry.stop();
  };
}

type Scripts = { module: string; imports?: string[] | undefined };

/** Loads route scripts into the cache first: if one can't be loaded, Remix reloads the document and loses all input. */
function guardModules(router: Router, scope: Scope, giveUp: (reason: Reason) => Promise<never>) {
  const { fetch } = scope;
  const loaded = new Set(preloadsOf(scope.document));
  const guarded = new Set<unknown>();

  const loadScript = async (address: string) => {
    if (loaded.has(address)) return;
    const response = await fetch(address);
    const isScript = response.headers.get("Content-Type")?.includes("javascript");
    if (!response.ok || !isScript) throw new BadResponse(response.status);
    await response.arrayBuffer();
    loaded.add(address);
  };
  const loadScripts = ({ module, imports = [] }: Scripts) => Promise.all([module, ...imports].map(loadScript));

  const guard = (routes: Router["routes"]) => {
    for (const route of routes) {
      const { lazy } = route;
      if (lazy && !guarded.has(lazy)) {
        route.lazy = async () => {
          const isOnline = scope.navigator.onLine;
          const scripts = scope.__remixManifest.routes[route.id];
          try {
            if (scripts) await loadScripts(scripts);
          } catch (error) {
            const isOutdated = error instanceof BadResponse && error.status === 404;
            if (isOutdated && leaveForNewBuild(router, scope)) return new Promise(() => undefined);
            return giveUp(reasonOf(error, isOnline));
          }
          return lazy();
        };
        guarded.add(route.lazy);
      }
      if (route.children) guard(route.children);
    }
  };
  guard(router.routes);
  const stop = router.subscribe(() => guard(router.routes));

  /** Loads the scripts of newly discovered routes, which Remix uses before `guard` sees them. */
  const loadRoutes = async (response: Response): Promise<Response> => {
    if (!response.ok) throw new BadResponse(response.status);
    if (response.status === 204) return response;
    const body = await response.text();
    await Promise.all(Object.values(scriptsIn(body, response.status)).map(loadScripts));
    return new Response(body, { status: response.status, headers: response.headers });
  };
  return { loadRoutes, stop };
}

function scriptsIn(body: string, status: number): Record<string, Scripts> {
  try {
    return JSON.parse(body) as Record<string, Scripts>;
  } catch {
    throw new BadResponse(status);
  }
}

/** A newer build has other scripts, so a navigation loads the whole page. Returns false for a form, which is kept. */
function leaveForNewBuild({ state: { navigation } }: Router, { location }: Scope): boolean {
  if (navigation.state !== "loading" || (navigation.formMethod && navigation.formMethod !== "GET")) return false;
  const { pathname, search, hash } = navigation.location;
  location.assign(location.origin + pathname + search + hash);
  return true;
}

/** The scripts that the page was loaded with are in the cache already. */
const preloadsOf = (document: Document) =>
  [...document.querySelectorAll("link[rel=modulepreload]")].map((link) => link.getAttribute("href") ?? "");

/** An answer that did not come from the site, or not completely. */
export class BadResponse extends Error {
  constructor(readonly status: number) {
    super(`Bad answer (${status})`);
  }
}

const reasonOf = (error: unknown, wasOnline: boolean): Reason =>
  !wasOnline ? "offline" : error instanceof BadResponse && error.status === 503 ? "busy" : "unknown";

/** Returns a response to Remix once all of it has arrived. Throws BadResponse for anything else. */
export async function readWholeResponse(response: Response, method: string): Promise<Response> {
  const { status, statusText, headers } = response;
  if (headers.get("X-Remix-Response") !== "yes") throw new BadResponse(status);
  if (status === 204) return response;
  const body = await response.text();
  const values = valuesOf(body);
  if (!values) throw new BadResponse(status);
  // A form that met a server error is kept, like one that never arrived.
  if (method !== "GET" && status >= 500 && values[1] === "error") throw new BadResponse(status);
  return new Response(body, { status, statusText, headers });
}

/** Returns the values of turbo-stream's first line; null if it or the end of the last line is missing. */
function valuesOf(body: string): unknown[] | null {
  if (!body.endsWith("\n")) return null;
  try {
    const values: unknown = JSON.parse(body.slice(0, body.indexOf("\n")));
    return Array.isArray(values) ? values : null;
  } catch {
    return null;
  }
}

/** Returns the path of the page whose data `pathname` loads or posts; null if it is no page's data. */
export function pagePathOf(pathname: string): string | null {
  if (!pathname.endsWith(".data")) return null;
  return pathname === "/_root.data" ? "/" : pathname.slice(0, -".data".length);
}
