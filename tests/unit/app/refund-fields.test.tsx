import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RefundFields } from "../../../app/features/admin/orders/refund-fields";
import { wordsOf } from "@server/catalogue/products/kinds";

const order = {
  customer: "Ada Guest",
  isLive: true,
  words: { hasPlace: false },
  payments: [
    { paymentId: "1", provider: "stripe", paid: "£100.00", left: "£100.00", leftTyped: "60.00", currency: "GBP" },
  ],
  unused: { text: "2 of 3 dates are still to come.", amount: "£60.00" },
};

test.each([
  ["course", "Its dates to come are cancelled and offered to others"],
  ["pass", "It ends: what is not used of it is gone. What was booked with it stays"],
  ["gift_card", "It ends: what is left on it is gone. What was paid with it stays"],
] as const)("keeps a %s unless the instructor chooses that it ends, in its own words", (kind, words) => {
  const details = { ...order, product: wordsOf(kind) };
  const html = renderToStaticMarkup(<RefundFields order={details as never} formKey="key" reply={undefined} />);
  expect(html).toContain("2 of 3 dates are still to come. That is £60.00 of what was paid.");
  const [keep, cancel] = [...html.matchAll(/<input[^>]*name="place"[^>]*>/g)].map(([input]) => input);
  expect(keep).toContain('value="keep"');
  expect(keep).toMatch(/ checked=""/);
  expect(cancel).not.toMatch(/ checked=""/);
  expect(html).toContain(words);
});
