import { expect, test } from "vitest";
import { collectionOf, collectionTexts } from "~/lib/collections";

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

test("describes a collection by its own name and description, and by those of the site without them", () => {
  const standard = collectionTexts("birth", undefined);
  expect(collectionTexts("birth", { collections: { stress: { name: "Other" } } })).toEqual(standard);
  const named = collectionTexts("birth", {
    collections: { birth: { name: "Calm Nights", description: "For sleep." } },
  });
  expect(named).toMatchObject({
    path: "/birth-recordings",
    title: "Calm Nights",
    hero: ["Calm", "Nights"],
    lede: "For sleep.",
    description: "For sleep.",
    banner: "You have full access to Calm Nights.",
  });
  expect(collectionTexts("birth", { collections: { birth: { name: "Calm" } } }).hero).toEqual(["", "Calm"]);
});
