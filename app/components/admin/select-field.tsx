import type { ComponentProps } from "react";
import { Icon } from "../icon";

type SelectFieldProps = {
  label: string;
  /** With an id of its own. */
  select: ComponentProps<"select"> & { id: string };
  options: { value: string; label: string }[];
  error?: string | undefined;
};

/** A choice of a few, in a form. */
export function SelectField({ label, select, options, error }: SelectFieldProps) {
  const noteId = `${select.id}-note`;
  return (
    <div className="field">
      <label htmlFor={select.id}>{label}</label>
      <select
        className="input"
        {...select}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? noteId : undefined}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {error && (
        <p className="error" id={noteId}>
          <Icon name="error" />
          {error}
        </p>
      )}
    </div>
  );
}
