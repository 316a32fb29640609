import { useIsPosting } from "~/lib/hooks/navigation-state";
import { PostForm, SubmitButton } from "~/ui/post-form";

type OpeningMailsFormProps = { path: string; isWanted: boolean };

/** Lets a buyer choose whether they are mailed when a part of the collection opens. */
export function OpeningMailsForm({ path, isWanted }: OpeningMailsFormProps) {
  const action = `${path}?openings=mail`;
  const isBusy = useIsPosting(action);
  return (
    <PostForm
      action={action}
      isBusy={isBusy}
      failure={failure}
      className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-paper border border-line px-4.5 py-3.5"
    >
      <p className="text-ink-soft">
        {isWanted ? "You get an email when the next part opens." : "Some parts of this collection open later."}
      </p>
      <input type="hidden" name="isWanted" value={isWanted ? "" : "on"} />
      <SubmitButton kind="quiet" size="small" isBusy={isBusy}>
        {isWanted ? "Stop these emails" : "Email me when one opens"}
      </SubmitButton>
    </PostForm>
  );
}

const failure = { title: "Not saved", text: "Your choice could not be saved. Please try again." };
