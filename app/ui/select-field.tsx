import { getSelectProps, type FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { Icon } from "./icon";

type SelectFieldProps = {
  label: string;
  field: FieldMetadata<string | undefined>;
  hint?: string;
  /** The options. */
  children: ReactNode;
};

/** A native listbox with its label above, hint or error below. */
export function SelectField({ label, field, hint, children }: SelectFieldProps) {
  const { key: _, ...select } = getSelectProps(field);
  const error = field.errors?.[0];
  const noteId = `${select.id}-note`;
  return (
    <div className="field">
      <label htmlFor={select.id}>{label}</label>
      <select
        {...select}
        className="input"
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? noteId : undefined}
      >
        {children}
      </select>
      {error ? (
        <p className="error" id={noteId}>
          <Icon name="error" />
          {error}
        </p>
      ) : (
        hint && (
          <p className="hint" id={noteId}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}
