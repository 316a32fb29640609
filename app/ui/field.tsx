import type { ComponentProps, ReactNode } from "react";
import { Icon } from "./icon";

type FieldProps = {
  label: string;
  /** With an id of its own. */
  input: ComponentProps<"input"> & { id: string };
  hint?: string;
  error?: string | undefined;
  /** Stands inside of the input, at its end. */
  control?: ReactNode;
  className?: string;
};

/** Label above, hint or error below, tied to the input for those who listen. */
export function Field({ label, input, hint, error, control, className = "" }: FieldProps) {
  const noteId = `${input.id}-note`;
  const box = (
    <input
      className="input"
      {...input}
      aria-invalid={error ? true : undefined}
      aria-describedby={error || hint ? noteId : undefined}
    />
  );
  return (
    <div className={`field ${className}`}>
      <label htmlFor={input.id}>{label}</label>
      {control === undefined ? (
        box
      ) : (
        <div className="inputwrap">
          {box}
          {control}
        </div>
      )}
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
