import type { FieldView } from "@server/catalogue/products/office/fields";
import { amountLabels, earlyLabels, rateLabels } from "~/features/admin/price-parts";
import { choiceLabel, fileLabel, tickLabel } from "~/lib/forms/conflict";

/** Returns the labels of the parts of a product's prices; `places` is what its rates count, as in "Places at rate". */
export const priceLabels = (places: string) => ({
  ...earlyLabels,
  ...rateLabels,
  rate1Places: `${places} 1`,
  rate2Places: `${places} 2`,
  rate3Places: `${places} 3`,
  rate4Places: `${places} 4`,
  ...amountLabels,
});

export type PriceName = keyof ReturnType<typeof priceLabels> | "pricing" | "price" | "currency";

type Labels = Record<string, ReturnType<typeof tickLabel>>;

/** Returns the labels with which a conflict shows the fields of a form. */
export const conflictLabels = (views: FieldView[]): Labels =>
  Object.fromEntries(views.flatMap((view): [string, Labels[string]][] => labelsOf(view)));

function labelsOf({ name, label, inConflict = label, input }: FieldView): [string, Labels[string]][] {
  switch (input.as) {
    case "tick":
      return [[name, tickLabel(inConflict)]];
    case "choice":
      return [[name, choiceLabel(inConflict, input.words)]];
    case "prices":
      return [
        [name, choiceLabel(inConflict, input.kinds)],
        ["price", "Price"],
        ...Object.entries(priceLabels(input.places)),
      ];
    case "upload":
      return input.kind === "image" ? [[name, fileLabel("Picture", input.file)]] : [];
    case "line":
    case "text":
    case "address":
      return [[name, inConflict]];
    default:
      return [];
  }
}
