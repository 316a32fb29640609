import { useNavigation } from "@remix-run/react";
import type { FormFailure } from "~/lib/connection/failure-toast";
import { PostForm } from "./post-form";

type RowActionProps = {
  /** Where it is posted to, and what with. */
  action: string;
  fields: Record<string, string>;
  label: string;
  /** What it does and to whom, where the label alone does not say: "Sync Hannah Okafor’s order". */
  name: string;
  className?: string;
  failure?: FormFailure;
};

/** One button that acts at once: a form of its own. */
export function RowAction({ action, fields, label, name, failure, ...props }: RowActionProps) {
  const { className = "btn btn--quiet btn--small" } = props;
  const isBusy = useIsPosted(fields);
  return (
    <PostForm action={action} isBusy={isBusy} failure={failure}>
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <button className={className} type="submit" aria-label={name} aria-disabled={isBusy || undefined}>
        {isBusy ? "Processing..." : label}
      </button>
    </PostForm>
  );
}

function useIsPosted(fields: Record<string, string>): boolean {
  const { formMethod, formData } = useNavigation();
  return formMethod === "POST" && Object.entries(fields).every(([field, value]) => formData?.get(field) === value);
}
