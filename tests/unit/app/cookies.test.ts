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

test("reads back any signed JSON value", () => {
  for (const value of [{ title: "Saved ✓", isFirst: true }, ["a", "b"], "text~with;separators", 7]) {
    const cookie = pairOf(setSignedCookie(demo, "flash", value, 60));
    expect(readSignedCookie(demo, `tz=UTC; ${cookie}; currency=GBP`, "flash")).toEqual(value);
  }
});

test("refuses a value moved to another cookie", () => {
  const signed = signValue(demo, "purchase", { purchaseId: "p1" });
  expect(verifyValue(demo, "purchase", signed)).toEqual({ purchaseId: "p1" });
  expect(verifyValue(demo, "booking_draft", signed)).toBeNull();
  expect(readSignedCookie(demo, `flash=${signed}`, "flash")).toBeNull();
});

test("refuses a changed value, a changed signature and nonsense", () => {
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

test("signs with the first secret and verifies with any", () => {
  const before = signValue(demo, "flash", "hello");
  const rotated = { ...demo, cookieSecrets: ["second secret of more than 32 characters", ...demo.cookieSecrets] };
  const after = signValue(rotated, "flash", "hello");
  expect(verifyValue(rotated, "flash", before)).toBe("hello");
  expect(verifyValue(rotated, "flash", after)).toBe("hello");
  expect(verifyValue(demo, "flash", after)).toBeNull();
  expect(verifyValue({ ...demo, cookieSecrets: rotated.cookieSecrets.slice(0, 1) }, "flash", before)).toBeNull();
});

test("signs and verifies nothing without a secret", () => {
  const none = { ...demo, cookieSecrets: [] };
  expect(() => signValue(none, "flash", "hello")).toThrow("COOKIE_SECRET");
  expect(verifyValue(none, "flash", signValue(demo, "flash", "hello"))).toBeNull();
});

test("binds live cookies to the host: prefix, Secure, all paths, no domain", () => {
  expect(setCookie(live, "currency", "EUR", 60)).toBe(
    "__Host-currency=EUR; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax",
  );
  expect(forgetCookie(live, "flash")).toBe("__Host-flash=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax");
  expect(setCookie(demo, "currency", "EUR", 60)).toBe("currency=EUR; Max-Age=60; Path=/; HttpOnly; SameSite=Lax");
});

test("ignores live cookies without the prefix, which another subdomain could have set", () => {
  const signed = signValue(live, "held", ["id"]);
  expect(readSignedCookie(live, `held=${signed}`, "held")).toBeNull();
  expect(readSignedCookie(live, `${cookieName(live, "held")}=${signed}`, "held")).toEqual(["id"]);
});

test("takes no key from the cookie itself", () => {
  const foreign = { isLive: false, cookieSecrets: ["a stranger's own secret of more than 32 characters"] };
  const [secret] = foreign.cookieSecrets;
  for (const value of [{ alg: "none" }, { kid: secret }, { jwk: { k: secret } }, { cookieSecrets: [secret] }]) {
    expect(verifyValue(demo, "flash", signValue(foreign, "flash", value))).toBeNull();
  }
  expect(verifyValue(demo, "flash", signValue(demo, "flash", { alg: "none" }))).toEqual({ alg: "none" });
});
