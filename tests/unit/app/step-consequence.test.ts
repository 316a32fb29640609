import { expect, test } from "vitest";
import { wordsOf } from "@server/catalogue/products/kinds";
import { purchaseWords } from "@server/selling/purchases/purchase-order";
import { bookingWords } from "@server/selling/bookings/pay/booking-order";
import { stepConsequence } from "~/features/admin/orders/order-facts";

const booking = { words: bookingWords, product: wordsOf("session") };
const order = { ...booking, state: "pending pending", price: "£18.00", customer: "Hannah Okafor" };

test.each(["paid", "free"] as const)(
  "sends no second confirmation when a booking to be paid on site becomes %s",
  (to) => {
    const consequence = stepConsequence({ ...order, state: "confirmed pending" }, to);
    expect(consequence).toMatch(/The place stays booked, and no email is sent\.$/);
    expect(consequence).not.toContain("confirmation");
  },
);

test.each([
  [{ state: "pending pending" }, "The place is booked at once, and a confirmation is sent. The payment page is closed"],
  [{ state: "cancelled failed" }, "The place is booked again, if one is free, and a confirmation is sent."],
  [
    { words: purchaseWords, product: wordsOf("collection"), state: "failed" },
    "The collection is unlocked immediately, and a confirmation is sent.",
  ],
  [
    { words: purchaseWords, product: wordsOf("resource"), state: "failed" },
    "The resource is unlocked immediately, and a confirmation is sent.",
  ],
])("announces a confirmation for an unconfirmed order: %j", (standing, words) => {
  expect(stepConsequence({ ...order, ...standing }, "free")).toContain(words);
});
