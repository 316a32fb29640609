import { readFileSync } from "node:fs";
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { type BuiltManifest, readManifest } from "../../support/built-site";

const sourceOf = (address: string) => readFileSync(`public${address}`, "utf8");

/** What a file imports at once, not on demand. Merged files name their neighbours relatively. */
const importsOf = (address: string): string[] =>
  [...sourceOf(address).matchAll(/(?:^|[;}])(?:import|export)\s*(?:[\w$*{}, ]*?from)?"(\.[^"]+\.js)"/g)].map(
    ([, name = ""]) => new URL(name, `http://site${address}`).pathname,
  );

function reachedFrom(addresses: string[]): Set<string> {
  const reached = new Set(addresses);
  for (const each of reached) for (const next of importsOf(each)) reached.add(next);
  return reached;
}

function loadedAt(id: string, { entry, routes }: Pick<BuiltManifest, "entry" | "routes">): Set<string> {
  const route = routes[id]!;
  const own = [entry, route].flatMap(({ module, imports = [] }) => [module, ...imports]);
  return route.parentId === undefined
    ? new Set(own)
    : new Set([...own, ...loadedAt(route.parentId, { entry, routes })]);
}

test("the manifest names all files that a page's files import, so that none is found late", () => {
  const manifest = readManifest();
  for (const id of Object.keys(manifest.routes)) {
    const loaded = loadedAt(id, manifest);
    expect([id, [...reachedFrom([...loaded])].sort()]).toEqual([id, [...loaded].sort()]);
  }
});

test("no two files of the bundle import each other, directly or through others", () => {
  const manifest = readManifest();
  const files = reachedFrom(Object.keys(manifest.routes).flatMap((id) => [...loadedAt(id, manifest)]));
  expect(files.size).toBeGreaterThan(120);
  const inCircle = [...files].filter((file) => reachedFrom(importsOf(file)).has(file));
  expect(inCircle).toEqual([]);
});

test("the browser's manifest is the server's", () => {
  const manifest = readManifest();
  expect(sourceOf(manifest.url)).toBe(`window.__remixManifest=${JSON.stringify(manifest)};`);
});

test.each([
  ["the schedule", "routes/_site._index"],
  ["the list of live sessions", "routes/_site.live-sessions"],
  ["a session's page", "routes/_site.sessions.$id"],
])("%s needs few files and kilobytes of scripts", (_page, id) => {
  const files = [...loadedAt(id, readManifest())];
  const bytes = files.map((file) => gzipSync(sourceOf(file)).length).reduce((sum, size) => sum + size, 0);
  expect(files.length).toBeLessThanOrEqual(12);
  expect(bytes / 1000).toBeLessThanOrEqual(130);
});

test("the build holds the files of a page compressed", () => {
  for (const address of loadedAt("routes/_site._index", readManifest())) {
    const [brotli, gzip] = [".br", ".gz"].map((extension) => readFileSync(`public${address}${extension}`));
    expect(brotliDecompressSync(brotli!).toString()).toBe(sourceOf(address));
    expect(gunzipSync(gzip!).toString()).toBe(sourceOf(address));
  }
});
