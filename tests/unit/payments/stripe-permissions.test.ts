import { readdirSync, readFileSync } from "node:fs";
import Stripe from "stripe";
import { expect, test } from "vitest";
import { accessOf, printPermissions, stripePermissions } from "@server/payments/stripe-permissions";

/** Lists the resources of the SDK by their paths, such as `checkout.sessions`, with their methods. */
function listResources(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const visit = (holder: object, path: string) => {
    for (const [name, value] of Object.entries(holder) as [string, unknown][]) {
      if (typeof value !== "object" || value === null || !/^[a-z]\w*$/.test(name)) continue;
      if (name === "stripe") continue;
      const inner = path ? `${path}.${name}` : name;
      const prototype = Object.getPrototypeOf(value) as object | null;
      found.set(inner, new Set(prototype ? Object.getOwnPropertyNames(prototype) : []));
      if (inner.split(".").length < 3) visit(value, inner);
    }
  };
  visit(new Stripe("sk_test_unused"), "");
  return found;
}

/** Lists the calls of Stripe in the sources of the product. A short name is that of a resource whose parents are named in the file. */
function listCalls(): string[] {
  const resources = [...listResources()];
  const calls = new Set<string>();
  for (const file of readdirSync("server", { recursive: true, encoding: "utf8" })) {
    const source = file.endsWith(".ts") ? readFileSync(`server/${file}`, "utf8") : "";
    if (!/stripe/i.test(source) || file.endsWith("stripe-permissions.ts")) continue;
    for (const [, leaf = "", method = ""] of source.matchAll(/\b(\w+)\s*\.(\w+)\(/g)) {
      const candidates = resources.filter(([path, methods]) => {
        const names = path.split(".");
        return names.at(-1) === leaf && methods.has(method) && names.every((name) => source.includes(name));
      });
      for (const [path] of candidates) calls.add(`${path}.${method}`);
    }
  }
  return [...calls].sort();
}

test("the permissions of a restricted key cover what the product calls, and nothing else", () => {
  expect(stripePermissions.flatMap(({ calls }) => calls).sort()).toEqual(listCalls());
});

test("tells what needs to be written from what is read", () => {
  const access = Object.fromEntries(stripePermissions.map((permission) => [permission.name, accessOf(permission)]));
  expect(access).toMatchObject({ Customers: "write", Invoices: "read", Charges: "read", Refunds: "write" });
});

test.for(["docs/operating.md", "docs/going-live.md"])(
  "%s names the permissions that a restricted key needs",
  (file) => {
    expect(readFileSync(file, "utf8")).toContain(`a restricted key needs ${printPermissions(stripePermissions)}.`);
  },
);
