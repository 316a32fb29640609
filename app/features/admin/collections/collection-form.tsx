import { type FieldMetadata, getFormProps, useForm } from "@conform-to/react";
import type { PlateCategory } from "@server/platform/artwork/plate";
import type { OpenedCollection } from "@server/selling/products/schemas";
import { EditForm } from "~/features/admin/form-version";
import { choiceLabel, tickLabel } from "~/lib/forms/conflict";
import { type RefusedForm, typedIn } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { useToast } from "~/lib/toast";
import { ButtonLink } from "~/ui/button";
import { CheckField, SelectField, TextField } from "~/ui/fields";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

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

/** The labels with which a conflict shows the fields. */
export const collectionLabels = {
  isOn: tickLabel("Shown and sold"),
  title: "Name",
  description: "Description",
  plate: choiceLabel("Pictures", plateNames),
};

/** Returns a collection as its form holds it. */
export const collectionValues = ({ title, description, plate, isOn }: Values) => ({
  title,
  description,
  plate,
  isOn: isOn ? "on" : "",
});

type Values = Pick<OpenedCollection, "title" | "description" | "plate" | "isOn">;

type TextFieldsProps = {
  title: FieldMetadata<string>;
  description: FieldMetadata<string>;
  plate: FieldMetadata<string>;
};

function TextFields({ fields: { title, description, plate }, standIn }: { fields: TextFieldsProps; standIn?: string }) {
  return (
    <>
      <TextField label="Name" field={title} maxLength={60} hint="Earlier receipts keep the earlier name." />
      <TextField
        label="Description"
        field={description}
        maxLength={300}
        hint={standIn ? `If empty: “${standIn}”` : "One or two sentences, at the head of its page."}
      />
      <SelectField
        label="Pictures"
        field={plate}
        options={Object.entries(plateNames).map(([value, label]) => ({ value, label }))}
        hint="The drawings of recordings without a thumbnail."
      />
    </>
  );
}

type EditCollectionProps = { collection: OpenedCollection; action: string; refused: RefusedForm | undefined };

/** Edits what a collection is called and whether it is sold. */
export function EditCollectionForm({ collection, action, refused }: EditCollectionProps) {
  const values = collectionValues(collection);
  const [form, fields] = useForm<typeof values>({
    id: "collection",
    lastResult: refused?.reply,
    defaultValue: values,
  });
  useToast(refused);
  return (
    <EditForm
      {...getFormProps(form)}
      action={action}
      failure={{ title: "Failed to save the collection" }}
      version={collection.version}
      values={values}
      refused={refused}
      what="this collection"
      button="Save collection"
      back={collection.libraryPath}
    >
      <CheckField
        label="Shown and sold"
        field={fields.isOn}
        hint="If not, its page is there only for those who have it. They keep watching."
      />
      <TextFields fields={fields} standIn={collection.standIn} />
    </EditForm>
  );
}

type NewCollectionProps = { action: string; back: string; formKey: string; refused: RefusedForm | undefined };

export function NewCollectionForm({ action, back, formKey, refused }: NewCollectionProps) {
  const values = { title: "", description: "", plate: "breathwork", slug: "" };
  const [form, fields] = useForm<typeof values>({
    id: "new-collection",
    lastResult: refused?.reply,
    defaultValue: values,
  });
  const isBusy = useIsPosting(action);
  useToast(refused);
  return (
    <PostForm
      {...getFormProps(form)}
      className="grid gap-4.5"
      action={action}
      isBusy={isBusy}
      failure={{ title: "Failed to add the collection" }}
    >
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <input type="hidden" name="formKey" value={typedIn(refused, "formKey") ?? formKey} />
      <TextFields fields={fields} />
      <TextField
        label="Address"
        field={fields.slug}
        maxLength={60}
        hint="The last part of the page’s address: /collections/calm-nights. It stays as it is."
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton isBusy={isBusy}>Add collection</SubmitButton>
        <ButtonLink kind="quiet" to={back}>
          Cancel
        </ButtonLink>
      </div>
    </PostForm>
  );
}
