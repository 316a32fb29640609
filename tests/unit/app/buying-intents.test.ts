import { expect, test } from "vitest";
import { followIntent, isNoOrder, passFirst, removeGift } from "~/features/buying/intents";

test.each([
  ["apply", true],
  ["remove", true],
  ["tickets", true],
  ["gift-apply", true],
  [removeGift("ABCD"), true],
  [passFirst("7"), true],
  ["without-code", false],
  ["other", false],
  [null, false],
  [undefined, false],
])("a button with the intent %s orders nothing: %s", (intent, isPricing) => {
  expect(isNoOrder(intent)).toBe(isPricing);
});

const typed = { discountCode: "TEN", giftCodes: "ABCD,EFGH", giftCode: "IJKL" };

test.each([
  ["apply", typed],
  ["remove", { ...typed, discountCode: undefined }],
  ["without-code", { ...typed, discountCode: undefined }],
  ["gift-apply", typed],
  [removeGift("ABCD"), { ...typed, giftCodes: "EFGH", giftCode: undefined }],
])("the button %s takes out of the form what it removes", (intent, left) => {
  const fields = new URLSearchParams({ ...typed, intent });
  followIntent(fields);
  expect(Object.fromEntries(fields)).toEqual(JSON.parse(JSON.stringify({ ...left, intent })));
});
