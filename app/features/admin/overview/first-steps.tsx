import { Link } from "@remix-run/react";
import type { FirstStep } from "@server/office/doctor/first-steps";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { Badge } from "~/ui/badge";
import { RowList } from "~/ui/list";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { HeadedSection } from "~/ui/headed-section";

const systemPath = "/admin/system";

type ListProps = { steps: FirstStep[]; formKey: string };

/** Shows what remains to be done on a new site; nothing is shown once all is done or the list is hidden. */
export function FirstSteps({ steps, formKey }: ListProps) {
  if (steps.length === 0) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <HeadedSection heading="First steps">
      <p className="text-ink-soft">
        {done} of {steps.length} done. The list goes away by itself when all are.
      </p>
      <RowList>
        {steps.map(({ title, text, to, isDone }) => (
          <li key={title} className="flex items-start gap-5 px-5 py-4">
            <div className="min-w-0 flex-1">
              <h3 className="text-subtitle">
                <Link className="inline-flex min-h-(--size-touch) items-center" to={to}>
                  {title}
                </Link>
              </h3>
              <p className="wrap-anywhere text-small leading-small text-ink-soft">{text}</p>
            </div>
            <Badge tone={isDone ? "green" : "grey"} className="mt-2.5">
              {isDone ? "Done" : "To do"}
            </Badge>
          </li>
        ))}
      </RowList>
      <ToggleFirstSteps intent="hide" formKey={formKey} label="Hide the first steps" />
    </HeadedSection>
  );
}

type ToggleProps = { intent: "hide" | "show"; formKey: string; label: string };

/** Hides the list for all admins, or shows it again. */
export function ToggleFirstSteps({ intent, formKey, label }: ToggleProps) {
  const isBusy = useIsPosting(systemPath);
  return (
    <PostForm action={systemPath} isBusy={isBusy} failure={{ title: "Failed to change the first steps" }}>
      <input type="hidden" name="formKey" value={formKey} />
      <input type="hidden" name="intent" value={intent} />
      <SubmitButton kind="quiet" size="small" isBusy={isBusy}>
        {label}
      </SubmitButton>
    </PostForm>
  );
}
