import fc from "fast-check";
import { expect, test } from "vitest";
import { safeReturnAddress } from "@server/core/paths";

test.each([
  ["/", "/"],
  ["/sessions/1", "/sessions/1"],
  ["/sessions/1?a=b&c=d#places", "/sessions/1?a=b&c=d#places"],
  ["/stress-recordings?purchase=true", "/stress-recordings?purchase=true"],
  ["/?next=https://elsewhere.example", "/?next=https://elsewhere.example"],
  ["/?location=Zürich", "/?location=Z%C3%BCrich"],
  ["/a/../b", "/b"],
  ["/@elsewhere.example", "/@elsewhere.example"],
])("accepts %j as %s", (text, address) => {
  expect(safeReturnAddress(text)).toBe(address);
});

const elsewhere = [
  "https://evil.example",
  "http:evil.example",
  "https:/evil.example",
  "HTTPS://evil.example/",
  "//evil.example",
  "///evil.example",
  "////evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "\\\\evil.example",
  "/\\/evil.example",
  "//\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r\n/evil.example",
  "\t//evil.example",
  " //evil.example",
  "\u0000//evil.example",
  "/\u0000/evil.example",
  "/\u0085/evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/a/..//evil.example",
  "/%2e//evil.example",
  "/%2E%2e//evil.example",
  "//evil.example@localhost",
  "//localhost:3000@evil.example",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "mailto:a@evil.example",
  "evil.example",
  "sessions/1",
  "./sessions",
  "?a=b",
  "#a",
  "",
  " ",
  "//",
  "//[",
  "/\r\nSet-Cookie: a=b",
  `/${"x".repeat(2048)}`,
];

test.each(elsewhere)("rejects %j", (text) => {
  expect(safeReturnAddress(text)).toBeNull();
});

test.each([null, undefined])("returns null for %s", (nothing) => {
  expect(safeReturnAddress(nothing)).toBeNull();
});

test("never leads a browser off the site, whatever is typed", () => {
  const bits = fc.constantFrom(
    "/",
    "\\",
    ".",
    "..",
    "%2e",
    "\t",
    "\n",
    "@",
    ":",
    "?",
    "#",
    "evil.example",
    "https:",
    "a",
  );
  const addresses = fc.oneof(
    fc.array(bits, { maxLength: 12 }).map((parts) => parts.join("")),
    fc.string(),
  );
  fc.assert(
    fc.property(addresses, (text) => {
      const address = safeReturnAddress(text);
      if (address === null) return;
      const first = new URL(address, "https://breathe.example/sign-in");
      expect(first.origin).toBe("https://breathe.example");
      // A router may resolve the path once more.
      expect(new URL(first.pathname + first.search, first).origin).toBe("https://breathe.example");
      expect(address).toMatch(/^[\x20-\x7e]+$/);
    }),
    { numRuns: 5000 },
  );
});
