import { type FieldMetadata, getFormProps, getInputProps, getTextareaProps, useForm } from "@conform-to/react";
import { useNavigation } from "@remix-run/react";
import type { SettingsForm as Form } from "@server/site/get-settings-forms";
import { FormVersion } from "~/features/admin/form-version";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { firstWrong } from "~/lib/forms/form-inputs";
import { Card } from "~/ui/card";
import { Field } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast-notice";
import { type SettingsFieldSpec, settingsSpecs } from "./settings-fields";

type SettingsFormProps = { form: Form; action: string; refused: RefusedForm | undefined };

/** One part of the settings, saved by itself. */
export function SettingsForm({ form: { section, values, version, isDefault }, action, refused }: SettingsFormProps) {
  const { formData } = useNavigation();
  const isBusy = formData?.get("section") === section;
  const [form, fields] = useForm<Record<string, string>>({
    id: section,
    lastResult: refused?.reply,
    defaultValue: values,
  });
  const spec = settingsSpecs[section]!;
  const wrong = firstWrong(spec.fields.map(({ name }) => fields[name]!));
  return (
    <Card title={spec.title} badge={isDefault ? <span className="badge">Default</span> : null}>
      <p>{spec.text}</p>
      <PostForm
        {...getFormProps(form)}
        className="fields"
        action={action}
        isBusy={isBusy}
        failure={{ title: "Failed to save the settings" }}
      >
        {refused?.toast && <ToastNotice toast={refused.toast} />}
        <input type="hidden" name="section" value={section} />
        <FormVersion version={version} values={values} refused={refused} what="these settings" again={action} />
        {spec.fields.map((field) => (
          <SettingsField key={field.name} spec={field} field={fields[field.name]!} isStart={field.name === wrong} />
        ))}
        <div className="flex flex-wrap gap-3">
          <SubmitButton isBusy={isBusy}>
            Save<span className="sr-only"> {spec.title}</span>
          </SubmitButton>
          {!isDefault && (
            <button className="btn btn--quiet" type="submit" name="intent" value="reset">
              Back to default<span className="sr-only">: {spec.title}</span>
            </button>
          )}
        </div>
      </PostForm>
    </Card>
  );
}

type SettingsFieldProps = { spec: SettingsFieldSpec; field: FieldMetadata<string>; isStart: boolean };

/** One thing that can be set. */
function SettingsField({ spec: { label, type, hint }, field, isStart }: SettingsFieldProps) {
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
