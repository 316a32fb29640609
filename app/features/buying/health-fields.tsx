import type { FieldMetadata } from "@conform-to/react";
import { CheckField, TextAreaField } from "~/ui/fields";

type HealthFieldsProps = {
  statement: { text: string; version: number };
  confirmation: FieldMetadata<string | undefined>;
  /** What the confirmation holds for, if it is more than one date. */
  hint?: string;
  /** It is absent where no note is kept. */
  note?: FieldMetadata<string | undefined>;
};

/** Shows the whole health statement, never folded or clipped, above the box that confirms it. */
export function HealthFields({ statement, confirmation, hint, note }: HealthFieldsProps) {
  return (
    <fieldset className="grid min-w-0 gap-3.5 rounded-paper bg-ground px-4.5 pt-4.5 pb-5">
      <legend className="text-subtitle float-left w-full font-display">Before you book: your health</legend>
      <p className="text-small leading-small whitespace-pre-line">{statement.text}</p>
      <CheckField
        className="grid gap-1"
        label="I have read the health statement above, and will ask my doctor first if any of it applies to me"
        field={confirmation}
        hint={hint}
        value={String(statement.version)}
        required
        takesFocus={Boolean(confirmation.errors)}
      />
      {note && (
        <TextAreaField
          label="A note to the instructor (optional)"
          field={note}
          hint="Anything I should know about your health? Only I read this."
          rows={2}
          maxLength={500}
        />
      )}
    </fieldset>
  );
}
