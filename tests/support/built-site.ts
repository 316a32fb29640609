import { readFileSync } from "node:fs";

/** The built site. Test files that import this module, directly or not, make a run build first (build-when-needed.ts). */
export const builtFolder = "build";
export const builtServer = `${builtFolder}/index.js`;
export const builtDevTools = `${builtFolder}/dev.js`;
export const serverMetafile = `${builtFolder}/metafile.server.json`;
export const browserMetafile = `${builtFolder}/metafile.js.json`;

type Scripts = { module: string; imports?: string[] };
type BuiltRoute = Scripts & { id: string; parentId?: string; path?: string; index?: boolean; hasAction: boolean };
export type BuiltManifest = { entry: Scripts; routes: Record<string, BuiltRoute>; url: string; version: string };

/** Reads the manifest in the server's bundle. The browser's folder may still hold manifests of earlier builds. */
export function readManifest(): BuiltManifest {
  const [, json = ""] = /^var assets_manifest_default = (\{.*\});$/m.exec(readFileSync(builtServer, "utf8")) ?? [];
  return JSON.parse(json) as BuiltManifest;
}
