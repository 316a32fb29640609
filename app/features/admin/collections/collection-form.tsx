import { type FieldMetadata, getFormProps, useForm } from "@conform-to/react";
import type { PlateCategory } from "@server/platform/artwork/plate";
import type { OpenedCollection } from "@server/catalogue/products/schemas";
import { type ReactNode, useState } from "react";
import { FileForm } from "~/features/admin/form-version";
import { fileIn, pictureUpload, type RefusedFileForm } from "~/features/admin/library/form-files";
import { UploadField } from "~/features/admin/library/upload-field";
import { choiceLabel, fileLabel, tickLabel } from "~/lib/forms/conflict";
import { typedIn } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { useToast } from "~/lib/toast";
import { ButtonLink } from "~/ui/button";
import { CheckField, SelectField, TextField } from "~/ui/fields";
import { SubmitButton } from "~/ui/post-form";

/** The families of drawings, by what they were drawn for. */
const plateNames: Record<PlateCategory, string> = {
  birth: "Birth",
  sleep: "Stress & Sleep",
  breathwork: "Breathwork",
  meditation: "Meditation",
  movement: "Movement",
  pregnancy: "Pregnancy",
  postpartum: "Postpartum",
  mothers: "Mothers",
  workshop: "Workshop",
  other: "Other",
};

/** Returns the labels with which a conflict shows the fields. */
export const collectionLabels = ({ picture }: Pick<OpenedCollection, "picture">) => ({
  isOn: tickLabel("Shown and sold"),
  title: "Name",
  description: "Description",
  pictureId: fileLabel("Picture", picture),
  plate: choiceLabel("Drawings", plateNames),
});

type Values = Pick<OpenedCollection, "title" | "description" | "plate" | "isOn" | "picture">;

/** Returns a collection as its form holds it. */
export const collectionValues = ({ title, description, plate, isOn, picture }: Values) => ({
  title,
  description,
  plate,
  isOn: isOn ? "on" : "",
  pictureId: picture?.id ?? "",
});

type FieldsProps = {
  fields: Record<"title" | "description" | "plate", FieldMetadata<string>>;
  /** What the site says while the description is empty. */
  standIn?: string;
  /** The field of the picture. */
  picture: ReactNode;
};

function CollectionFields({ fields: { title, description, plate }, standIn, picture }: FieldsProps) {
  return (
    <>
      <TextField label="Name" field={title} maxLength={60} hint="Earlier receipts keep the earlier name." />
      <TextField
        label="Description"
        field={description}
        maxLength={300}
        hint={standIn ? `If empty: “${standIn}”` : "One or two sentences, at the head of its page."}
      />
      {picture}
      <SelectField
        label="Drawings"
        field={plate}
        options={Object.entries(plateNames).map(([value, label]) => ({ value, label }))}
        hint="Shown for recordings without a thumbnail."
      />
    </>
  );
}

type PictureFieldProps = {
  saved: OpenedCollection["picture"];
  refused: RefusedFileForm | undefined;
  error: string | undefined;
  onUnderWay: (isUnderWay: boolean) => void;
};

const PictureField = ({ saved, refused, ...props }: PictureFieldProps) => (
  <UploadField
    {...pictureUpload}
    {...props}
    label="Picture (optional)"
    name="picture"
    hint="At the head of its page, and where that is shared. JPEG, PNG, WebP, AVIF or GIF, up to 10 MB."
    file={fileIn(refused, "picture", saved)}
  />
);

type EditCollectionProps = { collection: OpenedCollection; action: string; refused: RefusedFileForm | undefined };

/** Edits what a collection is called, how it looks and whether it is sold. */
export function EditCollectionForm({ collection, action, refused }: EditCollectionProps) {
  const values = collectionValues(collection);
  const [form, fields] = useForm<typeof values & { removePicture: string }>({
    id: "collection",
    lastResult: refused?.reply,
    defaultValue: values,
  });
  const [isUploading, setUploading] = useState(false);
  const isBusy = useIsPosting(action) || isUploading;
  useToast(refused);
  return (
    <FileForm
      {...getFormProps(form)}
      {...{ action, isBusy, values, refused }}
      version={collection.version}
      what="this collection"
      failure={{ title: "Failed to save the collection" }}
    >
      <CheckField
        label="Shown and sold"
        field={fields.isOn}
        hint="If not, its page is there only for those who have it. They keep watching."
      />
      <CollectionFields
        fields={fields}
        standIn={collection.standIn}
        picture={
          <>
            <PictureField
              saved={collection.picture}
              refused={refused}
              error={form.allErrors.picture?.[0]}
              onUnderWay={setUploading}
            />
            {collection.picture && <CheckField label="Remove the picture" field={fields.removePicture} />}
          </>
        }
      />
      <FormButtons label="Save collection" back={collection.libraryPath} isBusy={isBusy} />
    </FileForm>
  );
}

type NewCollectionProps = { action: string; back: string; formKey: string; refused: RefusedFileForm | undefined };

export function NewCollectionForm({ action, back, formKey, refused }: NewCollectionProps) {
  const values = { title: "", description: "", plate: "breathwork", slug: "" };
  const [form, fields] = useForm<typeof values>({
    id: "new-collection",
    lastResult: refused?.reply,
    defaultValue: values,
  });
  const [isUploading, setUploading] = useState(false);
  const isBusy = useIsPosting(action) || isUploading;
  const error = form.allErrors.picture?.[0];
  useToast(refused);
  return (
    <FileForm
      {...getFormProps(form)}
      {...{ action, isBusy, values, refused }}
      formKey={typedIn(refused, "formKey") ?? formKey}
      what="this collection"
      failure={{ title: "Failed to add the collection" }}
    >
      <CollectionFields
        fields={fields}
        picture={<PictureField saved={null} refused={refused} error={error} onUnderWay={setUploading} />}
      />
      <TextField
        label="Address"
        field={fields.slug}
        maxLength={60}
        hint="The last part of the page’s address: /collections/calm-nights. It stays as it is."
        autoCapitalize="none"
        spellCheck={false}
      />
      <FormButtons label="Add collection" back={back} isBusy={isBusy} />
    </FileForm>
  );
}

const FormButtons = ({ label, back, isBusy }: { label: string; back: string; isBusy: boolean }) => (
  <div className="flex flex-wrap gap-3">
    <SubmitButton isBusy={isBusy}>{label}</SubmitButton>
    <ButtonLink kind="quiet" to={back}>
      Cancel
    </ButtonLink>
  </div>
);
