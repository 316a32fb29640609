import { getTextareaProps, type FieldMetadata } from "@conform-to/react";
import { Icon } from "../icon";

type TextAreaProps = {
  label: string;
  field: FieldMetadata<string | undefined>;
  hint?: string;
  rows?: number;
  isRequired?: boolean;
};

/** Text of several lines. */
export function TextArea({ label, field, hint, rows = 6, isRequired = false }: TextAreaProps) {
  const { key: _, ...textarea } = getTextareaProps(field);
  const error = field.errors?.[0];
  const noteId = `${textarea.id}-note`;
  return (
    <div className="field">
      <label htmlFor={textarea.id}>{label}</label>
      <textarea
        {...textarea}
        className="input"
        rows={rows}
        required={isRequired}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? noteId : undefined}
      />
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
