import { getInputProps, getTextareaProps, type FieldMetadata } from "@conform-to/react";
import { Field } from "../../../ui/field";
import { Icon } from "../../../ui/icon";
import type { SettingsFieldSpec } from "./settings-fields";

type SettingsFieldProps = { spec: SettingsFieldSpec; field: FieldMetadata<string>; isStart: boolean };

/** One thing that can be set. */
export function SettingsField({ spec: { label, type, hint }, field, isStart }: SettingsFieldProps) {
  const focus = isStart && { autoFocus: true };
  if (type === "checkbox") {
    const { key: _, ...input } = getInputProps(field, { type: "checkbox" });
    return (
      <label className="check" htmlFor={input.id}>
        <input {...input} {...focus} />
        <span>{label}</span>
      </label>
    );
  }
  if (type === "textarea") return <LongField label={label} hint={hint ?? ""} field={field} />;
  const { key: _, ...input } = getInputProps(field, { type: type === "number" ? "text" : type });
  return (
    <Field
      label={label}
      input={{ ...input, ...focus, ...(type === "number" && { inputMode: "numeric" }), autoComplete: "off" }}
      error={field.errors?.[0]}
      {...(hint && { hint })}
    />
  );
}

function LongField({ label, hint, field }: { label: string; hint: string; field: FieldMetadata<string> }) {
  const { key: _, ...textarea } = getTextareaProps(field);
  const error = field.errors?.[0];
  const noteId = `${textarea.id}-note`;
  return (
    <div className="field">
      <label htmlFor={textarea.id}>{label}</label>
      <textarea
        {...textarea}
        className="input"
        rows={10}
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
          {hint}
        </p>
      )}
    </div>
  );
}
