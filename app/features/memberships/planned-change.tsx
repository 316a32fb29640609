import type { ShownChange } from "@server/selling/memberships/show-change";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { Notice } from "~/ui/notice";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { changePath } from "./change-address";

const failure = { title: "Not confirmed" };

/** Shows a change of plan that has not taken effect, with the ways to pay for it and to take it back. */
export function PlannedChange({ change }: { change: ShownChange }) {
  const payPath = `${changePath}/pay`;
  const undoPath = `${changePath}/undo`;
  const isPaying = useIsPosting(payPath);
  const isUndoing = useIsPosting(undoPath);
  return (
    <>
      <Notice kind={change.isPayable ? "error" : "information"} isAnnounced={false}>
        {change.text}
      </Notice>
      {change.isPayable && (
        <PostForm action={payPath} isBusy={isPaying} failure={{ title: "Not opened" }}>
          <SubmitButton size="small" isBusy={isPaying}>
            Look at the payment
          </SubmitButton>
        </PostForm>
      )}
      <PostForm action={undoPath} isBusy={isUndoing} failure={failure}>
        <SubmitButton kind="quiet" size="small" isBusy={isUndoing}>
          Take the change back
        </SubmitButton>
      </PostForm>
    </>
  );
}
