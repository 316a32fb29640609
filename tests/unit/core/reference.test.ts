import { PgDialect } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { isReferredTo, readReference, referenceOf, referencesIn } from "@server/core/reference";
import { expect, test } from "vitest";

test("a reference is read as it is printed, however it is typed", () => {
  expect(referenceOf({ id: "7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11" })).toBe("7B0C3A52");
  expect(["7B0C3A52", "7b0c3a52"].map(readReference)).toEqual(["7B0C3A52", "7B0C3A52"]);
  expect(["", "7B0C3A5", "7B0C3A521", "7B0C3A5G", " 7B0C3A52", "7B0C3A52\n"].map(readReference)).toEqual(
    Array(6).fill(null),
  );
});

test("finds references in any text, each once", () => {
  expect(referencesIn("Birth Recordings, 7B0C3A52.\nAlso (0c41d7aa) and 7b0c3a52")).toEqual(["7B0C3A52", "0C41D7AA"]);
  expect(referencesIn("x7B0C3A52 7B0C3A521 é7B0C3A52 7B0C3A5 recordings")).toEqual([]);
});

test("finds the ids that begin with a reference", () => {
  const { params } = new PgDialect().sqlToQuery(isReferredTo(sql`id`, "7B0C3A52"));
  expect(params).toEqual(["7B0C3A52-0000-0000-0000-000000000000", "7B0C3A52-ffff-ffff-ffff-ffffffffffff"]);
});
