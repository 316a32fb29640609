import { useForm } from "@conform-to/react";
import type { GiftCardValues } from "@server/catalogue/gift-cards/schemas";
import { CommonFields, commonLabels, type OpenedForm, ProductForm } from "~/features/admin/products/product-form";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { TextField } from "~/ui/fields";

/** The labels with which a conflict shows the fields. */
export const giftCardLabels = {
  ...commonLabels,
  lowestMinor: "Lowest amount in GBP",
  highestMinor: "Highest amount in GBP",
  months: "Valid for months",
};

/** Returns a gift card as its form holds it. */
export const giftCardValues = ({ isOn, ...texts }: GiftCardValues) => ({ ...texts, isOn: isOn ? "on" : "" });

/** What the form of a new gift card holds. */
export const newGiftCard: GiftCardValues = {
  title: "Gift card",
  description: "",
  lowestMinor: "25",
  highestMinor: "500",
  months: "36",
  isOn: false,
};

type GiftCardFormProps = OpenedForm & { card: GiftCardValues; action: string; refused: RefusedForm | undefined };

export function GiftCardForm({ card, action, refused, ...opened }: GiftCardFormProps) {
  const values = giftCardValues(card);
  const [form, fields] = useForm<typeof values>({ id: "gift-card", lastResult: refused?.reply, defaultValue: values });
  return (
    <ProductForm {...opened} kind="gift_card" form={form} action={action} values={values} refused={refused}>
      <CommonFields
        fields={fields}
        offHint="If not, no one can buy it. Cards that were sold keep paying."
        nameHint="Such as “Gift card”."
      />
      <div className="grid gap-4.5 md:grid-cols-[1fr_1fr]">
        <TextField
          label="Lowest amount in GBP"
          field={fields.lowestMinor}
          inputMode="decimal"
          hint="Visitors see it in their currency."
        />
        <TextField label="Highest amount in GBP" field={fields.highestMinor} inputMode="decimal" />
      </div>
      <TextField
        label="Valid for (months)"
        field={fields.months}
        inputMode="numeric"
        hint="From the day on which it is given. 36 months are 3 years."
      />
    </ProductForm>
  );
}
