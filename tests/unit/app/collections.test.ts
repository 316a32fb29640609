import { expect, test } from "vitest";
import { collectionPathIn } from "~/lib/collections";

test.each([
  ["/birth-recordings", "/birth-recordings"],
  ["/stress-recordings/3", "/stress-recordings"],
  ["/admin/birth-purchases", "/birth-purchases"],
  ["/admin/stress-recordings", "/stress-recordings"],
  ["/Stress-Recordings", "/stress-recordings"],
  ["/%73tress-recordings/%E0", "/stress-recordings"],
  ["/birth-recordings/stress-1", "/birth-recordings"],
  ["/collections/calm-nights/3", "/collections/calm-nights"],
  ["/admin/collections/calm-nights/purchases", "/collections/calm-nights"],
  ["/resources/3", null],
  ["/", null],
])("finds the collection of %s", (pathname, path) => {
  expect(collectionPathIn(pathname)).toBe(path);
});
