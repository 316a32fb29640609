import type { ServerBuild } from "@remix-run/node";

type RouteId = string;
type RouteInfo = { id: RouteId; parentId?: string | undefined; path?: string | undefined };

/**
 * Prepares a handler for each part of a build when it is first needed. A part holds the routes whose first segment is
 * that of the address, and those that can match any address: Remix compiles and ranks the patterns of all the routes
 * that it is given several times per page.
 */
export function handlersByPart<Handler>(
  build: ServerBuild,
  prepare: (part: ServerBuild) => Handler,
): (pathname: string) => Handler {
  const segments = firstSegments(build);
  const fixed = new Set([...segments.values()].flat().filter((segment) => segment !== anySegment));
  const prepared = new Map<string, Handler>();
  const handlerOf = (key: string, part: () => ServerBuild): Handler => {
    const handler = prepared.get(key) ?? prepare(part());
    prepared.set(key, handler);
    return handler;
  };
  return (pathname) => {
    const segment = firstSegmentOf(pathname);
    if (segment === null) return handlerOf(wholeBuild, () => build);
    const known = fixed.has(segment) ? segment : unknownSegment;
    return handlerOf(known, () => withRoutes(build, (id) => isServed(segments.get(id) ?? [], known)));
  };
}

/** Keys of handlers that no segment can equal. */
const [wholeBuild, unknownSegment] = ["/", "?"];
const anySegment = "*";
const home = "";

/** Home belongs to each part: Remix describes it to the browser on every page. */
const isServed = (ofRoute: string[], segment: string): boolean =>
  ofRoute.some((one) => one === segment || one === anySegment || one === home);

/** Returns the first segments of the addresses that each route serves itself or through its children. */
function firstSegments({ routes }: ServerBuild): Map<RouteId, string[]> {
  const all = Object.values(routes).filter((route) => route !== undefined);
  const segments = new Map<RouteId, string[]>(all.map(({ id }) => [id, []]));
  for (const route of all) {
    const lineage = lineageOf(route, routes);
    const isLayout = route.path === undefined && !route.index;
    if (isLayout) continue;
    const path = lineage.flatMap(({ path: part }) => part?.split("/") ?? []);
    const first = path.find((part) => part !== "") ?? home;
    const segment = /[:*?]/.test(first) ? anySegment : first.toLowerCase();
    for (const { id } of lineage) segments.get(id)?.push(segment);
  }
  return segments;
}

/** Returns a route's ancestors, the root first, and the route. */
function lineageOf(route: RouteInfo, routes: ServerBuild["routes"]): RouteInfo[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return parent ? [...lineageOf(parent, routes), route] : [route];
}

/** Returns null for the manifest of all routes and for addresses that the router would rewrite before it matches. */
function firstSegmentOf(pathname: string): string | null {
  const [, first] = /^\/([\w.~-]*)(?:\/|$)/.exec(pathname) ?? [];
  if (first === undefined || first === "__manifest" || pathname.startsWith("//")) return null;
  const isData = pathname.length === first.length + 1 && first.endsWith(".data");
  const segment = isData ? first.slice(0, -".data".length) : first;
  return segment === "_root" ? home : segment.toLowerCase();
}

function withRoutes(build: ServerBuild, isKept: (id: RouteId) => boolean): ServerBuild {
  const keep = <Routes extends object>(routes: Routes) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => isKept(id)));
  return { ...build, routes: keep(build.routes), assets: { ...build.assets, routes: keep(build.assets.routes) } };
}
