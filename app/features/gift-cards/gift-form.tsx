import { type FieldMetadata, getFormProps, useForm } from "@conform-to/react";
import type { GiftCardForm } from "@server/selling/gift-cards/list-gift-cards";
import type { LeftGift } from "@server/selling/gift-cards/left-gift";
import type { PassGiftForm } from "@server/selling/purchases/pass-gift-form";
import type { ReactNode } from "react";
import { Agreement } from "~/features/pages/agreement";
import { type GuestContact, GuestFields } from "~/features/purchases/guest-fields";
import { type RefusedForm, typedIn } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { withReturn } from "~/lib/sign-in-address";
import { useToast } from "~/lib/toast";
import { FormActions, FormCard } from "~/ui/card";
import { ChoiceField, TextAreaField, TextField } from "~/ui/fields";
import { SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

type GiftValues = Partial<GuestContact> & {
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

type RefusedProps = { refused: RefusedForm | undefined };

/** Asks for the amount of a gift card, and to whom and when it goes. */
export function GiftForm({ card, refused }: RefusedProps & { card: GiftCardForm }) {
  const { id, suggestions, amounts, validFor, currency } = card;
  return (
    <GiftFrame
      {...{ gift: card, refused }}
      action={`/gift-cards/${id}`}
      button="Continue to payment"
      amount={suggestions[1]?.value ?? suggestions[0]?.value ?? ""}
    >
      {(field) => (
        <TextField
          label={`Amount in ${currency}`}
          field={field}
          inputMode="decimal"
          autoComplete="off"
          required
          hint={`${amounts}. Valid for ${validFor}.`}
          takesFocus={Boolean(field.errors)}
        />
      )}
    </GiftFrame>
  );
}

/** Asks to whom and when a pass goes. */
export function PassGiftFields({ pass, refused }: RefusedProps & { pass: PassGiftForm }) {
  return (
    <GiftFrame {...{ gift: pass, refused }} action={`/passes/${pass.id}/gift`} button={`Pay ${pass.price}`}>
      {() => <input type="hidden" name="quote" value={pass.quote} />}
    </GiftFrame>
  );
}

type GiftFrameProps = RefusedProps & {
  gift: { currency: string; formKey: string; buyer: { name: string } | null; left: LeftGift | null };
  action: string;
  button: string;
  /** What the amount is at first; without one, none is asked for. */
  amount?: string;
  children: (amount: FieldMetadata<string | undefined>) => ReactNode;
};

function GiftFrame({ gift, action, button, amount, refused, children }: GiftFrameProps) {
  const isBusy = useIsPosting(action);
  const { contact, to, ...left } = gift.left ?? { contact: null, to: "other" };
  const [form, fields] = useForm<GiftValues>({
    id: "gift",
    lastResult: refused?.reply,
    defaultValue: { amount, ...left, ...contact },
  });
  useToast(refused);
  return (
    <FormCard {...getFormProps(form)} action={action} isBusy={isBusy} failure={failure}>
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <input type="hidden" name="formKey" value={gift.formKey} />
      <input type="hidden" name="currency" value={gift.currency} />
      {children(fields.amount)}
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
      {gift.buyer === null && (
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
        <SubmitButton isBusy={isBusy}>{button}</SubmitButton>
      </FormActions>
    </FormCard>
  );
}
