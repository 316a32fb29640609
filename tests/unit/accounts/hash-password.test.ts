import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "@server/accounts/hash-password";

test("a password is hashed with argon2id and OWASP's parameters, each time with a salt of its own", async () => {
  const [one, two] = [await hashPassword("breathe-demo"), await hashPassword("breathe-demo")];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
});

test("only the right password is recognised", async () => {
  const hashed = await hashPassword("breathe-demo");
  expect(await verifyPassword(hashed, "breathe-demo")).toBe(true);
  expect(await verifyPassword(hashed, "breathe-demo ")).toBe(false);
  expect(await verifyPassword(hashed, "")).toBe(false);
});

test("the same letters are the same password, however the keyboard composes them", async () => {
  expect(await verifyPassword(await hashPassword("cafe\u0301"), "caf\u00e9")).toBe(true);
});
