import { getFormProps, useForm } from "@conform-to/react";
import { type ReactNode, useEffect, useRef } from "react";
import { PictureField } from "~/features/admin/picture-field";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { Button, ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";
import {
  Basics,
  FormPart,
  Place,
  Recording,
  Scheduling,
  type SessionFields,
  VisibilityPart,
} from "./session-form-parts";
import { Capacity } from "./session-price-parts";
import { SelectField, TextField } from "~/ui/fields";

type SessionFormProps = {
  action: string;
  isBusy: boolean;
  values: Partial<SessionFields>;
  categories: string[];
  timeZone: string;
  image: string | null;
  refused: RefusedForm | undefined;
  submit: string;
  /** It is saved as a draft, or saved and published. */
  isDraft?: boolean;
  back: string;
  children?: ReactNode;
  /** What is shown before the button. */
  end?: (field: FormFields) => ReactNode;
};

type FormFields = ReturnType<typeof useForm<SessionFields>>[1];

export function SessionForm({ values, refused, isDraft = false, ...props }: SessionFormProps) {
  const [form, fields] = useForm<SessionFields>({
    id: "session",
    lastResult: refused?.reply,
    defaultValue: values,
  });
  return (
    <PostForm
      {...getFormProps(form)}
      className="grid max-w-208 gap-5 [&_:is(input,select,textarea,a)]:scroll-mb-32"
      encType="multipart/form-data"
      action={props.action}
      isBusy={props.isBusy}
      failure={{ title: "Error", text: "Failed to save session" }}
      aria-label="Session"
    >
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      {props.children}
      <input type="hidden" name="timeZone" value={fields.timeZone.initialValue ?? props.timeZone} />
      <Basics fields={fields} categories={props.categories} />
      <Scheduling fields={fields} timeZone={fields.timeZone.initialValue ?? props.timeZone} />
      <Capacity fields={fields} />
      <Place fields={fields} />
      <Recording fields={fields} />
      <FormPart title="Session image">
        <PictureField
          id="session-image"
          image={props.image}
          imageId={fields.imageId}
          removal={fields.removeImage}
          error={fields.image.errors}
        />
      </FormPart>
      <VisibilityPart fields={fields} isDraft={isDraft} />
      {props.end?.(fields)}
      {/* In reach from the first field on: most fields are optional. */}
      <div className="sticky bottom-0 z-2 flex flex-wrap justify-end gap-3 border-t border-t-line bg-ground py-3">
        <ButtonLink kind="quiet" to={props.back}>
          Cancel
        </ButtonLink>
        {/* First, because it is the button that Enter presses. */}
        {isDraft && (
          <Button kind="quiet" type="submit" aria-disabled={props.isBusy || undefined}>
            Save draft
          </Button>
        )}
        <SubmitButton isBusy={props.isBusy} {...(isDraft && { name: fields.isPublished.name, value: "on" })}>
          {props.submit}
        </SubmitButton>
      </div>
    </PostForm>
  );
}

export type Series = { key: string; rhythm: string; dates: string[] };

const rhythms = [
  { value: "once", label: "Does not repeat" },
  { value: "weekly", label: "Every week" },
  { value: "fortnightly", label: "Every two weeks" },
  { value: "monthly", label: "Monthly, on the same weekday (first Tuesday)" },
];

export function SeriesFields({ fields, series }: { fields: FormFields; series: Series | null }) {
  const dates = useRef<HTMLDivElement>(null);
  useEffect(() => dates.current?.focus(), [series]);
  return (
    <FormPart title="Series">
      <SelectField label="Repeat" field={fields.repeat} options={rhythms} />
      <TextField
        label="How many sessions"
        field={fields.times}
        type="number"
        min={2}
        max={52}
        hint="Including this one. You’ll see the dates before they are created."
      />
      {series && (
        <div ref={dates} className="scroll-mb-32 outline-none md:col-span-2" tabIndex={-1}>
          <input type="hidden" name="agreedDates" value={series.key} />
          <Notice kind="information">
            <b className="block">
              {series.dates.length} sessions, {series.rhythm}
            </b>{" "}
            Check these dates, then press the button again to create the sessions.
          </Notice>
          <ol className="mt-4 grid list-decimal gap-1 pl-6">
            {series.dates.map((date) => (
              <li key={date}>{date}</li>
            ))}
          </ol>
        </div>
      )}
    </FormPart>
  );
}
