import { appRouter } from "@server/api/root";
import { readManifest } from "../built-site";
import { fieldNames, shapeOf } from "./schema-values";
import type { SiteRoute } from "./site-route";

export type Procedure = { path: string; type: "query" | "mutation"; shape: ReturnType<typeof shapeOf> };

/** Reads the routes of the built site's manifest: `/admin/sessions/:id`. */
export function readRoutes(): SiteRoute[] {
  const { routes } = readManifest();
  const patternOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    return route ? [patternOf(route.parentId), route.path].filter(Boolean).join("/") : "";
  };
  return Object.values(routes).map(({ id, hasAction }) => ({ id, pattern: `/${patternOf(id)}`, hasAction }));
}

export function readProcedures(): Procedure[] {
  const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: unknown }>);
  return procedures.map(([path, { _def }]) => {
    const { type, inputs } = _def as { type: "query" | "mutation"; inputs: unknown[] };
    return { path, type, shape: shapeOf(inputs) };
  });
}

/** Returns all input names of procedures; query parameters use the same names. */
export const inputNames = (procedures: Procedure[]): string[] => [
  ...new Set(procedures.flatMap(({ shape }) => (shape ? fieldNames(shape) : []))),
];
