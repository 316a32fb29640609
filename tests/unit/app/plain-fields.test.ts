import { expect, test } from "vitest";
import { plainFields } from "~/server/form.server";

const named = (...names: string[]) => names.map((name): [string, string] => [name, "x"]);
const numbered = (count: number) => named(...Array.from({ length: count }, (_, nth) => `field${nth}`));

test.each([
  "list[99999999]",
  "a[0][0]",
  "a.b",
  "a[]",
  "",
  "_hidden",
  "__proto__",
  "constructor",
  "toString",
  "größe",
  "a b",
  "a\0",
  "x".repeat(65),
])("refuses a form with a field named %j", (name) => {
  expect(plainFields(named("email", name))).toBeNull();
});

test("refuses a form with more than 200 fields", () => {
  expect(plainFields(numbered(200))?.size).toBe(200);
  expect(plainFields(numbered(201))).toBeNull();
});

test("refuses a form with more than five fields of one name", () => {
  expect(plainFields(named("a", "a", "a", "a", "a"))?.getAll("a")).toHaveLength(5);
  expect(plainFields(named("a", "a", "a", "a", "a", "a"))).toBeNull();
  expect(plainFields(named(...Array<string>(6).fill("__intent__")))).toBeNull();
});

test("keeps values as they are and drops the form library's instructions", () => {
  const posted = new URLSearchParams("email=a%40b.example&note=%5B1%5D.x&__intent__=%7B&__state__=a&imageId=");
  expect(plainFields(posted)?.toString()).toBe("email=a%40b.example&note=%5B1%5D.x&imageId=");
});
