import type { FieldMetadata } from "@conform-to/react";
import type { FieldView } from "@server/catalogue/products/office/fields";
import type { FormValues } from "@server/catalogue/products/office/form";
import type { ReactNode } from "react";
import { fileIn, pictureUpload, type RefusedFileForm } from "~/features/admin/library/form-files";
import { UploadField } from "~/features/admin/library/upload-field";
import { EarlyFields, PriceParts, ProductPrices } from "~/features/admin/price-parts";
import { tickedIn } from "~/lib/forms/form-answer";
import { Check, ChoiceGroup } from "~/ui/check";
import { FieldNote } from "~/ui/field-frame";
import { CheckField, SelectField, TextAreaField, TextField } from "~/ui/fields";
import { priceLabels, type PriceName } from "./labels";

/** The fields of a form, of which those of prices are read by their names. */
export type ProductFields = Record<PriceName, FieldMetadata<string>> & Record<string, FieldMetadata<string>>;

type FieldsProps = {
  views: FieldView[];
  fields: ProductFields;
  values: FormValues;
  refused: RefusedFileForm | undefined;
  /** The errors of what is no field of the form library, such as a file. */
  errors: Record<string, string[]>;
  onUnderWay: (isUnderWay: boolean) => void;
};

/** Renders the fields of a product's form in their order; halves that follow each other share their rows. */
export function FormFields({ views, ...props }: FieldsProps) {
  const rows: FieldView[][] = [];
  for (const view of views.filter(({ isAmongPrices }) => !isAmongPrices)) {
    const last = rows.at(-1);
    if (view.isHalf && last?.[0]?.isHalf) last.push(view);
    else rows.push([view]);
  }
  return rows.map((row) => {
    const shown = row.map((view) => <FormField key={view.name} view={view} {...props} />);
    const [first] = row;
    if (!first?.isHalf) return shown;
    return (
      <div key={first.name} className="grid gap-4.5 md:grid-cols-[1fr_1fr]">
        {shown}
      </div>
    );
  });
}

type FieldProps = Omit<FieldsProps, "views"> & { view: FieldView };

function FormField({ view, ...props }: FieldProps): ReactNode {
  const { name, label, hint, input } = view;
  const field = props.fields[name];
  if (!field) return null;
  const shown = { label, field, hint };
  switch (input.as) {
    case "tick":
      return <CheckField {...shown} />;
    case "line":
      return <Line {...shown} input={input} id={name} />;
    case "address":
      return <TextField {...shown} maxLength={input.maxLength} autoCapitalize="none" spellCheck={false} />;
    case "text":
      return <TextAreaField {...shown} rows={input.rows} maxLength={input.maxLength} />;
    case "choice":
      return <SelectField {...shown} options={optionsOf(input.words)} />;
    case "boxes":
      return <Boxes view={view} options={input.options} field={field} {...props} />;
    case "prices":
      return <Prices input={input} fields={props.fields} />;
    case "upload":
      return <Upload view={view} upload={input} {...props} />;
    case "files":
      return <RemovableFiles name={name} legend={label} files={input.files} />;
    default:
      return null;
  }
}

type FieldLook = { label: string; field: FieldMetadata<string>; hint: string | undefined };
type InputOf<As extends FieldView["input"]["as"]> = Extract<FieldView["input"], { as: As }>;

function Line({ input, id, ...shown }: FieldLook & { input: InputOf<"line">; id: string }) {
  const { mode, maxLength, isRequired, suggested } = input;
  const list = suggested && `${id}-suggested`;
  return (
    <>
      <TextField
        {...shown}
        maxLength={maxLength}
        inputMode={mode}
        required={isRequired}
        list={list}
        {...((mode || list || isRequired) && { autoComplete: "off" })}
      />
      {suggested && (
        <datalist id={list}>
          {suggested.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
    </>
  );
}

type BoxesProps = FieldProps & { options: InputOf<"boxes">["options"]; field: FieldMetadata<string> };

/** Renders a box for each of the rows that a product may be for or consist of. */
function Boxes({ view: { name, label: legend }, options, field, refused, values }: BoxesProps) {
  if (options.length === 0) return null;
  const chosen = tickedIn(refused, name) ?? [values[name] ?? []].flat();
  return (
    <div>
      <ChoiceGroup legend={legend}>
        {options.map(({ id, name: label }) => (
          <Check key={id} type="checkbox" name={name} value={id} label={label} defaultChecked={chosen.includes(id)} />
        ))}
      </ChoiceGroup>
      <FieldNote id={name} error={field.errors?.[0]} />
    </div>
  );
}

function Prices({ input, fields }: { input: InputOf<"prices">; fields: ProductFields }) {
  const { kinds, label, places, hints } = input;
  return (
    <ProductPrices kinds={kinds} label={label} fields={fields}>
      {"early" in kinds && <EarlyFields fields={fields} />}
      <PriceParts labels={priceLabels(places)} fields={fields} hints={hints} />
    </ProductPrices>
  );
}

const downloads = {
  kind: "download",
  accept: ".pdf,.mp3,.m4a,.ogg,.wav,.jpg,.jpeg,.png,.webp",
  failureOf: (message: string) => `Upload failed: ${message}`,
} as const;

function Upload({ view, upload, refused, errors, onUnderWay }: FieldProps & { upload: InputOf<"upload"> }) {
  const name = view.name.replace(/Id$/, "");
  return (
    <UploadField
      {...(upload.kind === "image" ? pictureUpload : downloads)}
      label={view.label}
      name={name}
      hint={view.hint ?? ""}
      file={fileIn(refused, name, upload.file)}
      error={errors[name]?.[0]}
      onUnderWay={onUnderWay}
    />
  );
}

type RemovableFilesProps = { name: string; legend: string; files: InputOf<"files">["files"] };

function RemovableFiles({ name, legend, files }: RemovableFilesProps) {
  if (files.length === 0) return null;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2">{legend}</legend>
      {files.map(({ id, name: fileName, size }) => (
        <label key={id} className="flex min-h-(--size-touch) items-center gap-3">
          <input type="checkbox" name={name} value={id} />
          <span className="break-all">
            Remove {fileName} ({size})
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Returns what a select offers, from the words of each value. */
const optionsOf = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));
