import { z } from "zod";
import { formVersion } from "../../core/forms";
import { boxes, description, hidden, nameLine, onSale, tick } from "../../catalogue/products/office/fields";
import { productForm, type StoredOf } from "../../catalogue/products/office/form";
import { hasPrice, priceFields } from "../../catalogue/products/office/price-fields";

const noDates = "Choose at least two dates";
const mostDates = 60;
const sessionIds = z.array(z.uuid()).min(2, noDates).max(mostDates, `Choose up to ${mostDates} dates`);

export const courseFields = {
  isOn: onSale("If not, it can’t be booked. Those who have booked it keep their places."),
  title: nameLine(),
  description: description(4000, 4),
  sessionIds: boxes("Dates", sessionIds.default([])),
  ...priceFields(
    {
      one: "One price",
      early: "A lower price early on",
      rates: "Rates to choose from, on trust",
      between: "Any amount between two",
    },
    {
      label: "Price of all dates",
      places: "Places at rate",
      hints: {
        rates: "Each is for all dates. Leave places empty for no limit.",
        lowest: "More than 0: a course can’t be free.",
      },
    },
  ),
  isSoldSingly: tick("Dates can also be booked one by one", {
    hint: "If not, each date is booked with the course only while it is on sale.",
    begins: "on",
  }),
  canMakeUp: tick("A missed date can be made up", {
    hint: "Once, on a date of another course whose sessions have the same category, where a place is free.",
  }),
};

/** Which notes on the price were seen. */
const agreed = { agreedPrice: hidden(formVersion.optional()) };

export const courseForm = productForm({
  fields: courseFields,
  onlyNew: agreed,
  onlyEdited: agreed,
  rules: [hasPrice],
});

export type TypedCourse = StoredOf<typeof courseFields>;

/** A date that a course may have. */
export type OfferedDate = { id: string; name: string };
