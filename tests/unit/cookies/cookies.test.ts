import { expect, test } from "vitest";
import {
  cookieName,
  forgetCookie,
  readSignedCookie,
  setCookie,
  setSignedCookie,
  signValue,
  verifyValue,
} from "@server/core/cookies";

const demo = { isLive: false, cookieSecrets: ["first secret of more than 32 characters"] };
const live = { ...demo, isLive: true };
const pairOf = (header: string) => header.split(";")[0]!;

test("what was signed is read back, whatever JSON can hold", () => {
  for (const value of [{ title: "Saved ✓", isFirst: true }, ["a", "b"], "text~with;separators", 7]) {
    const cookie = pairOf(setSignedCookie(demo, "flash", value, 60));
    expect(readSignedCookie(demo, `tz=UTC; ${cookie}; currency=GBP`, "flash")).toEqual(value);
  }
});

test("a value moved from one cookie to another is refused", () => {
  const signed = signValue(demo, "purchase", { purchaseId: "p1" });
  expect(verifyValue(demo, "purchase", signed)).toEqual({ purchaseId: "p1" });
  expect(verifyValue(demo, "booking_draft", signed)).toBeNull();
  expect(readSignedCookie(demo, `flash=${signed}`, "flash")).toBeNull();
});

test("a changed value, a changed signature and nonsense are refused", () => {
  const [text, signature] = signValue(demo, "held", ["id"]).split("~") as [string, string];
  const other = Buffer.from('["other"]').toString("base64url");
  for (const forged of [
    `${other}~${signature}`,
    `${text}~${signature.slice(1)}`,
    `${text}~`,
    text,
    "~",
    "",
    undefined,
  ]) {
    expect(verifyValue(demo, "held", forged), forged).toBeNull();
  }
});

test("the first secret signs, all verify", () => {
  const before = signValue(demo, "flash", "hello");
  const rotated = { ...demo, cookieSecrets: ["second secret of more than 32 characters", ...demo.cookieSecrets] };
  const after = signValue(rotated, "flash", "hello");
  expect(verifyValue(rotated, "flash", before)).toBe("hello");
  expect(verifyValue(rotated, "flash", after)).toBe("hello");
  expect(verifyValue(demo, "flash", after)).toBeNull();
  expect(verifyValue({ ...demo, cookieSecrets: rotated.cookieSecrets.slice(0, 1) }, "flash", before)).toBeNull();
});

test("without a secret nothing is signed and nothing believed", () => {
  const none = { ...demo, cookieSecrets: [] };
  expect(() => signValue(none, "flash", "hello")).toThrow("COOKIE_SECRET");
  expect(verifyValue(none, "flash", signValue(demo, "flash", "hello"))).toBeNull();
});

test("live, a cookie is bound to the host: prefix, Secure, all paths, no domain", () => {
  expect(setCookie(live, "currency", "EUR", 60)).toBe(
    "__Host-currency=EUR; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax",
  );
  expect(forgetCookie(live, "flash")).toBe("__Host-flash=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax");
  expect(setCookie(demo, "currency", "EUR", 60)).toBe("currency=EUR; Max-Age=60; Path=/; HttpOnly; SameSite=Lax");
});

test("live, a cookie without the prefix is not read: another host of the domain could have set it", () => {
  const signed = signValue(live, "held", ["id"]);
  expect(readSignedCookie(live, `held=${signed}`, "held")).toBeNull();
  expect(readSignedCookie(live, `${cookieName(live, "held")}=${signed}`, "held")).toEqual(["id"]);
});
