import { passCover, passStart } from "@db/schema";
import { z } from "zod";
import {
  boxes,
  choice,
  count,
  description,
  nameLine,
  onSale,
  optionalAmount,
  optionalCount,
  tick,
} from "../products/office/fields";
import { productForm, type StoredOf } from "../products/office/form";
import { hasPrice, priceFields } from "../products/office/price-fields";

const startWords = {
  purchase: "with the purchase",
  first_use: "with the first booking",
};

const coverWords = {
  all: "All sessions",
  categories: "Some categories only",
  online: "Online sessions only",
  on_site: "Sessions on site only",
};

export const passFields = {
  isOn: onSale("If not, no one can buy it. Those who have it keep booking with it."),
  title: nameLine({ hint: "Such as “Ten sessions”." }),
  description: description(),
  credits: optionalCount("Number of sessions", {
    least: 1,
    most: 100,
    or: "nothing for any number",
    hint: "Empty: any number while it is valid.",
    isHalf: true,
    begins: "10",
  }),
  months: count("Valid for (months)", {
    least: 1,
    most: 60,
    inConflict: "Valid for months",
    isHalf: true,
    begins: "6",
  }),
  starts: choice("Validity begins", z.enum(passStart.enumValues), { words: startWords, begins: "purchase" }),
  ...priceFields(
    { one: "One price", rates: "Rates to choose from, on trust", between: "Any amount between two" },
    {
      label: "Price",
      places: "Most sold at rate",
      hints: {
        rates: "Leave a number empty to sell as many as are wanted. Those that were refunded no longer count.",
        lowest: "More than 0: a pass that is free is given away.",
      },
    },
  ),
  placeLimit: optionalAmount("For sessions up to, a place", {
    hint: "In the currency of the price. Empty: twice the price of one credit, or the price of a pass for any number. A session with credits of its own in its form keeps to these.",
  }),
  /** Shown only if some hold the pass with another limit. */
  isLimitForHolders: tick("Also for those who have it already", {
    mayBeOmitted: true,
    hint: "They bought it with another limit, or with none. From now on their credits pay for sessions up to this one only; what they have booked stays. They are not told.",
  }),
  cover: choice("For", z.enum(passCover.enumValues), { words: coverWords, begins: "all" }),
  categoryIds: boxes("Categories, if it is for some only"),
  isIntroduction: tick("Once for each person", {
    hint: "For a first offer, such as “First three for £20”. It counts accounts: someone with two has it twice.",
  }),
};

const namesCategories = {
  isKept: ({ cover, categoryIds }: Pick<TypedPass, "cover" | "categoryIds">) =>
    cover !== "categories" || categoryIds.length > 0,
  message: "Choose at least one category",
  field: "categoryIds",
} as const;

export const passForm = productForm({ fields: passFields, rules: [namesCategories, hasPrice] });

export type TypedPass = Omit<StoredOf<typeof passFields>, "isLimitForHolders">;
export type NewPass = z.output<typeof passForm.stored.new>;
export type EditedPass = z.output<typeof passForm.stored.edited>;
