import type { LiveBooking } from "@server/selling/bookings/show/my-places";
import type { ReactNode } from "react";
import { useFreshOnReturn } from "~/features/buying/busy-form";
import { useIsHydrated } from "~/lib/document";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import type { Toast } from "~/lib/toast";
import { Button, ButtonLink, buttonStyle } from "~/ui/button";
import { CloseLink, DialogBody, DialogFoot, ModalDialog } from "~/ui/dialog";
import { Notice } from "~/ui/notice";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";
import { SoldOut } from "~/ui/text";

/** `notice`: what has happened before the form was opened, as its address says. */
type BookingNoticeProps = { toast: Toast | null; notice: string | null };

export function BookingNotice({ toast, notice }: BookingNoticeProps) {
  const isHydrated = useIsHydrated();
  // A refusal stands above the buttons.
  if (toast) return isHydrated || toast.kind === "error" ? null : <ToastNotice toast={toast} />;
  if (notice === "pass-bought") {
    return (
      <Notice kind="success">The pass is yours. Nothing is booked yet: look through the form and book with it.</Notice>
    );
  }
  if (notice !== "payment-cancelled") return null;
  return (
    <Notice kind="information">
      Your payment was cancelled and nothing was charged. Your place has been released.
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
  held_by_you: "Your unpaid booking holds a place. No other places are free right now.",
  closed: "Booking has closed for this session.",
  cancelled: "This session has been cancelled.",
};

type UnavailableReason = keyof typeof texts;

type BookingUnavailableProps = {
  reason: UnavailableReason;
  closeTo: string;
  hasWaitlist: boolean;
  children: ReactNode;
};

export function BookingUnavailable({ reason, closeTo, hasWaitlist, children }: BookingUnavailableProps) {
  return (
    <>
      <DialogBody>
        {children}
        <p className="text-ink-soft">{texts[reason]}</p>
      </DialogBody>
      <DialogFoot>
        <CloseLink className={buttonStyle({ kind: hasWaitlist ? "quiet" : "solid" })} to={closeTo}>
          Back to the session
        </CloseLink>
        {hasWaitlist && (
          <ButtonLink to={`${closeTo}/waitlist`} replace preventScrollReset>
            Join Waitlist
          </ButtonLink>
        )}
      </DialogFoot>
    </>
  );
}

type BookedPromptProps = { bookings: LiveBooking[]; anotherTo: string | null; closeTo: string };

/** Shows a booked visitor their bookings, and asks whether to book another ticket. */
export const BookedPrompt = ({ bookings, anotherTo, closeTo }: BookedPromptProps) => (
  <ModalDialog title="You’re booked" closeTo={closeTo} returnFocusTo="book-now">
    <DialogBody>
      <p className="text-ink-soft">
        You have a place in this session already.{anotherTo && " Would you like to book another ticket?"}
      </p>
    </DialogBody>
    <DialogFoot>
      {anotherTo && (
        <ButtonLink kind="quiet" to={anotherTo} replace preventScrollReset>
          Book another ticket
        </ButtonLink>
      )}
      {bookings.map(({ id, managePath }, nth) => (
        <ButtonLink key={id} to={managePath}>
          See your booking{bookings.length > 1 && ` ${nth + 1}`}
        </ButtonLink>
      ))}
    </DialogFoot>
  </ModalDialog>
);

type PendingPromptProps = {
  total: string;
  /** The fields of a form that waits for the answer; null where nothing was typed yet. */
  typed: [name: string, value: string][] | null;
  anotherTo: string;
  closeTo: string;
};

/** Asks a visitor with a pending payment whether to complete it or to book another place. */
export function PendingPrompt({ total, typed, anotherTo, closeTo }: PendingPromptProps) {
  const isBusy = useIsPosting(anotherTo);
  useFreshOnReturn();
  return (
    <ModalDialog title="You have a payment waiting" closeTo={closeTo} returnFocusTo="book-now" isBusy={isBusy}>
      <DialogBody>
        <p className="text-ink-soft">
          You’ve already started paying {total} for this session. Complete that payment first, or book another ticket?
        </p>
      </DialogBody>
      <PostForm action={anotherTo} isBusy={isBusy}>
        {typed?.map(([name, value], nth) => (
          <input key={nth} type="hidden" name={name} value={value} />
        ))}
        <DialogFoot>
          {typed ? (
            <Button kind="quiet" type="submit" aria-disabled={isBusy || undefined}>
              Book another ticket
            </Button>
          ) : (
            <ButtonLink kind="quiet" to={anotherTo} replace preventScrollReset>
              Book another ticket
            </ButtonLink>
          )}
          <SubmitButton name="intent" value="complete" isBusy={isBusy}>
            Complete that payment
          </SubmitButton>
        </DialogFoot>
      </PostForm>
    </ModalDialog>
  );
}
