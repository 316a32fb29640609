import { type FieldMetadata, getFormProps, useForm } from "@conform-to/react";
import type { GiftCardValues, OpenedGiftCard } from "@server/catalogue/gift-cards/schemas";
import { giftCardsPath } from "~/features/admin/admin-paths";
import { EditForm } from "~/features/admin/form-version";
import { tickLabel } from "~/lib/forms/conflict";
import { type RefusedForm, typedIn } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { useToast } from "~/lib/toast";
import { ButtonLink } from "~/ui/button";
import { CheckField, TextAreaField, TextField } from "~/ui/fields";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

/** The labels with which a conflict shows the fields. */
export const giftCardLabels = {
  isOn: tickLabel("On sale"),
  title: "Name",
  description: "Description",
  lowestMinor: "Lowest amount in GBP",
  highestMinor: "Highest amount in GBP",
  months: "Valid for months",
};

/** Returns a gift card as its form holds it. */
export const giftCardValues = ({ isOn, ...texts }: GiftCardValues) => ({ ...texts, isOn: isOn ? "on" : "" });

type Values = ReturnType<typeof giftCardValues>;
type FormParts = { action: string; refused: RefusedForm | undefined };

const failure = { title: "Failed to save the gift card" };

export function EditGiftCardForm({ card, action, refused }: FormParts & { card: OpenedGiftCard }) {
  const { id: _, version, kept: __, ...values } = card;
  const shown = giftCardValues(values);
  const [form, fields] = useForm<Values>({ id: "gift-card", lastResult: refused?.reply, defaultValue: shown });
  useToast(refused);
  return (
    <EditForm
      {...getFormProps(form)}
      {...{ action, version, refused, failure }}
      values={shown}
      what="this gift card"
      button="Save gift card"
      back={giftCardsPath}
    >
      <GiftCardFields fields={fields} />
    </EditForm>
  );
}

const empty: GiftCardValues = {
  title: "Gift card",
  description: "",
  lowestMinor: "25",
  highestMinor: "500",
  months: "36",
  isOn: false,
};

export function NewGiftCardForm({ action, refused, formKey }: FormParts & { formKey: string }) {
  const [form, fields] = useForm<Values>({
    id: "gift-card",
    lastResult: refused?.reply,
    defaultValue: giftCardValues(empty),
  });
  const isBusy = useIsPosting(action);
  useToast(refused);
  return (
    <PostForm {...getFormProps(form)} className="grid gap-4.5" {...{ action, isBusy, failure }}>
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <input type="hidden" name="formKey" value={typedIn(refused, "formKey") ?? formKey} />
      <GiftCardFields fields={fields} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton isBusy={isBusy}>Add gift card</SubmitButton>
        <ButtonLink kind="quiet" to={giftCardsPath}>
          Cancel
        </ButtonLink>
      </div>
    </PostForm>
  );
}

type GiftCardFieldsProps = { fields: { [Name in keyof Values]: FieldMetadata<Values[Name]> } };

const GiftCardFields = ({ fields }: GiftCardFieldsProps) => (
  <>
    <CheckField
      label="On sale"
      field={fields.isOn}
      hint="If not, no one can buy it. Cards that were sold keep paying."
    />
    <TextField label="Name" field={fields.title} maxLength={60} hint="Such as “Gift card”." />
    <TextAreaField label="Description (optional)" field={fields.description} rows={3} maxLength={1000} />
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
  </>
);
