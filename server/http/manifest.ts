import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import type { RequestHandler, Response } from "express";
import { partOf } from "./build-parts";
import { mostSegments } from "./security";

/** What a page's script may ask for at once; it sends larger batches in parts (app/lib/connection). */
const most = { queryBytes: 2048, paths: 32, pathsUpTo: 48, keptPaths: 1000 };

/** The path of a link of ours. */
const linkPath = /^(?:\/[\w.~%-]+)*\/?$/;

/**
 * Answers which routes the links of a page lead to, like Remix would: for each path and each path above it. Remix
 * compiles and ranks all routes anew for each of them, so that one request could occupy the process for seconds.
 */
export function manifestHandler(build: ServerBuild): RequestHandler {
  const { version, routes } = build.assets;
  const routesAt = keepLatest(most.keptPaths, matcherFor(build));
  return (request, response) => {
    const query = request.originalUrl.split("?")[1] ?? "";
    if (query.length > most.queryBytes) return refuse(response);
    const parameters = new URLSearchParams(query);
    if (parameters.get("version") !== version)
      return void response.status(204).set("X-Remix-Reload-Document", "true").end();
    const paths = new Set(parameters.getAll("p").map((path) => (path.startsWith("/") ? path : `/${path}`)));
    const all = new Set([...paths].flatMap(pathsUpTo));
    const isPlain = [...paths].every((path) => linkPath.test(path) && path.split("/").length - 1 <= mostSegments);
    if (paths.size === 0 || paths.size > most.paths || all.size > most.pathsUpTo || !isPlain) return refuse(response);
    const ids = new Set([...all].flatMap(routesAt));
    response.set("Cache-Control", "public, max-age=31536000, immutable");
    response.json(Object.fromEntries([...ids].map((id) => [id, routes[id]])));
  };
}

const refuse = (response: Response): void => void response.status(400).type("text").send("Invalid request");

/** Returns the path and those above it, as in /a and /a/b for /a/b. */
const pathsUpTo = (path: string): string[] =>
  path.split("/").flatMap((_, index, segments) => (index === 0 ? [] : [segments.slice(0, index + 1).join("/")]));

/** Returns a function that gives the ids of the routes that a path matches, layouts included. */
function matcherFor(build: ServerBuild): (path: string) => string[] {
  const part = partOf(build);
  const trees = new WeakMap<ServerBuild, Tree>();
  return (path) => {
    const routes = part(path);
    const tree = trees.get(routes) ?? treeOf(routes);
    trees.set(routes, tree);
    return (matchRoutes(tree, path, build.basename) ?? []).flatMap(({ route }) => route.id ?? []);
  };
}

type Tree = Parameters<typeof matchRoutes>[0];

function treeOf({ routes }: ServerBuild): Tree {
  const all = Object.values(routes).filter((route) => route !== undefined);
  const below = (parentId: string | undefined): Tree =>
    all
      .filter((route) => route.parentId === parentId)
      .map(({ id, path, index, caseSensitive }) => ({
        id,
        path,
        caseSensitive,
        ...(index ? { index: true as const } : { children: below(id) }),
      }));
  return below(undefined);
}

/** Remembers the values of the latest keys. */
function keepLatest<Value>(count: number, read: (key: string) => Value): (key: string) => Value {
  const kept = new Map<string, Value>();
  return (key) => {
    const value = kept.get(key) ?? read(key);
    kept.delete(key);
    kept.set(key, value);
    const [oldest] = kept.keys();
    if (kept.size > count && oldest !== undefined) kept.delete(oldest);
    return value;
  };
}
