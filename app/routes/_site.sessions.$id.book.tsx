import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { BookingForm } from "~/features/bookings/booking-form";
import {
  BookedPrompt,
  BookingNotice,
  BookingUnavailable,
  PendingPrompt,
  refusalNotice,
} from "~/features/bookings/booking-notices";
import { BookingSummary } from "~/features/bookings/booking-summary";
import { bookOrPrice, completePayment } from "~/features/bookings/booking.server";
import { useBusyBooking, useFreshOnReturn } from "~/features/bookings/busy-booking";
import { ErrorScreen } from "~/features/layout/error-screen";
import { paymentLeftAddress } from "~/lib/payment-left";
import { errorMeta, privateTags, siteOf } from "~/lib/page-meta";
import { useToast } from "~/lib/toast";
import { apiFor, idOf, load } from "~/server/api.server";
import { numberBrowser, readBookingDraft } from "~/server/cookies.server";
import { readFields } from "~/server/form.server";
import { ModalDialog } from "~/ui/dialog";

export { refusalHeaders as headers } from "~/lib/page-meta";

export const handle = { isDialog: true };

export const meta: MetaFunction = ({ data, error, matches }) =>
  data ? privateTags("Complete Your Booking", siteOf(matches)) : errorMeta(error, siteOf(matches), "Session not found");

export async function loader(args: LoaderFunctionArgs) {
  const { bookings } = apiFor(args);
  const sessionId = idOf(args);
  const query = new URL(args.request.url).searchParams;
  const left = query.get("cancelled");
  if (left) {
    throw redirect(
      paymentLeftAddress({ kind: "booking", id: left }, `/sessions/${encodeURIComponent(sessionId)}/book`),
    );
  }
  const draft = readBookingDraft(args, sessionId);
  const form = await load(bookings.getForm({ ...draft, sessionId }));
  if (form.onlyCourse) throw redirect(`/courses/${form.onlyCourse.id}`);
  const answer = {
    form,
    // A visitor who books another place is not asked about the pending payment again.
    booked: query.has("another") ? [] : await load(bookings.getMine({ sessionId })),
    pending: query.has("another") ? null : await load(bookings.getPending({ sessionId })),
    draft,
    notice: query.get("notice"),
  };
  return data(answer, { headers: numberBrowser(args) });
}

export async function action(args: ActionFunctionArgs) {
  const fields = await readFields(args.request);
  if (fields.get("intent") === "complete") return completePayment(args, fields);
  return bookOrPrice(args, fields);
}

export default function BookDialog() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const form = answer?.form ?? loaded.form;
  const { session, startsAt, availability } = form;
  const page = `/sessions/${session.id}`;
  const anotherTo = `${page}/book?another`;
  const address = useSearchParams()[0].has("another") ? anotherTo : `${page}/book`;
  const busy = useBusyBooking(address);
  useFreshOnReturn();
  useToast(answer);

  const pending = answer ? answer.pending : loaded.pending && { ...loaded.pending, typed: null };
  if (pending) return <PendingPrompt {...pending} anotherTo={anotherTo} closeTo={page} />;
  if (loaded.booked.length > 0 && !answer) {
    const moreAt = availability === "open" ? anotherTo : null;
    return <BookedPrompt bookings={loaded.booked} anotherTo={moreAt} closeTo={page} />;
  }
  const head = (
    <>
      <BookingNotice toast={answer?.toast ?? null} notice={answer ? null : loaded.notice} />
      <BookingSummary session={session} start={startsAt} placesLeft={form.placesLeft} terms={form.terms} />
    </>
  );
  return (
    <ModalDialog title="Complete Your Booking" closeTo={page} returnFocusTo="book-now" isBusy={busy === "booking"}>
      {availability === "open" ? (
        <BookingForm
          action={address}
          closeTo={page}
          lastReply={answer?.reply}
          draft={loaded.draft}
          booking={form}
          notice={refusalNotice(answer)}
          busy={busy}
        >
          {head}
        </BookingForm>
      ) : (
        <BookingUnavailable reason={availability} closeTo={page} hasWaitlist={form.hasWaitlist}>
          {head}
        </BookingUnavailable>
      )}
    </ModalDialog>
  );
}

export { ErrorScreen as ErrorBoundary };
