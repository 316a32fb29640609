import { Notice } from "../../../ui/notice";
import { SelectField, TextField } from "../../../ui/form-fields";
import type { FormFields } from "./session-form";
import { FormPart } from "./session-form-parts";

export type Series = { key: string; rhythm: string; dates: string[] };

const rhythms = [
  { value: "once", label: "Does not repeat" },
  { value: "weekly", label: "Every week" },
  { value: "fortnightly", label: "Every two weeks" },
  { value: "monthly", label: "Monthly, on the same weekday (first Tuesday)" },
];

/** Several sessions at once: the dates are shown before anything is made. */
export function SeriesFields({ fields, series }: { fields: FormFields; series: Series | null }) {
  return (
    <FormPart title="Series">
      <SelectField label="Repeat" field={fields.repeat} options={rhythms} />
      <TextField
        label="How many sessions"
        field={fields.times}
        type="number"
        min={2}
        max={52}
        hint="This one among them. You see the dates before they are created."
      />
      {series && (
        <div className="md:col-span-2">
          <input type="hidden" name="agreedDates" value={series.key} />
          <Notice kind="information">
            <b className="block font-semibold">
              {series.dates.length} sessions, {series.rhythm}
            </b>{" "}
            These would be created. Press the button once more if they are right.
          </Notice>
          <ol className="dates">
            {series.dates.map((date) => (
              <li key={date}>{date}</li>
            ))}
          </ol>
        </div>
      )}
    </FormPart>
  );
}
