import { useNavigation } from "@remix-run/react";
import { PostForm } from "../post-form";

type RowActionProps = {
  /** Where it is posted to, and what with. */
  action: string;
  fields: Record<string, string>;
  label: string;
  /** What it does and to whom, where the label alone does not say: "Sync Hannah Okafor’s order". */
  name: string;
  className?: string;
};

/** One button that acts at once: a form of its own. */
export function RowAction({ action, fields, label, name, className = "btn btn--quiet btn--small" }: RowActionProps) {
  const isBusy = useIsPosted(fields);
  return (
    <PostForm action={action} isBusy={isBusy}>
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
