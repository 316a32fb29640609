import { expect, test } from "vitest";
import { pageOf } from "@server/core/pagination";

test.each([
  [1, 0, { page: { number: 1, count: 1, from: 1, to: 0, total: 0 }, limit: 20, offset: 0 }],
  [1, 20, { page: { number: 1, count: 1, from: 1, to: 20, total: 20 }, limit: 20, offset: 0 }],
  [2, 21, { page: { number: 2, count: 2, from: 21, to: 21, total: 21 }, limit: 20, offset: 20 }],
  [9, 41, { page: { number: 3, count: 3, from: 41, to: 41, total: 41 }, limit: 20, offset: 40 }],
])("finds page %i of %i rows", (wanted, total, expected) => {
  expect(pageOf(wanted, total)).toEqual(expected);
});
