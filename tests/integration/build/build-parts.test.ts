import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { describe, expect, test } from "vitest";
import { handlersByPart } from "@server/http/build-parts";
import { readManifest } from "../../support/built-site";

type Routes = ServerBuild["routes"];
type Tree = Parameters<typeof matchRoutes>[0];

function treeOf(routes: Routes, parentId?: string): Tree {
  const children = Object.values(routes).filter((route) => route.parentId === parentId);
  return children.map((route) => {
    const { id, path: pattern, index } = route;
    return index ? { id, path: pattern, index } : { id, path: pattern, children: treeOf(routes, id) };
  });
}

const idsAt = (tree: Tree, address: string) => matchRoutes(tree, address)?.map(({ route }) => route.id);

/** Fills in a pattern's parameters. */
const addressOf = (id: string, routes: Routes): string => {
  const patterns = lineage(id, routes).flatMap(({ path: pattern }) => pattern ?? []);
  return `/${patterns.join("/")}`.replaceAll(/:\w+\??/g, "birth-1").replace("*", "no/such/page");
};

const lineage = (id: string, routes: Routes): NonNullable<Routes[string]>[] => {
  const route = routes[id]!;
  return route.parentId === undefined ? [route] : [...lineage(route.parentId, routes), route];
};

const otherSpellings = (address: string): string[] => [
  `${address}/`,
  `/${address}`,
  address.toUpperCase(),
  address.replace(/^\/(\w)/, (_all, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`),
  `${address}/deeper`,
  `${address}x`,
];

describe("a part of the build", () => {
  const routes = readManifest().routes as unknown as Routes;
  const assets = { routes } as unknown as ServerBuild["assets"];
  const partFor = handlersByPart({ routes, assets } as ServerBuild, (part) => part);
  const whole = treeOf(routes);
  const trees = new Map<ServerBuild, Tree>();
  const idsInPart = (asked: string, address: string) => {
    const part = partFor(asked);
    const tree = trees.get(part) ?? treeOf(part.routes);
    trees.set(part, tree);
    return idsAt(tree, address);
  };
  const addresses = [...new Set(Object.keys(routes).map((id) => addressOf(id, routes)))];

  test("matches each address and its data to the same routes as the whole build, however it is spelt", () => {
    expect(addresses.length).toBeGreaterThan(90);
    for (const [nth, address] of addresses.entries()) {
      // Matching in the whole build takes long, so each address has one other spelling, in turn.
      const others = otherSpellings(address);
      const other = others[nth % others.length]!;
      const expected = idsAt(whole, address);
      expect([address, idsInPart(address, address)]).toEqual([address, expected]);
      expect([other, idsInPart(other, other)]).toEqual([other, idsAt(whole, other)]);
      if (address !== "/") expect([address, idsInPart(`${address}.data`, address)]).toEqual([address, expected]);
    }
    expect(partFor("/_root.data")).toBe(partFor("/"));
  });

  test("holds only the routes that the address needs, with their assets", () => {
    const part = partFor("/sign-in");
    expect(Object.keys(part.routes).length).toBeLessThan(12);
    expect(Object.keys(part.assets.routes)).toEqual(Object.keys(part.routes));
    expect(Object.keys(partFor("/sessions/1").routes).filter((id) => id.includes("admin"))).toEqual([]);
  });

  test("is one for all unknown addresses", () => {
    expect(partFor("/one")).toBe(partFor("/two/three"));
  });
});

test("every address of ours is within the limits of the edge", () => {
  const { routes } = readManifest();
  const of = (id: string): string[] => {
    const { parentId, path = "" } = routes[id]!;
    return [...(parentId === undefined ? [] : of(parentId)), ...path.split("/").filter(Boolean)];
  };
  for (const id of Object.keys(routes)) {
    const parts = of(id).map((part) => (part.startsWith(":") ? "0b0b0b0b-0000-4000-8000-000000000000" : part));
    expect([id, parts.length <= 8, parts.join("/").length < 200]).toEqual([id, true, true]);
  }
});
