import { BadResponse } from "./page-answer";
import type { Router } from "./stay-on-page";

type Scope = Pick<typeof globalThis, "fetch" | "__remixManifest" | "location" | "navigator" | "document">;
type Scripts = { module: string; imports?: string[] | undefined };

/**
 * Remix reloads the document when a route's script can't be loaded, which loses all input. This loads scripts into
 * the browser's cache first, and calls `unanswered` if that fails.
 */
export function guardModules(router: Router, scope: Scope, unanswered: (isUnsent: boolean) => Promise<never>) {
  const { fetch } = scope;
  const loaded = new Set(preloaded(scope.document));
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
          const isUnsent = !scope.navigator.onLine;
          const scripts = scope.__remixManifest.routes[route.id];
          try {
            if (scripts) await loadScripts(scripts);
          } catch (error) {
            const isOutdated = error instanceof BadResponse && error.status === 404;
            if (isOutdated && leaveForNewBuild(router, scope)) return new Promise(() => undefined);
            return unanswered(isUnsent);
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
  location.assign(pathname + search + hash);
  return true;
}

/** The scripts that the page was loaded with are in the cache already. */
const preloaded = (document: Document) =>
  [...document.querySelectorAll("link[rel=modulepreload]")].map((link) => link.getAttribute("href") ?? "");
