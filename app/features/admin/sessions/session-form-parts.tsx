import type { FieldMetadata } from "@conform-to/react";
import type { SessionField } from "@server/office/managing/session-values";
import type { ReactNode } from "react";
import { amountLabels, Choice, earlyLabels, rateLabels } from "~/features/admin/price-parts";
import { CheckField, SelectField, TextAreaField, TextField } from "~/ui/fields";
import { cardFrame } from "~/ui/card";

export const sessionFieldLabels = {
  title: "Title",
  description: "Description",
  category: "Category",
  startsAt: "Start time",
  durationMinutes: "Duration in minutes",
  maxAttendees: "Max attendees",
  creditCost: "Credits of a pass",
  pricing: "What people pay",
  price: "Price",
  ...earlyLabels,
  ...rateLabels,
  rate1Places: "Places at rate 1",
  rate2Places: "Places at rate 2",
  rate3Places: "Places at rate 3",
  rate4Places: "Places at rate 4",
  ...amountLabels,
  priceCurrency: "Currency",
  locationType: "Location",
  zoomLink: "Zoom link",
  recordingUrl: "Recording link",
  isRecordingPublic: "The recording is public",
  address: "Address",
  city: "City",
  postCode: "Post code",
  whatToBring: "What to Bring",
  image: "Session image",
  isFeatured: "Featured",
  isPublished: "Published",
} as const satisfies Record<SessionField, string>;

/** The fields as they are typed. */
export type SessionFields = Partial<
  Record<SessionField | "timeZone" | "imageId" | "removeImage" | "repeat" | "times", string>
>;

type Name = keyof SessionFields;
export type PartProps = { fields: Record<Name, FieldMetadata<string | undefined>> };

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
      <TextField className={wide} label={sessionFieldLabels.title} field={fields.title} required maxLength={200} />
      <TextAreaField
        className={wide}
        label={sessionFieldLabels.description}
        field={fields.description}
        rows={6}
        hint="Lists show the first paragraph. Leave an empty line between paragraphs."
      />
      <SelectField label={sessionFieldLabels.category} field={fields.category} options={options} />
      <TextAreaField
        className={wide}
        label={sessionFieldLabels.whatToBring}
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
        label={sessionFieldLabels.startsAt}
        field={fields.startsAt}
        type="datetime-local"
        required
        hint={`In your own time zone, ${timeZone.replaceAll("_", " ")}.`}
      />
      <TextField
        label={sessionFieldLabels.durationMinutes}
        field={fields.durationMinutes}
        type="number"
        min={1}
        required
      />
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
        label={sessionFieldLabels.zoomLink}
        field={fields.zoomLink}
        type="url"
        hint="Only people who are booked can see it."
      />
      <TextField
        className={`${onsiteOnly} ${wide}`}
        label={sessionFieldLabels.address}
        field={fields.address}
        maxLength={200}
      />
      <TextField className={onsiteOnly} label={sessionFieldLabels.city} field={fields.city} maxLength={100} />
      <TextField className={onsiteOnly} label={sessionFieldLabels.postCode} field={fields.postCode} maxLength={20} />
    </FormPart>
  );
}

export function Recording({ fields }: PartProps) {
  return (
    <FormPart title="Recording">
      <TextField className={wide} label={sessionFieldLabels.recordingUrl} field={fields.recordingUrl} type="url" />
      <div className={wide}>
        <CheckField
          label={sessionFieldLabels.isRecordingPublic}
          field={fields.isRecordingPublic}
          hint="Otherwise only attendees can watch it."
        />
      </div>
    </FormPart>
  );
}

/** Asks whether the session is shown and featured. A draft is published by a button of its own. */
export function VisibilityPart({ fields, isDraft }: PartProps & { isDraft: boolean }) {
  return (
    <FormPart title="On your site">
      {!isDraft && (
        <CheckField
          label={sessionFieldLabels.isPublished}
          field={fields.isPublished}
          hint="Drafts are hidden and can’t be booked."
        />
      )}
      <CheckField label={sessionFieldLabels.isFeatured} field={fields.isFeatured} hint="Shown first on the schedule." />
    </FormPart>
  );
}
