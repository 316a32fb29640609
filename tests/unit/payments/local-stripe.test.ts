import { describe, expect, test } from "vitest";
import { formatAmount } from "@dev/local-stripe/amounts";
import { retryDelayMs } from "@dev/local-stripe/delivery";
import { canonicalForm, parseForm, parseParameters, schemas } from "@dev/local-stripe/parameters";
import { html } from "@dev/local-stripe/checkout-page";

describe("form bodies", () => {
  test.for([
    ["a=1&b=two%20words", { a: "1", b: "two words" }],
    ["a[b][c]=1&a[b][d]=2", { a: { b: { c: "1", d: "2" } } }],
    ["a[0][b]=1&a[1][b]=2", { a: { 0: { b: "1" }, 1: { b: "2" } } }],
    ["a[]=1&a[]=2", { a: { 0: "1", 1: "2" } }],
    ["a%5Bb%5D=1", { a: { b: "1" } }],
    ["a=1&a=2", { a: "2" }],
    ["", {}],
  ] as const)("parse %s", ([text, form]) => {
    expect(JSON.parse(JSON.stringify(parseForm(text)))).toEqual(form);
  });

  test("treat names such as __proto__ as plain names", () => {
    const form = parseForm("__proto__[polluted]=1&constructor=2");
    expect(Object.keys(form)).toEqual(["__proto__", "constructor"]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("have one canonical form in any order, and another for any other value", () => {
    expect(canonicalForm("b[c]=2&a=1")).toBe(canonicalForm("a=1&b%5Bc%5D=2"));
    expect(canonicalForm("a=1&b=2")).not.toBe(canonicalForm("a=1&b=3"));
    expect(canonicalForm("a=1,b")).not.toBe(canonicalForm("a=1&b="));
  });
});

describe("parameters", () => {
  test("read lists from numbered names", () => {
    expect(parseParameters(schemas.expandOnly, parseForm("expand[0]=line_items&expand[1]=payment_intent"))).toEqual({
      expand: ["line_items", "payment_intent"],
    });
  });

  test.for([
    ["amount=12.5", "Invalid integer: 12.5"],
    ["amount=-1", "Invalid positive integer"],
    ["amount[x]=1", "Invalid value for amount: Invalid input: expected string, received object"],
    ["charge=", "You passed an empty string for 'charge'."],
    ["reason=because", "Invalid reason: must be one of duplicate, fraudulent, requested_by_customer"],
    ["colour=red", "Received unknown parameter: colour"],
    ["colour=red&size=1", "Received unknown parameters: colour, size"],
    ["metadata[a][b]=1", "Invalid value for metadata[a]: Invalid input: expected string, received object"],
  ] as const)("refuse %s", ([text, message]) => {
    expect(() => parseParameters(schemas.refund, parseForm(text))).toThrow(message);
  });
});

test("formats amounts with currency and two decimals", () => {
  expect([formatAmount(1440, "gbp"), formatAmount(6000, "eur"), formatAmount(5, "usd")]).toEqual([
    "£14.40",
    "€60.00",
    "$0.05",
  ]);
});

test("escapes values in markup exactly once", () => {
  const name = html`<b>${'<Ada> & "Bo"'}</b>`;
  expect(html`<p>${name}${[name]}${false}${null}${undefined}${3}</p>`.text).toBe(
    "<p><b>&#60;Ada&#62; &#38; &#34;Bo&#34;</b><b>&#60;Ada&#62; &#38; &#34;Bo&#34;</b>3</p>",
  );
});

test("retries at growing intervals, up to a minute", () => {
  expect([0, 1, 2, 7, 8, 50].map(retryDelayMs)).toEqual([250, 500, 1000, 32_000, 60_000, 60_000]);
});
