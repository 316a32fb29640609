import { getFormProps, useForm } from "@conform-to/react";
import { useNavigation } from "@remix-run/react";
import type { SettingsForm as Form } from "@server/site/get-settings-forms";
import { firstWrong } from "~/lib/forms/form-inputs";
import type { RefusedForm } from "~/lib/forms/refused-form";
import { Card } from "../../../ui/card";
import { PostForm } from "../../../ui/post-form";
import { SubmitButton } from "../../../ui/submit-button";
import { ToastNotice } from "../../../ui/toast/toast-notice";
import { FormVersion } from "../form-version";
import { SettingsField } from "./settings-field";
import { settingsSpecs } from "./settings-fields";

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
