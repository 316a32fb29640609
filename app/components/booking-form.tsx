import { getFormProps, getInputProps, useForm, type FieldMetadata, type SubmissionResult } from "@conform-to/react";
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { Field } from "./field";
import { CloseLink } from "./modal-dialog";

export type BookingValues = { firstName: string; lastName: string; email: string };

type BookingFormProps = {
  /** The booking dialog's own address. */
  action: string;
  closeTo: string;
  /** The server's answer to the last post: everything typed, and what is wrong with it. */
  lastReply: SubmissionResult<string[]> | undefined;
  draft: BookingValues | null;
  /** What the form carries along: the price that is shown, and the key that makes it count once. */
  carried: { quote: string; formKey: string };
  emailHint: string;
  bookLabel: string;
  isBusy: boolean;
  /** The dialog's own part above the fields, and below them. */
  children: ReactNode;
  summary: ReactNode;
};

export function BookingForm({ action, closeTo, lastReply, draft, carried, isBusy, ...props }: BookingFormProps) {
  const [form, fields] = useForm<BookingValues>({ id: "booking", lastResult: lastReply, defaultValue: draft });
  const inputs = [fields.firstName, fields.lastName, fields.email];
  // Without scripting this is what brings the focus to the first error.
  const start = inputs.find((field) => field.errors) ?? fields.firstName;
  const inputOf = (field: FieldMetadata<string>, type: "text" | "email", autoComplete: string) => {
    const { key: _, ...input } = getInputProps(field, { type });
    return { ...input, autoComplete, required: true, ...(field.name === start.name && { autoFocus: true }) };
  };

  return (
    <Form
      {...getFormProps(form)}
      method="post"
      action={action}
      preventScrollReset
      onSubmit={(event) => isBusy && event.preventDefault()}
    >
      <input type="hidden" name="quote" value={carried.quote} />
      <input type="hidden" name="formKey" value={carried.formKey} />
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
        {props.summary}
      </div>
      <div className="dialog__foot">
        {isBusy ? (
          <span className="btn btn--quiet" aria-disabled="true">
            Cancel
          </span>
        ) : (
          <CloseLink className="btn btn--quiet" to={closeTo}>
            Cancel
          </CloseLink>
        )}
        <button className={isBusy ? "btn is-busy" : "btn"} type="submit" aria-disabled={isBusy || undefined}>
          {isBusy && <span className="btn__ring" aria-hidden="true" />}
          {isBusy ? "Processing..." : props.bookLabel}
        </button>
      </div>
    </Form>
  );
}
