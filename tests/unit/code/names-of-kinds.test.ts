import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { productKind } from "@db/schema";
import { expect, test } from "vitest";

const tracked = execFileSync("git", ["ls-files", "app", "server"], { encoding: "utf8" });
const sources = tracked.split("\n").filter((file) => /\.tsx?$/.test(file) && existsSync(file));

/** Each with the reason why it asks for one kind by its name. */
const exceptions = [
  // The terms of a pass are part of what its price was shown for.
  "server/catalogue/passes/agreed-terms.ts",
  // The amount of a gift card is not taxed: what it pays for is.
  "server/payments/invoices/sale-invoice.ts",
  // The form gives passes only, whatever product it is sent.
  "server/selling/purchases/give-pass.ts",
];

const names = productKind.enumValues.join("|");
const comparison = new RegExp(`(?:[kK]ind|soldAs) ?[!=]== ?"(?:${names})"|"(?:${names})" ?[!=]== ?\\w*[kK]ind`);

test("what a kind does stands in its object: nothing compares its name", () => {
  const comparing = sources.filter((file) => comparison.test(readFileSync(file, "utf8")));
  expect(comparing).toEqual(exceptions);
});

test.each([
  ['purchase.productKind === "pass"', true],
  ['soldAs !== "gift_card"', true],
  ['if ("course" === kind) {', true],
  ['payment.provider === "gift_card"', false],
  ['eq(products.kind, "collection")', false],
])("judges %s", (source, isComparison) => {
  expect(comparison.test(source)).toBe(isComparison);
});
