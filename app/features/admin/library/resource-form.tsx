import { getFormProps, useForm } from "@conform-to/react";
import type { ResourceValues } from "@server/selling/resources/schemas";
import { useState } from "react";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { resourcesPath } from "~/features/admin/admin-paths";
import { type ChosenFile, UploadField } from "./upload-field";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { useToast } from "~/lib/toast";
import { ButtonLink } from "~/ui/button";
import { SubmitButton } from "~/ui/post-form";
import { FileForm } from "~/features/admin/form-version";
import { PriceFields } from "~/features/admin/price-and-reason-fields";
import { TextAreaField, TextField } from "~/ui/fields";

type ResourceFormProps = {
  action: string;
  /** A new resource has a form key, an existing one a version. */
  resource: ResourceValues & { formKey?: string; version?: string; files: ChosenFile[] };
  categories: string[];
  refused: (RefusedForm & { files?: ChosenFile[] }) | undefined;
};

export function ResourceForm({ action, resource, categories, refused }: ResourceFormProps) {
  const { formKey = null, version = null, files, ...defaultValue } = resource;
  const [form, fields] = useForm<ResourceValues>({ id: "resource", lastResult: refused?.reply, defaultValue });
  const [isUploading, setUploading] = useState(false);
  const isBusy = useIsPosting(action) || isUploading;
  useToast(refused);
  return (
    <FileForm
      {...getFormProps(form)}
      {...{ action, isBusy, formKey, version, refused }}
      values={defaultValue}
      what="this resource"
      failure={{ title: "Failed to save the resource" }}
    >
      <TextField autoComplete="off" label="Title" field={fields.title} required />
      <TextAreaField label="Description" field={fields.description} rows={6} />
      <TextField autoComplete="off" label="Category (optional)" field={fields.category} list="categories" />
      <datalist id="categories">
        {categories.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
      <PriceFields
        label="Price"
        amount={fields.price}
        currency={fields.currency}
        hint="0 makes it free for everyone with an account."
      />
      <RemovableFiles files={files} />
      <UploadField
        label={files.length > 0 ? "Add a file (optional)" : "File (optional)"}
        name="file"
        kind="download"
        accept=".pdf,.mp3,.m4a,.ogg,.wav,.jpg,.jpeg,.png,.webp"
        hint="PDF, audio (MP3, M4A, OGG, WAV) or picture (JPEG, PNG, WebP), up to 50 MB. Only people with access to the resource can download it."
        file={refused?.files?.[0] ?? null}
        error={form.allErrors.file?.[0]}
        failureOf={(message) => `Upload failed: ${message}`}
        onUnderWay={setUploading}
      />
      <div className="mt-2 flex flex-wrap gap-3">
        <SubmitButton isBusy={isBusy}>Save resource</SubmitButton>
        <ButtonLink kind="quiet" to={resourcesPath}>
          Cancel
        </ButtonLink>
      </div>
    </FileForm>
  );
}

function RemovableFiles({ files }: { files: ChosenFile[] }) {
  if (files.length === 0) return null;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2">Files</legend>
      {files.map(({ id, name, size }) => (
        <label key={id} className="flex min-h-(--size-touch) items-center gap-3">
          <input type="checkbox" name="removeFiles" value={id} />
          <span className="break-all">
            Remove {name} ({size})
          </span>
        </label>
      ))}
    </fieldset>
  );
}
