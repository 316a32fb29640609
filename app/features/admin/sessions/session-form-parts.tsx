import { getInputProps, type FieldMetadata } from "@conform-to/react";
import type { SessionField } from "@server/sessions/managing/session-values";
import type { ReactNode } from "react";
import { Hint } from "~/ui/field-frame";
import { CheckField, SelectField, TextAreaField, TextField } from "~/ui/fields";
import { Check } from "~/ui/check";
import { cardFrame } from "~/ui/card";

/** As they are typed. */
export type SessionFields = Partial<
  Record<SessionField | "timeZone" | "imageId" | "removeImage" | "repeat" | "times", string>
>;

type Name = keyof SessionFields;
type PartProps = { fields: Record<Name, FieldMetadata<string | undefined>> };

export function FormPart({
  title,
  className = "",
  children,
}: {
  title: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <fieldset className={`${cardFrame} pb-6 ${className}`}>
      <legend className="text-subtitle float-left mb-4 w-full">{title}</legend>
      <div className="grid grid-cols-1 gap-4.5 md:grid-cols-[1fr_1fr] clear-both">{children}</div>
    </fieldset>
  );
}

const wide = "md:col-span-2";

export function Basics({ fields, categories }: PartProps & { categories: string[] }) {
  const options = [{ value: "", label: "None" }, ...categories.map((name) => ({ value: name, label: name }))];
  return (
    <FormPart title="Basic Info">
      <TextField className={wide} label="Title" field={fields.title} required maxLength={200} />
      <TextAreaField
        className={wide}
        label="Description"
        field={fields.description}
        rows={6}
        hint="Lists show the first paragraph. Leave an empty line between paragraphs."
      />
      <SelectField label="Category" field={fields.category} options={options} />
      <TextAreaField
        className={wide}
        label="What to Bring"
        field={fields.whatToBring}
        rows={3}
        hint="One thing per line."
      />
    </FormPart>
  );
}

export function Scheduling({ fields, timeZone }: PartProps & { timeZone: string }) {
  return (
    <FormPart title="Scheduling">
      <TextField
        label="Start time"
        field={fields.startsAt}
        type="datetime-local"
        required
        hint={`In your own time zone, ${timeZone.replaceAll("_", " ")}.`}
      />
      <TextField label="Duration in minutes" field={fields.durationMinutes} type="number" min={1} required />
    </FormPart>
  );
}

export function Capacity({ fields }: PartProps) {
  const currencies = ["GBP", "EUR", "USD"].map((code) => ({ value: code, label: code }));
  return (
    <FormPart title="Capacity & Price">
      <TextField
        label="Max attendees"
        field={fields.maxAttendees}
        type="number"
        min={1}
        hint="Leave empty for no limit."
      />
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)] items-start gap-x-3 gap-y-1.5">
        <TextField label="Price" field={fields.price} inputMode="decimal" />
        <SelectField label="Currency" field={fields.priceCurrency} options={currencies} />
        <Hint className="col-span-full">
          0 is free. Other currencies are converted to GBP when you save; visitors using that currency see exactly what
          you typed.
        </Hint>
      </div>
    </FormPart>
  );
}

const onlineOnly = "group-has-[[value=onsite]:checked]/place:hidden";
const onsiteOnly = "group-has-[[value=online]:checked]/place:hidden";

/** Renders online and in-person fields; a style sheet shows the chosen kind, so it needs no scripting. */
export function Place({ fields }: PartProps) {
  return (
    <FormPart title="Location" className="group/place">
      <div className={`flex flex-wrap gap-x-7 ${wide}`}>
        <Choice field={fields.locationType} value="online" label="Online" />
        <Choice field={fields.locationType} value="onsite" label="On-site" />
      </div>
      <TextField
        className={`${onlineOnly} ${wide}`}
        label="Zoom link"
        field={fields.zoomLink}
        type="url"
        hint="Only people who are booked can see it."
      />
      <TextField className={`${onsiteOnly} ${wide}`} label="Address" field={fields.address} maxLength={200} />
      <TextField className={onsiteOnly} label="City" field={fields.city} maxLength={100} />
      <TextField className={onsiteOnly} label="Post code" field={fields.postCode} maxLength={20} />
    </FormPart>
  );
}

type ChoiceProps = { field: FieldMetadata<string | undefined>; value: string; label: string };

export function Choice({ field, value, label }: ChoiceProps) {
  const { key: _, ...input } = getInputProps(field, { type: "radio", value });
  const id = `${input.id}-${value}`;
  return <Check {...input} type="radio" id={id} label={label} />;
}

export function Recording({ fields }: PartProps) {
  return (
    <FormPart title="Recording">
      <TextField className={wide} label="Recording link" field={fields.recordingUrl} type="url" />
      <div className={wide}>
        <CheckField
          label="The recording is public"
          field={fields.isRecordingPublic}
          hint="Otherwise only attendees can watch it."
        />
      </div>
    </FormPart>
  );
}

/** A draft is published by a button of its own. */
export function Shown({ fields, isDraft }: PartProps & { isDraft: boolean }) {
  return (
    <FormPart title="On your site">
      {!isDraft && (
        <CheckField label="Published" field={fields.isPublished} hint="Drafts are hidden and can’t be booked." />
      )}
      <CheckField label="Featured" field={fields.isFeatured} hint="Shown first on the schedule." />
    </FormPart>
  );
}
