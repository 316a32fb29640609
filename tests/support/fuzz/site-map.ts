import { readdir, readFile } from "node:fs/promises";
import { appRouter } from "@server/trpc/root";
import { browserFolder } from "../built-site";
import { fieldNames, shapeOf } from "./schema-values";
import type { SiteRoute } from "./site-route";

export type Procedure = { path: string; type: "query" | "mutation"; shape: ReturnType<typeof shapeOf> };

type Manifest = { routes: Record<string, { id: string; parentId?: string; path?: string; hasAction: boolean }> };

/** Reads the routes of the built site's manifest: `/admin/sessions/:id`. */
export async function readRoutes(): Promise<SiteRoute[]> {
  const names = await readdir(browserFolder);
  const file = names.find((name) => /^manifest-\w+\.js$/.test(name));
  if (!file) throw new Error(`${browserFolder} has no manifest`);
  const text = await readFile(`${browserFolder}/${file}`, "utf8");
  const { routes } = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as Manifest;
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
