import { getFormProps, useForm } from "@conform-to/react";
import { FilesLink } from "~/features/admin/files/files-link";
import { importPath } from "~/features/admin/admin-paths";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { FileField } from "~/ui/file-field";
import { CheckField, SelectField } from "~/ui/fields";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

type ImportFormProps = {
  timeZone: string;
  timeZones: string[];
  formats: { value: string; label: string }[];
  refused: RefusedForm | undefined;
};

type Fields = {
  file: string;
  format: string;
  timeZone: string;
  currency: string;
  dateOrder: string;
  createsSessions: string;
};

const currencies = ["GBP", "EUR", "USD"].map((value) => ({ value, label: value }));

const dateOrders = [
  { value: "day_first", label: "the day first: 3/4/2026 is April 3" },
  { value: "month_first", label: "the month first: 3/4/2026 is March 4" },
];

/** Chooses a file and how to read it. */
export function ImportForm({ timeZone, timeZones, formats, refused }: ImportFormProps) {
  const [form, fields] = useForm<Fields>({
    id: "import",
    lastResult: refused?.reply,
    defaultValue: { timeZone, format: "generic", currency: "GBP", dateOrder: "day_first" },
  });
  const isBusy = useIsPosting(importPath);
  const wrongFile = form.allErrors.file?.[0];
  return (
    <PostForm
      {...getFormProps(form)}
      className="grid max-w-176 gap-4.5"
      action={importPath}
      encType="multipart/form-data"
      isBusy={isBusy}
      failure={{ title: "The file was not checked" }}
    >
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <FileField
        label="CSV file"
        id="file"
        error={wrongFile}
        hint="Up to 5 MB and 10,000 rows. It is kept, encrypted, for an hour at most."
        name="file"
        accept=".csv,text/csv"
        required
      />
      <FilesLink kind="lists" />
      <SelectField label="From" field={fields.format} options={formats} />
      <SelectField
        label="Time zone of its times"
        field={fields.timeZone}
        options={timeZones.map((value) => ({ value, label: value.replaceAll("_", " ") }))}
      />
      <SelectField
        label="Currency of its amounts"
        field={fields.currency}
        options={currencies}
        hint="Where the file has no column for it."
      />
      <SelectField label="Dates with slashes have" field={fields.dateOrder} options={dateOrders} />
      <CheckField
        label="Add past sessions that are not here"
        field={fields.createsSessions}
        hint="They are not published. Future sessions have to be here already."
      />
      <SubmitButton className="justify-self-start" isBusy={isBusy} busyLabel="Checking...">
        Check the file
      </SubmitButton>
    </PostForm>
  );
}
