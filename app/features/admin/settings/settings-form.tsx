import { type FieldMetadata, getFormProps, useForm } from "@conform-to/react";
import { useNavigation } from "@remix-run/react";
import type { SettingsForm as Form } from "@server/site/settings";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { FormVersion } from "~/features/admin/form-version";
import { firstWrong, type RefusedForm } from "~/lib/forms/form-answer";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { CheckField, TextAreaField, TextField } from "~/ui/fields";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";
import { type SettingsFieldSpec, settingsSpecs } from "./settings-fields";

type SettingsFormProps = { form: Form; action: string; refused: RefusedForm | undefined };

export function SettingsForm({ form: { section, values, version, isDefault }, action, refused }: SettingsFormProps) {
  const { formData } = useNavigation();
  const isBusy = formData?.get("section") === section;
  const [form, fields] = useForm<Record<string, string>>({
    id: section,
    lastResult: refused?.reply,
    defaultValue: values,
  });
  const spec = settingsSpecs[section];
  const controls = spec.fields.flatMap((control) => {
    const field = fields[control.name];
    return field ? [{ control, field }] : [];
  });
  const wrong = firstWrong(controls.map(({ field }) => field));
  return (
    <Card title={spec.title} badge={isDefault ? <Badge>Default</Badge> : null}>
      <p>{spec.text}</p>
      <PostForm
        {...getFormProps(form)}
        className="grid gap-4.5"
        action={action}
        isBusy={isBusy}
        failure={{ title: "Failed to save the settings" }}
      >
        {refused?.toast && <ToastNotice toast={refused.toast} />}
        <input type="hidden" name="section" value={section} />
        <FormVersion version={version} values={values} refused={refused} what="these settings" again={action} />
        {controls.map(({ control, field }) => (
          <SettingsField key={control.name} spec={control} field={field} takesFocus={control.name === wrong} />
        ))}
        <div className="flex flex-wrap gap-3">
          <SubmitButton isBusy={isBusy}>
            Save<span className="sr-only"> {spec.title}</span>
          </SubmitButton>
          {!isDefault && (
            <Button kind="quiet" type="submit" name="intent" value="reset">
              Back to default<span className="sr-only">: {spec.title}</span>
            </Button>
          )}
        </div>
      </PostForm>
    </Card>
  );
}

type SettingsFieldProps = { spec: SettingsFieldSpec; field: FieldMetadata<string>; takesFocus: boolean };

function SettingsField({ spec: { label, type, hint }, field, takesFocus }: SettingsFieldProps) {
  if (type === "checkbox") return <CheckField label={label} field={field} takesFocus={takesFocus} />;
  if (type === "textarea") return <TextAreaField label={label} hint={hint} field={field} rows={10} />;
  const shared = { label, hint, field, takesFocus, autoComplete: "off" };
  if (type === "number") return <TextField {...shared} inputMode="numeric" />;
  return <TextField {...shared} type={type} />;
}

/** Keeps the values of an edited form, so that saving reports a conflict; other forms follow what is saved. */
export function useOpenedForms(forms: Form[], refusedSection: string | undefined) {
  const [opened, setOpened] = useState(forms);
  const begun = useRef(new Set<unknown>());
  const sent = useNavigation().formData?.get("section");
  useEffect(() => void begun.current.delete(sent), [sent]);
  useEffect(() => {
    const { current } = begun;
    if (!refusedSection) return;
    current.add(refusedSection);
    // Saved after all, or discarded.
    return () => void current.delete(refusedSection);
  }, [refusedSection]);
  useEffect(() => {
    setOpened((before) =>
      forms.map((form) => {
        const isBegun = begun.current.has(form.section);
        return (isBegun && before.find(({ section }) => section === form.section)) || form;
      }),
    );
  }, [forms]);
  const noteBegun = ({ target }: FormEvent) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
      begun.current.add(target.form && new FormData(target.form).get("section"));
    }
  };
  return { opened, noteBegun };
}
