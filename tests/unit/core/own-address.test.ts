import fc from "fast-check";
import { expect, test } from "vitest";
import { ownAddress } from "@server/core/addresses";
import { notOurs } from "../../support/foreign-addresses";

test.each([
  ["/", "/"],
  ["/sessions/1", "/sessions/1"],
  ["/sessions/1?a=b&c=d#places", "/sessions/1?a=b&c=d#places"],
  ["/stress-recordings?purchase=true", "/stress-recordings?purchase=true"],
  ["/?next=https://elsewhere.example", "/?next=https://elsewhere.example"],
  ["/?location=Zürich", "/?location=Z%C3%BCrich"],
  ["/a/../b", "/b"],
  ["/@elsewhere.example", "/@elsewhere.example"],
  ["/live-sessions?search=a%5Cb%2Fc", "/live-sessions?search=a%5Cb%2Fc"],
])("accepts %j as %s", (text, address) => {
  expect(ownAddress(text)).toBe(address);
});

test.each(notOurs)("rejects %j", (text) => {
  expect(ownAddress(text)).toBeNull();
});

test.each([null, undefined])("returns null for %s", (nothing) => {
  expect(ownAddress(nothing)).toBeNull();
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
      const address = ownAddress(text);
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
