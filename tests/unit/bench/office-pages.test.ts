import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { officePages } from "../../bench/office-pages.mjs";

/** These only answer a form. */
const posts = [
  "/admin/memberships/members/:id/sync",
  "/admin/orders/:kind/:id/sync",
  "/admin/orders/booking/:id/confirmation",
];
const shared = ["birth-recordings", "stress-recordings", "birth-purchases", "stress-purchases"];

/** Returns the address that a file in app/routes stands for. */
function addressOf(file: string): string {
  const parts = file
    .replace(/^_admin\./, "")
    .replace(/\.tsx$/, "")
    .split(".");
  const segments = parts.filter((part) => part !== "_index").map((part) => part.replace(/_$/, "").replace("$", ":"));
  return `/${segments.join("/")}`;
}

const patternOf = (address: string) => new RegExp(`^${address.replaceAll(/\/:\w+/g, "/[^/]+")}$`);

test("the bench opens every page of the back office", () => {
  const files = readdirSync("app/routes").filter((file) => /^_admin\.admin\..*\.tsx$/.test(file));
  const addresses = [...files.map(addressOf), ...shared.map((name) => `/admin/${name}`)];
  const opened = officePages.map((page) => page.replace(/\?.*/, ""));
  const missing = addresses.filter((address) => !opened.some((page) => patternOf(address).test(page)));
  expect(missing.sort()).toEqual(posts.sort());
});
