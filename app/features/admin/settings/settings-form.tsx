import { type FieldMetadata, getFormProps, useForm } from "@conform-to/react";
import { useNavigation } from "@remix-run/react";
import type { SettingsForm as Form } from "@server/catalogue/site/settings";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { FormVersion } from "~/features/admin/form-version";
import { firstWrong, type RefusedForm } from "~/lib/forms/form-answer";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { CheckField, TextAreaField, TextField } from "~/ui/fields";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { Notice } from "~/ui/notice";
import { ToastNotice } from "~/ui/toast/toast";
import { settingsAddress, type SettingsFieldSpec, settingsSpecs } from "./settings-fields";

type SettingsFoldProps = { form: Form; isAsked: boolean; children: ReactNode };

/** Renders a section of the settings, folded to its title and what is set. It stays as the user leaves it. */
export function SettingsFold({ form: { section, values, starting, isDefault }, isAsked, children }: SettingsFoldProps) {
  const { title, text, sum } = settingsSpecs[section];
  const fold = useRef<HTMLDetailsElement>(null);
  const [isOpenAtFirst] = useState(isAsked);
  useEffect(() => {
    if (isAsked && fold.current) fold.current.open = true;
  }, [isAsked]);
  return (
    <details ref={fold} className="group/fold" open={isOpenAtFirst}>
      <summary className="flex min-h-16 items-center gap-4 px-5 py-3 group-open/fold:pb-0 hover:bg-sunken group-open/fold:hover:bg-transparent md:px-7">
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-0.5">
          <h3 className="min-w-0 flex-[1_1_17rem] text-subtitle">{title}</h3>
          <span className="min-w-0 flex-[1_1_14rem] text-small wrap-anywhere text-ink-soft group-open/fold:invisible">
            {sum(values)}
          </span>
        </span>
        <Icon name="chevron" className="text-accent group-open/fold:rotate-180" />
      </summary>
      <div className="grid max-w-176 gap-4.5 px-5 pt-1 pb-7 md:px-7">
        <p className="max-w-text text-ink-soft">{text}</p>
        {isDefault && !starting && <Badge className="justify-self-start">Default</Badge>}
        {children}
      </div>
    </details>
  );
}

type SettingsFormProps = { form: Form; action: string; refused: RefusedForm | undefined };

export function SettingsForm({ form: shown, action, refused }: SettingsFormProps) {
  const { section, values, starting, version, isDefault } = shown;
  const { formData } = useNavigation();
  const isBusy = formData?.get("section") === section;
  const [form, fields] = useForm<Record<string, string>>({
    id: section,
    lastResult: refused?.reply,
    defaultValue: { ...values, ...starting },
  });
  const spec = settingsSpecs[section];
  const controls = spec.fields.flatMap((control) => {
    const field = fields[control.name];
    return field ? [{ control, field }] : [];
  });
  const wrong = firstWrong(controls.map(({ field }) => field));
  return (
    <PostForm
      {...getFormProps(form)}
      className="grid gap-4.5"
      action={action}
      isBusy={isBusy}
      failure={{ title: "Failed to save the settings" }}
    >
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <input type="hidden" name="section" value={section} />
      <FormVersion
        version={version}
        values={values}
        refused={refused}
        what="these settings"
        again={settingsAddress(section)}
      />
      {starting && (
        <Notice kind="information" isAnnounced={false}>
          A starting text, not saved yet. Check every sentence, then save it. Nobody is asked to confirm it before that.
        </Notice>
      )}
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
  );
}

type SettingsFieldProps = { spec: SettingsFieldSpec; field: FieldMetadata<string>; takesFocus: boolean };

function SettingsField({ spec: { label, type, hint, rows = 10 }, field, takesFocus }: SettingsFieldProps) {
  if (type === "checkbox") return <CheckField label={label} hint={hint} field={field} takesFocus={takesFocus} />;
  if (type === "textarea") return <TextAreaField label={label} hint={hint} field={field} rows={rows} />;
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
