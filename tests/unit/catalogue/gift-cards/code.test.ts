import { expect, test } from "vitest";
import {
  hashCode,
  newCode,
  normalCode,
  openCode,
  printCode,
  readCode,
  sealCode,
} from "@server/catalogue/gift-cards/code";
import { openSealed, sealForMail } from "@server/platform/mail/sealed-text";

const key = { id: "k1", secret: Buffer.alloc(32, 7).toString("base64") };
const other = { id: "k2", secret: Buffer.alloc(32, 9).toString("base64") };
const settings = { encryptionKeys: [key] };

test("a new code has 28 letters that can't be taken for each other: 140 bits, shown in 7 groups", () => {
  const codes = Array.from({ length: 200 }, newCode);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{28}$/);
  expect(new Set(codes).size).toBe(200);
  expect(new Set(codes.join("")).size).toBe(32);
  expect(printCode(codes[0]!)).toMatch(/^(\w{4}-){6}\w{4}$/);
});

test.each([
  ["7kq2-m4zd", "7KQ2M4ZD"],
  [" 7KQ2 M4ZD ", "7KQ2M4ZD"],
  ["7KQ2–M4ZD\n", "7KQ2M4ZD"],
  ["OIlo", "0110"],
  ["", ""],
  ["--", ""],
  ["7KQ2'; drop", "7KQ2DR0P"],
])("reads %j as %j", (typed, code) => {
  expect(normalCode(typed)).toBe(code);
  expect(hashCode(typed)).toBe(hashCode(code));
});

test("a code is sealed for its card only, and opened with an older key as well", () => {
  const sealed = { id: "a", sealedCode: sealCode(settings, { id: "a" }, "7KQ2M4ZD") };
  expect(sealed.sealedCode).not.toContain("7KQ2");
  expect(openCode(settings, sealed)).toBe("7KQ2M4ZD");
  expect(readCode({ encryptionKeys: [other, key] }, sealed)).toBe("7KQ2-M4ZD");
  expect(() => openCode(settings, { ...sealed, id: "b" })).toThrow();
  expect(() => openCode({ encryptionKeys: [other] }, sealed)).toThrow();
  expect(openCode(settings, { id: "a", sealedCode: null })).toBeNull();
});

test("what is sealed in a mail is opened as it is sent, in text and in addresses, and nothing else is changed", () => {
  const [code, link] = [sealForMail(settings, "7KQ2-M4ZD"), sealForMail(settings, "https://a.example/?code=7KQ2-M4ZD")];
  expect(code + link).not.toContain("7KQ2");
  expect(openSealed(settings, `<a href="${link}">${code}</a>`)).toBe(
    '<a href="https://a.example/?code=7KQ2-M4ZD">7KQ2-M4ZD</a>',
  );
  expect(openSealed(settings, "sealed(k1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA) sealed()")).toBe(
    "sealed(k1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA) sealed()",
  );
  expect(openSealed({ encryptionKeys: [other] }, code)).toBe(code);
});
