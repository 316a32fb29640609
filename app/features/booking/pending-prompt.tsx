import { Link } from "@remix-run/react";
import { useIsPosting } from "~/lib/hooks/is-posting";
import { ModalDialog } from "../../ui/dialog";
import { PostForm } from "../../ui/post-form";
import { SubmitButton } from "../../ui/submit-button";

type PendingPromptProps = {
  /** What is still to be paid. */
  total: string;
  /** The booking dialog's own address, and where its form for another ticket is. */
  action: string;
  anotherTo: string;
  closeTo: string;
};

/** Asks whoever has begun to pay for this session whether to go on with that, or to book once more. */
export function PendingPrompt({ total, action, anotherTo, closeTo }: PendingPromptProps) {
  const isBusy = useIsPosting(action);
  return (
    <ModalDialog title="You have a payment waiting" closeTo={closeTo} returnFocusTo="book-now" isBusy={isBusy}>
      <div className="dialog__body">
        <p className="text-ink-soft">
          You already started paying {total} for this session. Complete that payment first, or book another ticket?
        </p>
      </div>
      <PostForm className="dialog__foot" action={action} isBusy={isBusy}>
        <input type="hidden" name="intent" value="complete" />
        <Link className="btn btn--quiet" to={anotherTo} replace preventScrollReset>
          Book another ticket
        </Link>
        <SubmitButton isBusy={isBusy}>Complete that payment</SubmitButton>
      </PostForm>
    </ModalDialog>
  );
}
