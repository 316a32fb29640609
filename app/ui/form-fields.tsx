import { getInputProps, getSelectProps, getTextareaProps, type FieldMetadata } from "@conform-to/react";
import type { ComponentProps, ReactNode } from "react";
import { Field } from "./field";
import { Icon } from "./icon";

type FieldOf = FieldMetadata<string | undefined>;
type Shared = { label: string; field: FieldOf; hint?: string; className?: string };

type TextProps = Shared &
  Omit<ComponentProps<"input">, "className" | "form" | "id" | "name"> & {
    type?: "text" | "email" | "url" | "number" | "date" | "datetime-local";
  };

/** One line of text, or whatever else an input takes. */
export function TextField({ label, field, hint, className, type = "text", ...rest }: TextProps) {
  const { key: _, ...input } = getInputProps(field, { type });
  const shared = { ...(hint !== undefined && { hint }), ...(className !== undefined && { className }) };
  return <Field label={label} input={{ ...input, ...rest }} error={field.errors?.[0]} {...shared} />;
}

/** Several lines of text. */
export function TextAreaField({ label, field, hint, className = "", rows }: Shared & { rows: number }) {
  const { key: _, ...input } = getTextareaProps(field);
  return (
    <Framed label={label} id={input.id} hint={hint} error={field.errors?.[0]} className={className}>
      <textarea className="input" rows={rows} {...input} {...described(input.id, hint, field)} />
    </Framed>
  );
}

type Option = { value: string; label: string };

/** A choice of one. */
export function SelectField({ label, field, hint, className = "", options }: Shared & { options: Option[] }) {
  const { key: _, ...input } = getSelectProps(field);
  return (
    <Framed label={label} id={input.id} hint={hint} error={field.errors?.[0]} className={className}>
      <select className="input" {...input} {...described(input.id, hint, field)}>
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Framed>
  );
}

/** A box to tick. */
export function CheckField({ label, field, hint }: Shared) {
  const { key: _, ...input } = getInputProps(field, { type: "checkbox" });
  return (
    <div>
      <label className="check" htmlFor={input.id}>
        <input {...input} aria-describedby={hint ? `${input.id}-note` : undefined} />
        <span>{label}</span>
      </label>
      {hint && (
        <p className="hint" id={`${input.id}-note`}>
          {hint}
        </p>
      )}
    </div>
  );
}

const described = (id: string, hint: string | undefined, { errors }: FieldOf) => ({
  "aria-invalid": errors ? true : undefined,
  "aria-describedby": errors || hint ? `${id}-note` : undefined,
});

type FramedProps = {
  label: string;
  id: string;
  hint: string | undefined;
  error: string | undefined;
  className: string;
  children: ReactNode;
};

/** Label above, hint or error below, as around every input. */
export function Framed({ label, id, hint, error, className, children }: FramedProps) {
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>{label}</label>
      {children}
      {error ? (
        <p className="error" id={`${id}-note`}>
          <Icon name="error" />
          {error}
        </p>
      ) : (
        hint && (
          <p className="hint" id={`${id}-note`}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}
