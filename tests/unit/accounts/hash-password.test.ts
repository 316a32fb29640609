import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "@server/accounts/hash-password";

test("hashes with argon2id, OWASP's parameters and a new salt each time", async () => {
  const [first, second] = [await hashPassword("breathe-demo"), await hashPassword("breathe-demo")];
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
});

test("accepts only the right password", async () => {
  const hashed = await hashPassword("breathe-demo");
  expect(await verifyPassword(hashed, "breathe-demo")).toBe(true);
  expect(await verifyPassword(hashed, "breathe-demo ")).toBe(false);
  expect(await verifyPassword(hashed, "")).toBe(false);
});

test("treats composed and decomposed letters as the same password", async () => {
  expect(await verifyPassword(await hashPassword("cafe\u0301"), "caf\u00e9")).toBe(true);
});
