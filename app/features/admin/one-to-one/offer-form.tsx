import { type FieldMetadata, getFormProps, useForm } from "@conform-to/react";
import type { OfferValues } from "@server/selling/one-to-one/office-schemas";
import { offersPath } from "~/features/admin/admin-paths";
import { EditForm } from "~/features/admin/form-version";
import { PictureField } from "~/features/admin/picture-field";
import { PriceParts, ProductPrices } from "~/features/admin/price-parts";
import { AgreePrice, type CheckedForm } from "~/features/admin/sessions/agree-change";
import { numbers, priceLabels, pricingWords, weekdays } from "./offer-labels";
import { typedIn } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { useToast } from "~/lib/toast";
import { ButtonLink } from "~/ui/button";
import { CheckField, SelectField, TextAreaField, TextField } from "~/ui/fields";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

type Values = Partial<OfferValues & Record<"image" | "imageId" | "removeImage", string>>;
type FormParts = {
  action: string;
  categories: string[];
  zone: string;
  image: string | null;
  refused: CheckedForm | undefined;
};

const failure = { title: "Failed to save" };

export function EditOfferForm({ values, version, ...parts }: FormParts & { values: OfferValues; version: string }) {
  const { action, refused } = parts;
  const [form, fields] = useForm<Values>({ id: "offer", lastResult: refused?.reply, defaultValue: values });
  useToast(refused);
  return (
    <EditForm
      {...getFormProps(form)}
      action={action}
      version={version}
      refused={refused}
      failure={failure}
      values={values}
      what="this offer"
      button="Save"
      back={offersPath}
      encType="multipart/form-data"
    >
      <OfferFields fields={fields} {...parts} />
      <AgreePrice answer={refused} />
    </EditForm>
  );
}

const newOffer: Values = {
  durationMinutes: "60",
  locationType: "online",
  pricing: "one",
  priceCurrency: "GBP",
  creditCost: "",
  bufferBeforeMinutes: "0",
  bufferAfterMinutes: "15",
  stepMinutes: "30",
  noticeHours: "24",
  horizonDays: "56",
};

export function NewOfferForm({ formKey, ...parts }: FormParts & { formKey: string }) {
  const { action, refused } = parts;
  const [form, fields] = useForm<Values>({ id: "offer", lastResult: refused?.reply, defaultValue: newOffer });
  const isBusy = useIsPosting(action);
  useToast(refused);
  return (
    <PostForm
      {...getFormProps(form)}
      className="grid gap-4.5"
      encType="multipart/form-data"
      action={action}
      isBusy={isBusy}
      failure={failure}
    >
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <input type="hidden" name="formKey" value={typedIn(refused, "formKey") ?? formKey} />
      <OfferFields fields={fields} {...parts} />
      <AgreePrice answer={refused} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton isBusy={isBusy}>Add</SubmitButton>
        <ButtonLink kind="quiet" to={offersPath}>
          Cancel
        </ButtonLink>
      </div>
    </PostForm>
  );
}

type OfferFieldsProps = Pick<FormParts, "categories" | "zone" | "image"> & {
  fields: { [Name in keyof Required<Values>]: FieldMetadata<string | undefined> };
};

const places = [
  { value: "online", label: "Online" },
  { value: "onsite", label: "On site" },
];

const twoColumns = "grid gap-4.5 md:grid-cols-2";

