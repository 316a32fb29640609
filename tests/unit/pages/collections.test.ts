import { expect, test } from "vitest";
import { collectionOf } from "~/lib/collections";

test.each([
  ["/birth-recordings", "birth"],
  ["/stress-recordings/3", "stress"],
  ["/admin/birth-purchases", "birth"],
  ["/admin/stress-recordings", "stress"],
  ["/Stress-Recordings", "stress"],
  ["/%73tress-recordings/%E0", "stress"],
  ["/birth-recordings/stress-1", "birth"],
])("finds the collection of %s", (pathname, collection) => {
  expect(collectionOf({ pathname })).toBe(collection);
});
