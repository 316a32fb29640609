import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const page = readFileSync("public/offline.html", "utf8");

it("has its digest as the service worker's version, so that a new page replaces it", () => {
  const digest = createHash("sha256").update(page).digest("hex").slice(0, 12);
  expect(readFileSync("public/service-worker.js", "utf8")).toContain(`const version = "${digest}";`);
});

it("needs nothing from the network", () => {
  expect(page).not.toMatch(/<script|<link|<img|url\(|@import|src=/);
});
