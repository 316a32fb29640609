import type { ReactNode } from "react";
import { useIsHydrated } from "~/lib/document";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import type { Toast } from "~/lib/toast";
import { ButtonLink, buttonStyle } from "~/ui/button";
import { CloseLink, DialogBody, DialogFoot, ModalDialog } from "~/ui/dialog";
import { Notice } from "~/ui/notice";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";
import { SoldOut } from "~/ui/text";

type BookingNoticeProps = {
  toast: Toast | null;
  isBesideField: boolean;
  isPaymentCancelled: boolean;
};

export function BookingNotice({ toast, isBesideField, isPaymentCancelled }: BookingNoticeProps) {
  const isHydrated = useIsHydrated();
  if (toast?.kind === "error" && !isBesideField) return <Notice kind="error">{toast.text}</Notice>;
  if (toast) return isHydrated ? null : <ToastNotice toast={toast} />;
  if (!isPaymentCancelled) return null;
  return (
    <Notice kind="information">
      Your payment was cancelled and nothing was charged. Your place has been given back.
    </Notice>
  );
}

const texts = {
  sold_out: (
    <>
      <SoldOut className="mr-2" /> This session is full.
    </>
  ),
  held: "The last places are being held for others right now.",
  closed: "Booking has closed for this session.",
  cancelled: "This session has been cancelled.",
};

type BookingUnavailableProps = { reason: keyof typeof texts; closeTo: string; children: ReactNode };

export function BookingUnavailable({ reason, closeTo, children }: BookingUnavailableProps) {
  return (
    <>
      <DialogBody>
        {children}
        <p className="text-ink-soft">{texts[reason]}</p>
      </DialogBody>
      <DialogFoot>
        <CloseLink className={buttonStyle()} to={closeTo}>
          Back to the session
        </CloseLink>
      </DialogFoot>
    </>
  );
}

type PendingPromptProps = {
  total: string;
  action: string;
  anotherTo: string;
  closeTo: string;
};

/** Asks a visitor with a pending payment whether to complete it or to book another place. */
export function PendingPrompt({ total, action, anotherTo, closeTo }: PendingPromptProps) {
  const isBusy = useIsPosting(action);
  return (
    <ModalDialog title="You have a payment waiting" closeTo={closeTo} returnFocusTo="book-now" isBusy={isBusy}>
      <DialogBody>
        <p className="text-ink-soft">
          You already started paying {total} for this session. Complete that payment first, or book another ticket?
        </p>
      </DialogBody>
      <PostForm action={action} isBusy={isBusy}>
        <input type="hidden" name="intent" value="complete" />
        <DialogFoot>
          <ButtonLink kind="quiet" to={anotherTo} replace preventScrollReset>
            Book another ticket
          </ButtonLink>
          <SubmitButton isBusy={isBusy}>Complete that payment</SubmitButton>
        </DialogFoot>
      </PostForm>
    </ModalDialog>
  );
}
