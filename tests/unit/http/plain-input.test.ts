import { expect, test } from "vitest";
import { isPlainInput } from "@server/http/trpc";

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

test.each([
  ["no input", undefined, true],
  ["invalid JSON", "{", true],
  ["an object", '{"id":"a","choice":{"category":"x"}}', true],
  ["eight levels", nested(9), true],
  ["nine levels", nested(10), false],
  ["100,000 levels", nested(100_000), false],
  ["2,000 values", JSON.stringify(Array(1999).fill(0)), true],
  ["more than 2,000 values", JSON.stringify(Array(2000).fill(0)), false],
])("checks the size and depth of %s", (_name, json, isPlain) => {
  expect(isPlainInput(json)).toBe(isPlain);
});
