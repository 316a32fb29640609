import { getFormProps, useForm } from "@conform-to/react";
import type { GiftCardForm } from "@server/selling/gift-cards/list-gift-cards";
import { Agreement } from "~/features/pages/agreement";
import { type RefusedForm, typedIn } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { useToast } from "~/lib/toast";
import { FormActions, FormCard } from "~/ui/card";
import { ChoiceField, TextAreaField, TextField } from "~/ui/fields";
import { SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

type GiftValues = {
  amount?: string;
  to?: string;
  recipientName?: string;
  recipientEmail?: string;
  words?: string;
  sendOn?: string;
};

const failure = {
  title: "Checkout Failed",
  text: "There was a problem creating your checkout session. Please try again.",
};

/** Asks for the amount of a gift card, and to whom and when it goes. */
export function GiftForm({ card, refused }: { card: GiftCardForm; refused: RefusedForm | undefined }) {
  const action = `/gift-cards/${card.id}`;
  const isBusy = useIsPosting(action);
  const [form, fields] = useForm<GiftValues>({
    id: "gift",
    lastResult: refused?.reply,
    defaultValue: { amount: card.suggestions[1]?.value ?? card.suggestions[0]?.value ?? "" },
  });
  useToast(refused);
  return (
    <FormCard {...getFormProps(form)} action={action} isBusy={isBusy} failure={failure}>
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <input type="hidden" name="formKey" value={card.formKey} />
      <input type="hidden" name="currency" value={card.currency} />
      <TextField
        label={`Amount in ${card.currency}`}
        field={fields.amount}
        inputMode="decimal"
        autoComplete="off"
        required
        hint={`${card.amounts}. Valid for ${card.validFor}.`}
        takesFocus={Boolean(fields.amount.errors)}
      />
      <ChoiceField
        legend="To whom?"
        name="to"
        chosen={typedIn(refused, "to") ?? "other"}
        options={[
          { value: "other", label: "To someone else, by email" },
          { value: "me", label: "To me: I print it, or keep it" },
        ]}
      />
      <div className="grid gap-4.5 md:grid-cols-[1fr_1fr]">
        <TextField label="Their name (optional)" field={fields.recipientName} maxLength={100} autoComplete="off" />
        <TextField
          label="Their email"
          field={fields.recipientEmail}
          type="email"
          autoComplete="off"
          hint="Not needed if it goes to you."
          takesFocus={Boolean(fields.recipientEmail.errors)}
        />
      </div>
      <TextAreaField label="Your words (optional)" field={fields.words} rows={3} maxLength={500} />
      <TextField
        label="Send on (optional)"
        field={fields.sendOn}
        type="date"
        hint="At 8 in the morning, in your time zone. Empty: as soon as it is paid."
      />
      <Agreement act="By buying" />
      <FormActions>
        <SubmitButton isBusy={isBusy}>Continue to payment</SubmitButton>
      </FormActions>
    </FormCard>
  );
}
