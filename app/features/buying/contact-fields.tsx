import type { FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { firstWrong } from "~/lib/forms/form-answer";
import { TextField } from "~/ui/fields";
import { TextLink } from "~/ui/link";

export type Contact = { firstName: string; lastName: string; email: string };

type ContactFieldsProps = {
  fields: Record<keyof Contact, FieldMetadata<string | undefined>>;
  hint: string;
  isRequired?: boolean;
  /** The name of the field that gets the focus. */
  focused?: string | undefined;
  children?: ReactNode;
};

/** Asks for whom a form is. */
export function ContactFields({ fields, hint, isRequired = true, focused, children }: ContactFieldsProps) {
  const { firstName, lastName, email } = fields;
  const props = (field: typeof email) => ({ field, required: isRequired, takesFocus: field.name === focused });
  return (
    <div className="grid gap-4.5 md:grid-cols-[1fr_1fr]">
      <TextField label="First name" {...props(firstName)} autoComplete="given-name" />
      <TextField label="Last name" {...props(lastName)} autoComplete="family-name" />
      <TextField
        className="md:col-span-2"
        label="Email"
        {...props(email)}
        type="email"
        autoComplete="email"
        hint={hint}
      />
      {children}
    </div>
  );
}

type GuestFieldsProps = Pick<ContactFieldsProps, "fields" | "hint"> & { signInTo: string };

/** Asks a buyer without an account who they are. */
export function GuestFields({ fields, signInTo, hint }: GuestFieldsProps) {
  const { firstName, lastName, email } = fields;
  return (
    <ContactFields fields={fields} hint={hint} focused={firstWrong([firstName, lastName, email])}>
      <p className="text-ink-soft md:col-span-2">
        Do you have an account? <TextLink to={signInTo}>Sign in</TextLink>
      </p>
    </ContactFields>
  );
}

type BuyerFieldsProps = GuestFieldsProps & {
  /** Null for a guest. */
  buyer: { name: string; email: string } | null;
};

/** Says for whom something is bought, or asks a buyer without an account. */
export function BuyerFields({ buyer, ...guest }: BuyerFieldsProps) {
  if (!buyer) return <GuestFields {...guest} />;
  return (
    <p className="text-ink-soft">
      For {buyer.name}, <span className="break-words">{buyer.email}</span>
    </p>
  );
}
