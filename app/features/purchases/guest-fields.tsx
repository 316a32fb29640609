import type { FieldMetadata } from "@conform-to/react";
import { firstWrong } from "~/lib/forms/form-answer";
import { TextField } from "~/ui/fields";
import { TextLink } from "~/ui/link";

export type GuestContact = { firstName: string; lastName: string; email: string };

type GuestFieldsProps = { fields: Record<keyof GuestContact, FieldMetadata<string>>; signInTo: string; hint?: string };

const passHint = "The receipt and the link that opens your pass go here.";

/** Asks a buyer without an account who they are. */
export function GuestFields({ fields: { firstName, lastName, email }, signInTo, hint = passHint }: GuestFieldsProps) {
  const all = [firstName, lastName, email];
  const wrong = firstWrong(all);
  const contactProps = (field: (typeof all)[number]) => ({ field, required: true, takesFocus: field.name === wrong });
  return (
    <div className="grid gap-4.5 md:grid-cols-[1fr_1fr]">
      <TextField label="First name" {...contactProps(firstName)} autoComplete="given-name" />
      <TextField label="Last name" {...contactProps(lastName)} autoComplete="family-name" />
      <TextField
        className="md:col-span-2"
        label="Email"
        {...contactProps(email)}
        type="email"
        autoComplete="email"
        hint={hint}
      />
      <p className="text-ink-soft md:col-span-2">
        Do you have an account? <TextLink to={signInTo}>Sign in</TextLink>
      </p>
    </div>
  );
}
