import type { SubmissionResult } from "@conform-to/react";
import type { ReactNode } from "react";
import { useBusyForm, useFreshOnReturn } from "~/features/buying/busy-form";
import { type Toast, useToast } from "~/lib/toast";
import { ModalDialog } from "~/ui/dialog";
import { ToastNotice } from "~/ui/toast/toast";
import { BookingForm, type BookingFormProps } from "./booking-form";
import { BookingNotice, BookingUnavailable } from "./booking-notices";
import { BookingSummary } from "./booking-summary";

type BookingDialogProps = Pick<BookingFormProps, "draft" | "booking" | "asked"> & {
  /** The address of the form, and the page behind it. */
  address: string;
  page: string;
  returnFocusTo: string;
  answer: { reply?: SubmissionResult<string[]> | undefined; toast: Toast | null } | undefined;
  /** What has happened before the form was opened, as its address says. */
  notice: string | null;
  /** What is said below the summary of a session whose places are held for the visitor. */
  offer?: ReactNode;
  showsPlaces?: boolean;
};

/** Shows what is booked, and the form that books it while that can be done. */
export function BookingDialog(props: BookingDialogProps) {
  const { address, page, returnFocusTo, booking, answer, notice, offer, showsPlaces, draft, asked } = props;
  const { session, startsAt, placesLeft, terms, availability, hasWaitlist } = booking;
  const busy = useBusyForm(address);
  useFreshOnReturn();
  useToast(answer);
  const toast = answer?.toast ?? null;
  const head = (
    <>
      <BookingNotice toast={toast} notice={answer ? null : notice} />
      <BookingSummary session={session} start={startsAt} placesLeft={showsPlaces ? placesLeft : null} terms={terms} />
      {offer}
    </>
  );
  return (
    <ModalDialog
      title="Complete Your Booking"
      closeTo={page}
      returnFocusTo={returnFocusTo}
      isBusy={busy === "ordering"}
    >
      {availability === "open" || offer !== undefined ? (
        <BookingForm
          action={address}
          closeTo={page}
          lastReply={answer?.reply}
          notice={toast?.kind === "error" && <ToastNotice toast={toast} />}
          draft={draft}
          booking={booking}
          busy={busy}
          asked={asked}
        >
          {head}
        </BookingForm>
      ) : (
        <BookingUnavailable reason={availability} closeTo={page} hasWaitlist={hasWaitlist}>
          {head}
        </BookingUnavailable>
      )}
    </ModalDialog>
  );
}
