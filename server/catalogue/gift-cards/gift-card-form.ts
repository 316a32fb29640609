import { amount, count, description, nameLine, onSale } from "../products/office/fields";
import { productForm, type StoredOf } from "../products/office/form";

const message = "Enter an amount such as 50";
const limits = { least: 100, most: 10_000_000, message, isHalf: true };

export const giftCardFields = {
  isOn: onSale("If not, no one can buy it. Cards that were sold keep paying."),
  title: nameLine({ hint: "Such as “Gift card”.", begins: "Gift card" }),
  description: description(),
  lowestMinor: amount("Lowest amount in GBP", { ...limits, hint: "Visitors see it in their currency.", begins: "25" }),
  highestMinor: amount("Highest amount in GBP", { ...limits, begins: "500" }),
  months: count("Valid for (months)", {
    least: 1,
    most: 120,
    inConflict: "Valid for months",
    hint: "From the day on which it is given. 36 months are 3 years.",
    begins: "36",
  }),
};

const isInOrder = {
  isKept: ({ lowestMinor, highestMinor }: Pick<TypedGiftCard, "lowestMinor" | "highestMinor">) =>
    !(lowestMinor > highestMinor),
  message: "Enter an amount that is not below the lowest",
  field: "highestMinor",
} as const;

export const giftCardForm = productForm({ fields: giftCardFields, rules: [isInOrder] });

export type TypedGiftCard = StoredOf<typeof giftCardFields>;
