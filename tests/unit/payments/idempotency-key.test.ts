import { readdirSync, readFileSync } from "node:fs";
import { validateHeaderValue } from "node:http";
import { expect, test } from "vitest";
import { idempotencyKey } from "@server/payments/idempotency-key";

const texts = [
  "Ein Jahr – Fülle’s “Atem” für 40 €",
  "Zażółć gęślą jaźń",
  "Ένας χρόνος αναπνοής",
  "Год дыхания",
  "שנה של נשימה",
  "سنة من التنفس",
  "साल भर की साँस",
  "一年的呼吸",
  "一年の呼吸",
  "한 해의 호흡",
  "หนึ่งปีแห่งลมหายใจ",
  "🧘🏽‍♀️ breathe",
  "two\r\nlines",
];

test.for(texts)("makes a key that a header takes and Stripe accepts of %j", (text) => {
  const key = idempotencyKey("product", text);
  expect(() => validateHeaderValue("Idempotency-Key", key)).not.toThrow();
  expect(key).toMatch(/^[\da-f]{64}$/);
});

test("makes one key of the same parts, and another of others, however long they are", () => {
  expect(idempotencyKey("x".repeat(5000))).toHaveLength(64);
  expect(idempotencyKey("price", "a", 1)).toBe(idempotencyKey("price", "a", 1));
  const keys = [...texts.map((text) => idempotencyKey(text)), idempotencyKey("a", "b"), idempotencyKey("ab", "")];
  expect(new Set(keys).size).toBe(keys.length);
});

test("is what every key that Stripe is sent is made by", () => {
  const keys = ["payments", "selling", "office"].flatMap((level) =>
    readdirSync(`server/${level}`, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => readFileSync(`server/${level}/${file}`, "utf8").match(/idempotencyKey: .+/g) ?? []),
  );
  expect(keys.length).toBeGreaterThan(4);
  expect(keys.filter((key) => !key.startsWith("idempotencyKey: idempotencyKey("))).toEqual([]);
});
