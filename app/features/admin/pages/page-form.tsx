import { getFormProps, useForm } from "@conform-to/react";
import type { PageValues } from "@server/catalogue/pages/schemas";
import { useState } from "react";
import { pagesPath } from "~/features/admin/admin-paths";
import { FileForm } from "~/features/admin/form-version";
import { type ChosenFile, UploadField } from "~/features/admin/library/upload-field";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { useToast } from "~/lib/toast";
import { Button, ButtonLink } from "~/ui/button";
import { SelectField, TextAreaField, TextField } from "~/ui/fields";
import { SubmitButton } from "~/ui/post-form";
import { pagePlaces } from "./page-table";

type PageFormProps = {
  action: string;
  values: PageValues;
  /** A new page has a form key and chooses its address, an existing one has a version. */
  formKey?: string;
  version?: string;
  isPublished: boolean;
  refused: (RefusedForm & { files?: ChosenFile[] }) | undefined;
};

type Fields = PageValues & { slug: string; pictureText: string };

const textHint =
  "In Markdown: ## Heading, **bold**, - list, [link](https://…), an empty line between paragraphs. No HTML, up to 100 kB.";

export function PageForm({ action, values, formKey, version, isPublished, refused }: PageFormProps) {
  const [form, fields] = useForm<Fields>({ id: "page", lastResult: refused?.reply, defaultValue: values });
  const [isUploading, setUploading] = useState(false);
  const isBusy = useIsPosting(action) || isUploading;
  useToast(refused);
  return (
    <FileForm
      {...getFormProps(form)}
      action={action}
      isBusy={isBusy}
      formKey={formKey}
      version={version}
      values={values}
      refused={refused}
      what="this page"
      failure={{ title: "Failed to save the page" }}
    >
      <TextField autoComplete="off" label="Title" field={fields.title} required />
      {formKey && (
        <TextField
          autoComplete="off"
          label="Address"
          field={fields.slug}
          hint="The end of its address: what-to-bring is shown at /pages/what-to-bring. It stays the same later."
          required
        />
      )}
      <TextAreaField label="Text" hint={textHint} field={fields.text} rows={20} />
      <UploadField
        label="Add a picture (optional)"
        name="picture"
        kind="image"
        accept=".jpg,.jpeg,.png,.webp,.avif,.gif"
        hint="Added at the end of the text, from where you can move its line. Up to 10 MB."
        file={refused?.files?.[0] ?? null}
        error={form.allErrors.picture?.[0]}
        failureOf={(message) => `Upload failed: ${message}`}
        onUnderWay={setUploading}
      />
      <TextField
        autoComplete="off"
        label="What the picture shows"
        hint="For people who can’t see it. Needed with a picture."
        field={fields.pictureText}
      />
      <div className="grid items-start gap-4.5 md:grid-cols-2">
        <SelectField label="Linked in" field={fields.place} options={pagePlaces} />
        <TextField
          autoComplete="off"
          label="Order"
          field={fields.orderIndex}
          inputMode="numeric"
          hint="Lower numbers come first."
        />
      </div>
      <div className="mt-2 flex flex-wrap gap-3">
        <SubmitButton isBusy={isBusy}>Save draft</SubmitButton>
        <Button kind="quiet" type="submit" name="intent" value="publish" aria-disabled={isBusy || undefined}>
          {isPublished ? "Save and publish changes" : "Save and publish"}
        </Button>
        <ButtonLink kind="quiet" to={pagesPath}>
          Cancel
        </ButtonLink>
      </div>
    </FileForm>
  );
}
