import { getInputProps, getTextareaProps, type FieldMetadata } from "@conform-to/react";
import { Icon } from "../../ui/icon";

type HealthFieldsProps = {
  statement: { text: string; version: number };
  confirmation: FieldMetadata<string | undefined>;
  note: FieldMetadata<string | undefined>;
};

/** The instructor's health statement, confirmed with its version, and room for a word to her. */
export function HealthFields({ statement, confirmation, note }: HealthFieldsProps) {
  return (
    <fieldset className="health">
      <legend className="subtitle">Before you book: your health</legend>
      <div className="health__text">
        {statement.text.split(/\n{2,}/).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <Confirmation field={confirmation} version={statement.version} />
      <Note field={note} />
    </fieldset>
  );
}

function Confirmation({ field, version }: { field: FieldMetadata<string | undefined>; version: number }) {
  const { key: _, ...input } = getInputProps(field, { type: "checkbox", value: String(version) });
  const error = field.errors?.[0];
  const noteId = `${input.id}-note`;
  return (
    <div className="grid gap-1">
      <label className="check" htmlFor={input.id}>
        <input
          {...input}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? noteId : undefined}
          {...(error && { autoFocus: true })}
        />
        <span>I have read this, and will ask my doctor first if any of it applies to me</span>
      </label>
      {error && (
        <p className="error" id={noteId}>
          <Icon name="error" />
          {error}
        </p>
      )}
    </div>
  );
}

function Note({ field }: { field: FieldMetadata<string | undefined> }) {
  const { key: _, ...textarea } = getTextareaProps(field);
  const error = field.errors?.[0];
  const noteId = `${textarea.id}-note`;
  return (
    <div className="field">
      <label htmlFor={textarea.id}>A note to the instructor (optional)</label>
      <textarea
        {...textarea}
        className="input"
        rows={2}
        maxLength={500}
        aria-invalid={error ? true : undefined}
        aria-describedby={noteId}
      />
      {error ? (
        <p className="error" id={noteId}>
          <Icon name="error" />
          {error}
        </p>
      ) : (
        <p className="hint" id={noteId}>
          Anything about your health that she should know. Only she reads it.
        </p>
      )}
    </div>
  );
}
