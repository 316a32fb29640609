import { expect, test } from "vitest";
import { batchesOf, discoverRoutes } from "~/lib/connection/discovery";

const addressOf = (paths: string[]) =>
  new URL(`http://site/__manifest?version=1&${paths.map((path) => `p=${encodeURIComponent(path)}`).join("&")}`);
const pathsIn = (batches: URL[]) => batches.map((batch) => batch.searchParams.getAll("p"));
const several = (count: number, pathOf: (nth: number) => string) =>
  Array.from({ length: count }, (_, nth) => pathOf(nth));

test.for([
  ["a few links", several(20, (nth) => `/page-${nth}`), 1],
  ["more links than the site answers at once", several(70, (nth) => `/page-${nth}`), 3],
  ["deep links, whose upper paths count", several(20, (nth) => `/a-${nth}/b/c`), 2],
  ["links of one folder", several(31, (nth) => `/admin/${nth}`), 1],
  ["long links", several(10, (nth) => `/${"x".repeat(390)}${nth}`), 3],
] as const)("asks for the routes of %s in parts", ([, paths, parts]) => {
  const batches = batchesOf(addressOf(paths));
  expect(batches).toHaveLength(parts);
  expect(pathsIn(batches).flat()).toEqual(paths);
  for (const { search, searchParams } of batches) {
    expect(search.length).toBeLessThanOrEqual(2048);
    expect(searchParams.get("version")).toBe("1");
  }
});

test("puts the routes of all parts together", async () => {
  const site = (input: string | URL | Request) => {
    const [first = ""] = new URL(input as URL).searchParams.getAll("p");
    return Promise.resolve(Response.json({ [first]: { id: first } }));
  };
  const answer = await discoverRoutes(site, addressOf(several(40, (nth) => `/page-${nth}`)));
  expect(await answer.json()).toEqual({ "/page-0": { id: "/page-0" }, "/page-32": { id: "/page-32" } });
});

test("gives the answer of a newer build to Remix, which then loads documents", async () => {
  const newer = () => Promise.resolve(new Response(null, { status: 204 }));
  expect((await discoverRoutes(newer, addressOf(several(40, (nth) => `/page-${nth}`)))).status).toBe(204);
});
