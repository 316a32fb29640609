import { expect, test } from "vitest";
import { seal, unseal } from "@server/core/secrets";
import { readSettings } from "@server/core/env";

const settings = readSettings({ COOKIE_SECRET: "a secret of at least 32 characters" });
const others = readSettings({ COOKIE_SECRET: "another secret of at least 32 characters" });

test("unseals for the same subject and seals differently each time", () => {
  const [first, second] = [seal(settings, "JBSWY3DP", "hannah"), seal(settings, "JBSWY3DP", "hannah")];
  expect([unseal(settings, first, "hannah"), unseal(settings, second, "hannah")]).toEqual(["JBSWY3DP", "JBSWY3DP"]);
  expect(first).not.toBe(second);
  expect(Buffer.from(first, "base64").toString("latin1")).not.toContain("JBSWY3DP");
});

test("refuses another secret, another subject or a changed byte", () => {
  const sealed = seal(settings, "JBSWY3DP", "hannah");
  expect(() => unseal(others, sealed, "hannah")).toThrow();
  expect(() => unseal(settings, sealed, "priya")).toThrow();
  for (const at of [0, 12, 28]) {
    const bytes = Buffer.from(sealed, "base64");
    bytes[at]! ^= 1;
    expect(() => unseal(settings, bytes.toString("base64"), "hannah"), `byte ${at}`).toThrow();
  }
});

test("seals with the first secret and unseals with any", () => {
  const both = readSettings({ COOKIE_SECRET: `${others.cookieSecrets[0]}, ${settings.cookieSecrets[0]}` });
  expect(unseal(both, seal(settings, "JBSWY3DP", "hannah"), "hannah")).toBe("JBSWY3DP");
  expect(unseal(others, seal(both, "JBSWY3DP", "hannah"), "hannah")).toBe("JBSWY3DP");
  expect(() => unseal(settings, seal(both, "JBSWY3DP", "hannah"), "hannah")).toThrow();
  expect(() => unseal(both, seal(settings, "JBSWY3DP", "hannah"), "priya")).toThrow();
});

test("refuses a truncated authentication tag", () => {
  const bytes = Buffer.from(seal(settings, "", "hannah"), "base64");
  expect(() => unseal(settings, bytes.subarray(0, 12 + 4).toString("base64"), "hannah")).toThrow();
});

test("throws without a secret", () => {
  expect(() => seal(readSettings({}), "JBSWY3DP", "hannah")).toThrow("COOKIE_SECRET");
});
