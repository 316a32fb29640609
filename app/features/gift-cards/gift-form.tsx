import { getFormProps, useForm } from "@conform-to/react";
import type { GiftCardForm } from "@server/catalogue/gift-cards/list-gift-cards";
import { Agreement } from "~/features/pages/agreement";
import { type Contact, GuestFields } from "~/features/buying/contact-fields";
import { type RefusedForm, typedIn } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { withReturn } from "~/lib/sign-in-address";
import { useToast } from "~/lib/toast";
import { FormActions, FormCard } from "~/ui/card";
import { ChoiceField, TextAreaField, TextField } from "~/ui/fields";
import { SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

type GiftValues = Partial<Contact> & {
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

type GiftFormProps = { card: GiftCardForm; refused: RefusedForm | undefined };

/** Asks for the amount of a gift card, unless it is the price of a pass, and to whom and when it goes. */
export function GiftForm({ card, refused }: GiftFormProps) {
  const { id, suggestions, amounts, validFor, currency, pass } = card;
  const action = `/gift-cards/${id}${pass ? `?pass=${pass.id}` : ""}`;
  const isBusy = useIsPosting(action);
  const { contact, to, ...left } = card.left ?? { contact: null, to: "other" };
  const amount = suggestions[1]?.value ?? suggestions[0]?.value ?? "";
  const [form, fields] = useForm<GiftValues>({
    id: "gift",
    lastResult: refused?.reply,
    defaultValue: { amount, ...left, ...contact },
  });
  useToast(refused);
  return (
    <FormCard {...getFormProps(form)} action={action} isBusy={isBusy} failure={failure}>
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <input type="hidden" name="formKey" value={card.formKey} />
      <input type="hidden" name="currency" value={currency} />
      {pass ? (
        <>
          <input type="hidden" name="passId" value={pass.id} />
          <input type="hidden" name="amount" value={pass.amount} />
          <p>
            {pass.price}, the price of “{pass.title}”, which is named on the card. Valid for {validFor}.
          </p>
        </>
      ) : (
        <TextField
          label={`Amount in ${currency}`}
          field={fields.amount}
          inputMode="decimal"
          autoComplete="off"
          required
          hint={`${amounts}. Valid for ${validFor}.`}
          takesFocus={Boolean(fields.amount.errors)}
        />
      )}
      <ChoiceField
        legend="To whom?"
        name="to"
        chosen={typedIn(refused, "to") ?? to}
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
      {card.buyer === null && (
        <>
          <h2 className="text-title">From you</h2>
          <GuestFields
            fields={fields}
            signInTo={withReturn("/sign-in", action)}
            hint="The receipt goes here, with a link by which you can print the gift and send it again."
          />
        </>
      )}
      <Agreement act="By buying" />
      <FormActions>
        <SubmitButton isBusy={isBusy}>Continue to payment</SubmitButton>
      </FormActions>
    </FormCard>
  );
}
