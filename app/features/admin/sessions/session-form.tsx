import { getFormProps, useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import { Link } from "@remix-run/react";
import type { RefusedForm } from "~/lib/forms/refused-form";
import { PostForm } from "../../../ui/post-form";
import { SubmitButton } from "../../../ui/submit-button";
import { ToastNotice } from "../../../ui/toast/toast-notice";
import { ImageField } from "./image-field";
import { Basics, Capacity, Place, Recording, Scheduling, Shown, type SessionFields } from "./session-form-parts";

type SessionFormProps = {
  action: string;
  isBusy: boolean;
  /** What its fields hold at first. */
  values: Partial<SessionFields>;
  categories: string[];
  timeZone: string;
  image: string | null;
  refused: RefusedForm | undefined;
  submit: string;
  back: string;
  /** Hidden fields of its own, and what is to be read before the form. */
  children?: ReactNode;
  /** Stands before the button. */
  end?: (field: FormFields) => ReactNode;
};

export type FormFields = ReturnType<typeof useForm<SessionFields>>[1];

/** Everything about a session, as one form: nothing of it needs scripting. */
export function SessionForm({ values, refused, ...props }: SessionFormProps) {
  const [form, fields] = useForm<SessionFields>({
    id: "session",
    lastResult: refused?.reply,
    defaultValue: values,
  });
  return (
    <PostForm
      {...getFormProps(form)}
      className="sessionform"
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
      <ImageField
        image={props.image}
        imageId={fields.imageId}
        removal={fields.removeImage}
        error={fields.image.errors}
      />
      <Shown fields={fields} />
      {props.end?.(fields)}
      <div className="confirm__act">
        <Link className="btn btn--quiet" to={props.back}>
          Cancel
        </Link>
        <SubmitButton isBusy={props.isBusy}>{props.submit}</SubmitButton>
      </div>
    </PostForm>
  );
}
