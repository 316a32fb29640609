import type { ServerBuild } from "@remix-run/node";
import { pagePathOf } from "./page-path";

type RouteId = string;
type RouteInfo = { id: RouteId; parentId?: string | undefined; path?: string | undefined };

/** Prepares a handler for each part of a build when it is first needed. */
export function handlersByPart<Handler>(
  build: ServerBuild,
  prepare: (part: ServerBuild) => Handler,
): (pathname: string) => Handler {
  const part = partOf(build);
  const prepared = new Map<ServerBuild, Handler>();
  return (pathname) => {
    const routes = part(pathname);
    const handler = prepared.get(routes) ?? prepare(routes);
    prepared.set(routes, handler);
    return handler;
  };
}

/**
 * Returns a function that gives the part of a build that serves an address, always the same object for the same part. A
 * part holds the routes whose first segment is that of the address, and those that can match any address: Remix compiles
 * and ranks the patterns of all the routes that it is given several times per page.
 */
export function partOf(build: ServerBuild): (pathname: string) => ServerBuild {
  const segments = firstSegments(build);
  const fixed = new Set([...segments.values()].flat().filter((segment) => segment !== anySegment));
  const parts = new Map<string, ServerBuild>();
  return (pathname) => {
    const segment = firstSegmentOf(pathname);
    if (segment === null) return build;
    const key = fixed.has(segment) ? segment : unknownSegment;
    const part = parts.get(key) ?? withRoutes(build, (id) => isServed(segments.get(id) ?? [], key));
    parts.set(key, part);
    return part;
  };
}

/** No segment can equal it. */
const unknownSegment = "?";
const anySegment = "*";
const home = "";

/** Home belongs to each part: Remix describes it to the browser on every page. */
const isServed = (ofRoute: string[], segment: string): boolean =>
  ofRoute.some((served) => served === segment || served === anySegment || served === home);

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

/** Returns null for addresses that the router would rewrite before it matches. */
function firstSegmentOf(pathname: string): string | null {
  const [, first] = /^\/([\w.~-]*)(?:\/|$)/.exec(pagePathOf(pathname)) ?? [];
  if (first === undefined || pathname.startsWith("//")) return null;
  return first.toLowerCase();
}

function withRoutes(build: ServerBuild, isKept: (id: RouteId) => boolean): ServerBuild {
  const keep = <Routes extends object>(routes: Routes) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => isKept(id)));
  return { ...build, routes: keep(build.routes), assets: { ...build.assets, routes: keep(build.assets.routes) } };
}
