import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { BookingSummary } from "~/features/bookings/booking-summary";
import { cancelText, cancelTicketId, ticketCancelPath } from "~/features/bookings/managed-booking";
import { ErrorScreen } from "~/features/layout/error-screen";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, infoToast, successToast, type Toast, useToast } from "~/lib/toast";
import { apiFor, attemptLogged, idOf, load } from "~/server/api.server";
import { bookingKeyOf } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { buttonStyle } from "~/ui/button";
import { CloseLink, DialogBody, DialogFoot, ModalDialog } from "~/ui/dialog";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

export { privateHeaders as headers } from "~/lib/page-meta";

export const handle = { isDialog: true };

export const meta = privateMeta("Cancel booking", "Booking not found");

export async function loader(args: LoaderFunctionArgs) {
  const key = bookingKeyOf(args);
  const booking = await load(apiFor(args).bookings.getManaged({ bookingId: idOf(args), key }));
  // The booking's page shows why it can't be cancelled.
  if (booking.cancellation.kind === "none") throw redirect(booking.path);
  const ticketId = ticketIn(args);
  const ticket = booking.tickets.find(({ id }) => id === ticketId) ?? null;
  if (ticketId && (ticket === null || ticket.isCancelled)) throw redirect(booking.path);
  return { ...booking, ticket };
}

/** Without one the whole booking is cancelled. */
const ticketIn = ({ request }: LoaderFunctionArgs) => new URL(request.url).searchParams.get("ticket");

const failure = "Failed to cancel. Please try again.";

type Outcome = "cancelled" | "paid_meanwhile" | "ticket";

export async function action(args: ActionFunctionArgs) {
  const key = bookingKeyOf(args);
  const { bookings } = apiFor(args);
  const ref = { bookingId: idOf(args), key };
  const ticketId = ticketIn(args);
  const cancel = async (): Promise<Outcome> => {
    if (ticketId === null) return (await bookings.cancel(ref)).outcome;
    await bookings.cancelTicket({ ...ref, ticketId });
    return "ticket";
  };
  const cancelled = await attemptLogged(args, cancel(), failure);
  if (!cancelled.ok) {
    if (cancelled.code === "not_found") throw new Response(cancelled.message, { status: 404 });
    const toast: Toast = errorToast("Error", cancelled.message);
    return data({ toast }, { status: cancelled.status });
  }
  const { path } = await load(bookings.getManaged(ref));
  return redirectWithToast(args, path, toasts[cancelled.value]);
}

const toasts: Record<Outcome, Toast> = {
  ticket: successToast("Ticket cancelled", "Its place has been released."),
  cancelled: successToast("Booking cancelled", "Your place has been released."),
  paid_meanwhile: infoToast("You're booked", "Your payment has just come through, so the place stays yours."),
};

export default function CancelBookingDialog() {
  const booking = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { ticket, course } = booking;
  const address = ticket ? ticketCancelPath(booking.cancelPath, ticket.id) : booking.cancelPath;
  const isBusy = useIsPosting(address);
  useToast(refused);
  const { session, cancellation } = booking;
  const mayCancel = cancellation.kind !== "write";
  return (
    <ModalDialog
      title={ticket ? "Cancel one ticket" : course ? "Give up this date" : "Cancel booking"}
      closeTo={booking.path}
      returnFocusTo={ticket ? cancelTicketId(ticket.id) : "cancel-booking"}
      isBusy={isBusy}
    >
      <PostForm action={address} isBusy={isBusy} failure={{ title: "Error", text: failure }}>
        <DialogBody>
          {refused && <ToastNotice toast={refused.toast} />}
          <BookingSummary session={{ ...session, place: session.where[0] ?? "" }} start={session.startsAt} />
          {(mayCancel || !refused) && <p>{mayCancel ? consequence(booking) : cancelText(cancellation)}</p>}
        </DialogBody>
        <DialogFoot>
          <CloseLink className={buttonStyle({ kind: "quiet" })} to={booking.path}>
            {ticket ? "Keep this ticket" : "Keep my place"}
          </CloseLink>
          {mayCancel && (
            <SubmitButton isBusy={isBusy} kind="danger">
              {labelOf(booking)}
            </SubmitButton>
          )}
        </DialogFoot>
      </PostForm>
    </ModalDialog>
  );
}

type ShownBooking = ReturnType<typeof useLoaderData<typeof loader>>;

function labelOf({ ticket, course, cancellation }: ShownBooking): string {
  if (ticket) return "Cancel this ticket";
  if (cancellation.kind === "hold") return course ? "Release all dates" : "Release the place";
  return course ? "Give up this date" : "Cancel booking";
}

function consequence({ cancellation, refund, isDisputed, credits, ticket, quantity, course }: ShownBooking): string {
  if (course) return consequenceInCourse(course, cancellation.kind === "hold");
  if (cancellation.kind === "hold") {
    const released = `${quantity > 1 ? "your places are" : "your place is"} released right away.`;
    return ["Nothing has been charged. The payment page closes and", released, creditsText(credits)].join(" ").trim();
  }
  if (ticket) {
    const share = ticket.credits > 0 ? creditsText(ticket.credits) : shareText(ticket, refund);
    return [`The ticket of ${ticket.name} is cancelled right away.`, share, isDisputed && atBank]
      .filter(Boolean)
      .join(" ");
  }
  const { byCard, byHand, isRest, onGiftCard } = refund;
  const which = onGiftCard ? "" : isRest ? "The remaining " : "The full ";
  const sentences = [
    quantity > 1 ? "Your places are released right away." : "Your place is released right away.",
    creditsText(credits),
    onGiftCard && `${onGiftCard} goes back to the gift card that has paid.`,
    byCard && `${which}${byCard} will be refunded to you, usually within 5 to 10 days.`,
    byHand && `You paid ${byHand} outside this site, so I’ll return it to you myself.`,
    isDisputed && atBank,
  ];
  return sentences.filter(Boolean).join(" ");
}

const atBank = "Your bank is looking into your payment, which was disputed, so I can’t refund what it has taken now.";

function consequenceInCourse({ title, share }: NonNullable<ShownBooking["course"]>, isHold: boolean): string {
  if (isHold) {
    return `Nothing has been charged. The payment page of the course “${title}” closes, and your places on all its dates are released right away.`;
  }
  const money = share
    ? `Because the date was moved, its share of ${share} goes back the way it was paid.`
    : "The price is for the whole course: giving up a single date brings no refund.";
  return `Your place on this date of the course “${title}” is released right away; the other dates stay booked. ${money}`;
}

function creditsText(credits: number): string {
  if (credits === 0) return "";
  return `${credits === 1 ? "Its credit goes" : `Its ${credits} credits go`} back onto your pass.`;
}

type ReturnedMoney = { byCard: string | null; byHand: string | null; onGiftCard?: string | null | undefined };

function shareText({ share }: { share: string | null }, { byCard, byHand, onGiftCard }: ReturnedMoney): string {
  if (share === null || (!byCard && !byHand && !onGiftCard)) return "";
  if (onGiftCard) {
    const rest = byCard || byHand ? ", as far as it has paid; the rest the way that you paid it" : "";
    return `Its share of ${share} goes back to your gift card${rest}.`;
  }
  return byCard
    ? `Its share of ${share} will be refunded to you, usually within 5 to 10 days.`
    : `I’ll return its share of ${share} to you myself.`;
}

export { ErrorScreen as ErrorBoundary };
