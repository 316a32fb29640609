import {
  type FieldMetadata,
  getFormProps,
  getInputProps,
  getTextareaProps,
  type SubmissionResult,
  useForm,
} from "@conform-to/react";
import type { BookingForm as Booking } from "@server/bookings/booking-form";
import type { ReactNode } from "react";
import { CloseLink } from "~/ui/dialog";
import { Field } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { PostForm } from "~/ui/post-form";
import type { BusyBooking } from "./busy-booking";
import { DiscountField } from "./discount-field";

type BookingValues = {
  firstName: string;
  lastName: string;
  email: string;
  discountCode?: string;
  healthVersion?: string;
  healthNote?: string;
};

type BookingFormProps = {
  /** The booking dialog's own address. */
  action: string;
  closeTo: string;
  /** The server's answer to the last post: everything typed, and what is wrong with it. */
  lastReply: SubmissionResult<string[]> | undefined;
  draft: BookingValues | null;
  booking: Pick<Booking, "quote" | "formKey" | "contact" | "health" | "hasDiscounts" | "discount">;
  emailHint: string;
  bookLabel: string;
  busy: BusyBooking;
  /** The dialog's own part above the fields, and below them. */
  children: ReactNode;
  summary: ReactNode;
};

const failed = { title: "Error", text: "Failed to book session. Please try again." };

/** Its other buttons apply and remove a discount code. */
const failureOf = (intent: string | null) => (intent === null ? failed : undefined);

export function BookingForm({ action, closeTo, lastReply, draft, booking, busy, ...props }: BookingFormProps) {
  const { quote, formKey, contact, health, hasDiscounts, discount } = booking;
  const [form, fields] = useForm<BookingValues>({
    id: "booking",
    lastResult: lastReply,
    defaultValue: draft ?? contact,
  });
  const inputs = [fields.firstName, fields.lastName, fields.email];
  // Without scripting this is what brings the focus to the first error.
  const start = inputs.find((field) => field.errors) ?? fields.firstName;
  const isElsewhere = Boolean(discount ?? fields.discountCode.errors ?? fields.healthVersion.errors);
  const inputOf = (field: FieldMetadata<string>, type: "text" | "email", autoComplete: string) => {
    const { key: _, ...input } = getInputProps(field, { type });
    const isStart = field.name === start.name && (field.errors || !isElsewhere);
    return { ...input, autoComplete, required: contact === null, ...(isStart && { autoFocus: true }) };
  };

  return (
    <PostForm {...getFormProps(form)} action={action} isBusy={busy !== null} failure={failureOf}>
      {/* What the Enter key presses in any field: it is the form's first button that counts. */}
      <button className="sr-only" type="submit" tabIndex={-1} aria-hidden="true">
        Book
      </button>
      <input type="hidden" name="quote" value={quote} />
      <input type="hidden" name="formKey" value={formKey} />
      <div className="dialog__body">
        {props.children}
        <div className="fields fields--2">
          <Field
            label="First name"
            input={inputOf(fields.firstName, "text", "given-name")}
            error={fields.firstName.errors?.[0]}
          />
          <Field
            label="Last name"
            input={inputOf(fields.lastName, "text", "family-name")}
            error={fields.lastName.errors?.[0]}
          />
          <Field
            className="md:col-span-2"
            label="Email"
            input={inputOf(fields.email, "email", "email")}
            error={fields.email.errors?.[0]}
            hint={props.emailHint}
          />
        </div>
        {health && <HealthFields statement={health} confirmation={fields.healthVersion} note={fields.healthNote} />}
        {hasDiscounts && <DiscountField field={fields.discountCode} applied={discount} />}
        {props.summary}
      </div>
      <FormFoot closeTo={closeTo} bookLabel={props.bookLabel} busy={busy} />
    </PostForm>
  );
}

function FormFoot({ closeTo, bookLabel, busy }: Pick<BookingFormProps, "closeTo" | "bookLabel" | "busy">) {
  const isBooking = busy === "booking";
  return (
    <div className="dialog__foot">
      {isBooking ? (
        <span className="btn btn--quiet" aria-disabled="true">
          Cancel
        </span>
      ) : (
        <CloseLink className="btn btn--quiet" to={closeTo}>
          Cancel
        </CloseLink>
      )}
      <button className={isBooking ? "btn is-busy" : "btn"} type="submit" aria-disabled={busy !== null || undefined}>
        {isBooking && <span className="btn__ring" aria-hidden="true" />}
        {isBooking ? "Processing..." : bookLabel}
      </button>
    </div>
  );
}

type HealthFieldsProps = {
  statement: { text: string; version: number };
  confirmation: FieldMetadata<string | undefined>;
  note: FieldMetadata<string | undefined>;
};

/** The instructor's health statement, confirmed with its version, and room for a word to her. */
function HealthFields({ statement, confirmation, note }: HealthFieldsProps) {
  return (
    <fieldset className="health">
      <legend className="subtitle">Before you book: your health</legend>
      <div className="health__text">
        {statement.text.split(/\n{2,}/).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <Confirmation field={confirmation} version={statement.version} />
      <Note field={note} />
    </fieldset>
  );
}

function Confirmation({ field, version }: { field: FieldMetadata<string | undefined>; version: number }) {
  const { key: _, ...input } = getInputProps(field, { type: "checkbox", value: String(version) });
  const error = field.errors?.[0];
  const noteId = `${input.id}-note`;
  return (
    <div className="grid gap-1">
      <label className="check" htmlFor={input.id}>
        <input
          {...input}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? noteId : undefined}
          {...(error && { autoFocus: true })}
        />
        <span>I have read this, and will ask my doctor first if any of it applies to me</span>
      </label>
      {error && (
        <p className="error" id={noteId}>
          <Icon name="error" />
          {error}
        </p>
      )}
    </div>
  );
}

function Note({ field }: { field: FieldMetadata<string | undefined> }) {
  const { key: _, ...textarea } = getTextareaProps(field);
  const error = field.errors?.[0];
  const noteId = `${textarea.id}-note`;
  return (
    <div className="field">
      <label htmlFor={textarea.id}>A note to the instructor (optional)</label>
      <textarea
        {...textarea}
        className="input"
        rows={2}
        maxLength={500}
        aria-invalid={error ? true : undefined}
        aria-describedby={noteId}
      />
      {error ? (
        <p className="error" id={noteId}>
          <Icon name="error" />
          {error}
        </p>
      ) : (
        <p className="hint" id={noteId}>
          Anything about your health that she should know. Only she reads it.
        </p>
      )}
    </div>
  );
}