function OfferFields({ fields, categories, zone, image }: OfferFieldsProps) {
  return (
    <>
      <CheckField label="On sale" field={fields.isOn} hint="If not, it can’t be booked. What is booked stays." />
      <div className={twoColumns}>
        <TextField label="Name" field={fields.title} maxLength={100} />
        <TextField label="Address" field={fields.slug} maxLength={60} hint="The end of /one-to-one/…" />
      </div>
      <TextAreaField label="Description" field={fields.description} rows={6} maxLength={10_000} />
      <div className={twoColumns}>
        <SelectField label="Category" field={fields.category} hint="Passes for it can pay.">
          <option value="">None</option>
          {categories.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <TextField label="Length in minutes" field={fields.durationMinutes} inputMode="numeric" />
        <TextField
          label="Credits of a pass"
          field={fields.creditCost}
          inputMode="numeric"
          hint="Empty: one credit, if the price is within the limit of the pass or membership. A number holds whatever the price; 0 is never by pass."
        />
        <SelectField label="Place" field={fields.locationType} options={places} />
        <TextField label="Joining link (online)" field={fields.zoomLink} type="url" />
        <TextField label="Street (on site)" field={fields.address} />
        <TextField label="City (on site)" field={fields.city} />
        <TextField label="Postcode (on site)" field={fields.postCode} />
      </div>
      <fieldset className={group}>
        <legend className={legend}>Price</legend>
        <ProductPrices
          kinds={pricingWords}
          label="Price"
          fields={{ pricing: fields.pricing, price: fields.price, currency: fields.priceCurrency }}
        >
          <PriceParts labels={priceLabels} fields={fields} hints={priceHints} />
        </ProductPrices>
      </fieldset>
      <fieldset className={group}>
        <legend className={legend}>Picture</legend>
        {/* What others have changed meanwhile is told by this. */}
        <input type="hidden" name="shownImage" value={image ?? ""} />
        <PictureField
          id="offer-image"
          image={image}
          imageId={fields.imageId}
          removal={fields.removeImage}
          error={fields.image.errors}
        />
      </fieldset>
      <HoursFields fields={fields} zone={zone} />
      <RuleFields fields={fields} />
      <QuestionsFields fields={fields} />
    </>
  );
}

const priceHints = {
  rates: "Each rate can be chosen as often as there are times, and there is no early price: each time has one place.",
  lowest: "0 lets people come for free.",
};

type PartProps = Pick<OfferFieldsProps, "fields">;

const group = "grid min-w-0 gap-4.5 border-t border-line pt-4.5";
const legend = "text-subtitle float-left w-full font-display";

function HoursFields({ fields, zone }: PartProps & { zone: string }) {
  const of = [fields.hours1, fields.hours2, fields.hours3, fields.hours4, fields.hours5, fields.hours6, fields.hours7];
  return (
    <fieldset className={group}>
      <legend className={legend}>Hours of a week</legend>
      <p className="text-ink-soft">
        Times in {zone}, such as 10:00-13:00, 14:00-16:00. A day that is left empty is closed.
      </p>
      <div className="grid gap-4.5 md:grid-cols-2 lg:grid-cols-3">
        {of.map((field, index) => (
          <TextField key={field.name} label={weekdays[index] ?? ""} field={field} maxLength={100} />
        ))}
      </div>
      <TextAreaField
        label="Other dates (optional)"
        field={fields.exceptions}
        hint="One a line: 2026-12-24 closed, or 2026-12-28 10:00-12:00 for other hours."
        rows={4}
        maxLength={10_000}
      />
    </fieldset>
  );
}

function RuleFields({ fields }: PartProps) {
  return (
    <fieldset className={group}>
      <legend className={legend}>What can be booked</legend>
      <div className="grid gap-4.5 md:grid-cols-2 lg:grid-cols-3">
        <TextField label="A time every … minutes" field={fields.stepMinutes} inputMode="numeric" />
        <TextField label="Minutes free before" field={fields.bufferBeforeMinutes} inputMode="numeric" />
        <TextField label="Minutes free after" field={fields.bufferAfterMinutes} inputMode="numeric" />
        <TextField label="Notice in hours" field={fields.noticeHours} inputMode="numeric" />
        <TextField label="Days ahead" field={fields.horizonDays} inputMode="numeric" />
        <TextField label="Most a day (optional)" field={fields.maxPerDay} inputMode="numeric" />
      </div>
      <CheckField
        label="I approve each booking first"
        field={fields.needsApproval}
        hint="People ask for a time, which is held for them. They book and pay once you have approved it."
      />
    </fieldset>
  );
}

const kinds = [
  { value: "text", label: "Text" },
  { value: "choice", label: "One of several answers" },
  { value: "yes_no", label: "Yes or no" },
];

function QuestionsFields({ fields }: PartProps) {
  return (
    <fieldset className={group}>
      <legend className={legend}>Questions before</legend>
      {numbers.map((number) => (
        <details
          key={number}
          open={Boolean(fields[`label${number}`].initialValue ?? fields[`choices${number}`].errors)}
        >
          <summary className="flex min-h-(--size-touch) items-center font-semibold text-accent">
            Question {number}
          </summary>
          <div className="grid gap-4.5 pt-2 pb-4">
            <div className={twoColumns}>
              <TextField label={`Question ${number}`} field={fields[`label${number}`]} maxLength={200} />
              <SelectField label={`Kind of question ${number}`} field={fields[`kind${number}`]} options={kinds} />
            </div>
            <TextAreaField
              label={`Answers to question ${number}`}
              field={fields[`choices${number}`]}
              hint="One a line, where one of several is chosen."
              rows={3}
              maxLength={1000}
            />
            <CheckField label={`Question ${number} has to be answered`} field={fields[`required${number}`]} />
            <CheckField label={`Answers to question ${number} are encrypted`} field={fields[`private${number}`]} />
          </div>
        </details>
      ))}
    </fieldset>
  );
}
