import { type FieldMetadata, getInputProps, getSelectProps, getTextareaProps } from "@conform-to/react";
import { type ComponentProps, type ReactNode, useState } from "react";
import { useIsHydrated } from "~/lib/document";
import { iconButtonStyle } from "./button";
import { Check, ChoiceGroup } from "./check";
import { describedBy, FieldFrame, FieldNote, inputStyle, selectStyle } from "./field-frame";
import { Icon } from "./icon";

type FormField = FieldMetadata<string | undefined>;
type LabelProps = { label: string; hint?: string | undefined; className?: string };
/** A field of the form library, which knows its errors; or an id and an error. */
type Source =
  | { field: FormField; id?: never; error?: never }
  | { field?: never; id: string; error?: string | undefined };
/** Takes the focus when the page opens, also without scripting. */
type Start = { takesFocus?: boolean | undefined };

type TextFieldProps = LabelProps &
  Source &
  Start &
  Omit<ComponentProps<"input">, "className" | "form" | "id" | "type"> & {
    type?: "text" | "email" | "url" | "number" | "date" | "datetime-local" | "password";
    control?: ReactNode;
  };

export function TextField({ label, hint, className, type = "text", control, takesFocus, ...props }: TextFieldProps) {
  const { field, id, error, ...attributes } = props;
  const { key: _, ...input } = field ? getInputProps(field, { type }) : { key: undefined, id, type };
  return (
    <FieldFrame label={label} id={input.id} hint={hint} error={field ? field.errors?.[0] : error} className={className}>
      {(described) => {
        const className = control === undefined ? inputStyle : `${inputStyle} pr-13`;
        const box = (
          <input
            {...input}
            {...attributes}
            {...described}
            className={className}
            {...(takesFocus && { autoFocus: true })}
          />
        );
        return control === undefined ? (
          box
        ) : (
          <div className="relative">
            {box}
            {control}
          </div>
        );
      }}
    </FieldFrame>
  );
}

/** Renders a password input with a button that shows it, if scripting is available. */
export function PasswordField(props: Omit<TextFieldProps, "type" | "control" | "id" | "error"> & { field: FormField }) {
  const [isShown, setShown] = useState(false);
  const isHydrated = useIsHydrated();
  return (
    <TextField
      {...props}
      type={isShown ? "text" : "password"}
      control={
        isHydrated && (
          <button
            className={`${iconButtonStyle} absolute top-1/2 right-0.5 [translate:0_-50%]`}
            type="button"
            aria-label={`Show ${props.label.toLowerCase()}`}
            aria-pressed={isShown}
            aria-controls={props.field.id}
            onClick={() => setShown(!isShown)}
          >
            <Icon name={isShown ? "eye-closed" : "eye-open"} />
          </button>
        )
      }
    />
  );
}

type TextAreaFieldProps = LabelProps & { field: FormField; rows: number; maxLength?: number };

export function TextAreaField({ label, field, hint, className, ...size }: TextAreaFieldProps) {
  const { key: _, ...textarea } = getTextareaProps(field);
  return (
    <FieldFrame label={label} id={textarea.id} hint={hint} error={field.errors?.[0]} className={className}>
      {(described) => <textarea {...textarea} {...size} {...described} className={inputStyle} />}
    </FieldFrame>
  );
}

type FieldOption = { value: string; label: string };
/** `detail`: what the label means, in a lighter text. */
type ChoiceOption = FieldOption & { detail?: string };

type SelectFieldProps = LabelProps & {
  field: FormField;
  options?: FieldOption[];
  children?: ReactNode;
};

export function SelectField({ label, field, hint, className, options = [], children }: SelectFieldProps) {
  const { key: _, ...select } = getSelectProps(field);
  return (
    <FieldFrame label={label} id={select.id} hint={hint} error={field.errors?.[0]} className={className}>
      {(described) => (
        <select {...select} {...described} className={selectStyle}>
          {children}
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

type CheckFieldProps = LabelProps & Start & { field: FormField; value?: string; required?: boolean };

export function CheckField({ label, field, hint, className, value, required, takesFocus }: CheckFieldProps) {
  const { key: _, ...input } = getInputProps(field, { type: "checkbox", ...(value !== undefined && { value }) });
  const [mended, setMended] = useState<string[]>();
  // Ticking a box that has to be ticked is all that its error asks for.
  const error = field.errors === mended ? undefined : field.errors?.[0];
  const note = { id: input.id, hint, error };
  return (
    <div className={className}>
      <Check
        {...input}
        type="checkbox"
        onChange={({ currentTarget }) => setMended(required && currentTarget.checked ? field.errors : undefined)}
        label={label}
        required={required}
        {...describedBy(note)}
        {...(takesFocus && { autoFocus: true })}
      />
      <FieldNote {...note} />
    </div>
  );
}

type ChoiceFieldProps = {
  legend: string;
  isLegendSmall?: boolean;
  name: string;
  options: ChoiceOption[];
  chosen: string;
};

export function ChoiceField({ legend, isLegendSmall, name, options, chosen }: ChoiceFieldProps) {
  return (
    <ChoiceGroup legend={legend} isLegendSmall={isLegendSmall}>
      {options.map(({ value, label, detail }) => (
        <Check key={value} name={name} value={value} defaultChecked={value === chosen} label={label} detail={detail} />
      ))}
    </ChoiceGroup>
  );
}
