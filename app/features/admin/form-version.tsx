import { Link } from "@remix-run/react";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { type Conflict, seenOf } from "~/lib/forms/conflict";
import { type RefusedForm, typedIn } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { warningFrame } from "~/ui/notice";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

type FormVersionProps = {
  version: string;
  values: Record<string, unknown>;
  refused: RefusedForm | undefined;
  /** What is edited, as in "this session". */
  what: string;
  /** The address of the form with the saved values. */
  again: string;
};

/** Shows a conflict if another user has saved since. Give the form `conflictKey` as its key. */
export function FormVersion({ version, values, refused, what, again }: FormVersionProps) {
  // Kept from the first render: data that is reloaded while the user types is not what they started from.
  const [opened] = useState({ version, seen: seenOf(values) });
  const valueOf = (name: "version" | "seen") => typedIn(refused, name) ?? opened[name];
  return (
    <>
      <input type="hidden" name="version" value={valueOf("version")} />
      <input type="hidden" name="seen" value={valueOf("seen")} />
      {refused?.conflict && <ConflictNotice conflict={refused.conflict} what={what} again={again} />}
    </>
  );
}

type EditFormProps = Omit<FormVersionProps, "again"> &
  Omit<ComponentProps<typeof PostForm>, "className" | "isBusy"> & {
    button: string;
    /** Where a Cancel link leads. */
    back?: string;
  };

/** Renders a form of saved values: its version, what was refused, its fields and its submit button. */
export function EditForm({ version, values, refused, what, button, back, children, ...form }: EditFormProps) {
  const isBusy = useIsPosting(form.action);
  return (
    <PostForm {...form} className="grid gap-4.5" isBusy={isBusy}>
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <FormVersion version={version} values={values} refused={refused} what={what} again={form.action} />
      {children}
      <div className="flex flex-wrap gap-3">
        <SubmitButton isBusy={isBusy}>{button}</SubmitButton>
        {back !== undefined && (
          <ButtonLink kind="quiet" to={back}>
            Cancel
          </ButtonLink>
        )}
      </div>
    </PostForm>
  );
}

type FileFormProps = Pick<FormVersionProps, "values" | "refused" | "what"> &
  Omit<ComponentProps<typeof PostForm>, "className" | "encType"> & {
    /** A new record has a form key, an existing one a version. */
    formKey?: string | null | undefined;
    version?: string | null | undefined;
  };

/** Renders a form with files: what was refused, its form key or its version, and its fields. */
export function FileForm({ formKey, version, values, refused, what, children, ...form }: FileFormProps) {
  return (
    <PostForm {...form} className="grid max-w-176 gap-4.5" encType="multipart/form-data">
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      {formKey && <input type="hidden" name="formKey" value={formKey} />}
      {version && <FormVersion version={version} values={values} refused={refused} what={what} again={form.action} />}
      {children}
    </PostForm>
  );
}

/** Changes with each conflict, so that the merged form replaces the old one. */
export const conflictKey = (refused: RefusedForm | undefined): string => refused?.conflict?.version ?? "opened";

type ConflictNoticeProps = { conflict: Conflict; what: string; again: string };

function ConflictNotice({ conflict, what, again }: ConflictNoticeProps) {
  const notice = useRef<HTMLElement>(null);
  useEffect(() => {
    // Keeps the focus of a user who has typed on before hydration.
    if (!document.activeElement?.matches("input, textarea, select")) notice.current?.focus();
  }, [conflict]);
  const hasClash = conflict.fields.some(({ typed }) => typed !== null);
  return (
    <section
      ref={notice}
      className={`${warningFrame} items-start`}
      aria-label="Changed since you opened it"
      aria-describedby="conflict-said"
      tabIndex={-1}
    >
      <Icon name="information" className="mt-0.75" />
      <div className="grid gap-3">
        <p id="conflict-said">
          <b className="block">
            {conflict.by ?? "Someone"} changed {what} while you were editing it
            {conflict.at && ` (${conflict.at})`}.
          </b>{" "}
          Your changes aren’t saved yet.{" "}
          {hasClash
            ? "Where both of you made changes, saving again replaces the saved version with yours."
            : "The form now contains both the saved changes and yours. Save again to keep both."}
        </p>
        {conflict.fields.length > 0 && <Changes fields={conflict.fields} />}
        <p>
          <Link to={again} reloadDocument>
            Discard my changes and use the saved version
          </Link>
        </p>
      </div>
    </section>
  );
}

const Changes = ({ fields }: Pick<Conflict, "fields">) => (
  <dl className="text-small">
    {fields.map(({ label, saved, typed }) => (
      <div key={label} className="grid gap-x-6 gap-y-1 border-t border-current py-2 md:grid-cols-[10rem_1fr_1fr]">
        <dt className="font-semibold">{label}</dt>
        <dd className="wrap-anywhere whitespace-pre-line">
          <span className="block">Saved version</span>
          {saved || "Empty"}
        </dd>
        {typed !== null && (
          <dd className="wrap-anywhere whitespace-pre-line">
            <span className="block">Your version</span>
            {typed === saved ? "The same" : typed || "Empty"}
          </dd>
        )}
      </div>
    ))}
  </dl>
);
