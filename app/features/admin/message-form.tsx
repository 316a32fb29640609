import type { FieldMetadata } from "@conform-to/react";
import type { ComponentProps, ReactNode } from "react";
import { type RefusedForm, typedIn } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { ButtonLink } from "~/ui/button";
import { FormActions, FormCard } from "~/ui/card";
import { TextAreaField, TextField } from "~/ui/fields";
import { SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";
import { MessagePreview, sendLabel } from "./message-preview";

export const messageFailure = "Failed to send. Please try again.";

type Preview = ComponentProps<typeof MessagePreview>["preview"] & { recipients: number };

type MessageFormProps = Omit<ComponentProps<typeof FormCard>, "isBusy" | "failure"> & {
  fields: Record<"subject" | "text", FieldMetadata<string | undefined>>;
  formKey: string;
  refused: RefusedForm | undefined;
  preview: Preview | null;
  /** Who gets it, and what each of them sees. */
  audience: ReactNode;
  text: { rows: number; hint: string };
  back: string;
};

/** Renders the form of a message that is shown before it is sent. `children` are its other fields. */
export function MessageForm({
  fields,
  formKey,
  refused,
  preview,
  audience,
  text,
  back,
  children,
  ...form
}: MessageFormProps) {
  const isBusy = useIsPosting(form.action);
  return (
    <FormCard {...form} isBusy={isBusy} failure={{ title: "Error", text: messageFailure }}>
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <input type="hidden" name="formKey" value={typedIn(refused, "formKey") ?? formKey} />
      <TextField label="Subject" field={fields.subject} required maxLength={150} />
      <TextAreaField label="Message" field={fields.text} {...text} />
      {children}
      {preview && <MessagePreview preview={preview}>{audience}</MessagePreview>}
      <FormActions>
        <ButtonLink kind="quiet" to={back}>
          Cancel
        </ButtonLink>
        <SubmitButton isBusy={isBusy}>{preview ? sendLabel(preview.recipients) : "Preview"}</SubmitButton>
      </FormActions>
    </FormCard>
  );
}
