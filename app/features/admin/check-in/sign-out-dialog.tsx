import { useEffect, useRef, useState } from "react";
import { useSite } from "~/lib/site";
import type { SignOutQuestionProps } from "~/lib/unsent-work";
import { Button } from "~/ui/button";
import { DialogBody, DialogSheet, overlay, scrim } from "~/ui/dialog";
import { unsentQuestion } from "./queue";
import { checkInsOf, useCheckIns } from "./use-check-ins";

type SendingState = "not yet" | "under way" | "failed";

/** Asks whether to sign out with unsent check-ins, or to send them first. */
export function SignOutDialog({ onSignOut, onStay }: SignOutQuestionProps) {
  const accountId = useSite()?.checkInAccountId ?? null;
  const dialog = useRef<HTMLDialogElement>(null);
  const [sending, setSending] = useState<SendingState>("not yet");
  const count = useCheckIns(accountId).unsent.length;
  // The visitor may decide to stay while check-ins are being sent.
  const isOver = useRef(false);

  useEffect(() => {
    const element = dialog.current;
    isOver.current = false;
    element?.showModal();
    return () => {
      isOver.current = true;
      element?.close();
    };
  }, []);

  const send = async () => {
    setSending("under way");
    const left = accountId === null ? 0 : await checkInsOf(accountId).sendNow();
    if (isOver.current) return;
    if (left === 0) onSignOut();
    else setSending("failed");
  };
  // Elements behind a modal dialog can't take the focus.
  const stay = () => {
    isOver.current = true;
    dialog.current?.close();
    onStay();
  };
  const isBusy = sending === "under way";

  return (
    <dialog
      ref={dialog}
      className={overlay}
      aria-labelledby="sign-out-question"
      onCancel={(event) => {
        event.preventDefault();
        stay();
      }}
    >
      <div className={scrim} />
      <DialogSheet>
        <DialogBody>
          <h2 className="text-heading" id="sign-out-question">
            {count === 0 ? "All check-ins are sent. Sign out?" : unsentQuestion(count)}
          </h2>
          <p role="status">
            {sending === "failed" && count > 0 && "They could not be sent. Check the connection and try again."}
          </p>
          <div className="flex flex-wrap gap-3">
            {count > 0 && (
              <Button type="button" aria-disabled={isBusy} onClick={() => !isBusy && void send()}>
                {isBusy ? "Sending..." : "Send now"}
              </Button>
            )}
            <Button kind="quiet" type="button" onClick={onSignOut}>
              {count === 0 ? "Sign out" : "Sign out and lose them"}
            </Button>
            <Button kind="quiet" type="button" onClick={stay}>
              Stay
            </Button>
          </div>
        </DialogBody>
      </DialogSheet>
    </dialog>
  );
}
