import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { BookingDialog } from "~/features/bookings/booking-dialog";
import { BookedPrompt, PendingPrompt } from "~/features/bookings/booking-notices";
import { bookOrPrice, completePayment } from "~/features/bookings/booking.server";
import { followPaymentLeft } from "~/features/buying/payment-return.server";
import { ErrorScreen } from "~/features/layout/error-screen";
import { errorMeta, privateTags, siteOf } from "~/lib/page-meta";
import { apiFor, idOf, load } from "~/server/api.server";
import { numberBrowser, readBookingDraft } from "~/server/cookies.server";
import { readFields } from "~/server/form.server";

export { refusalHeaders as headers } from "~/lib/page-meta";

export const handle = { isDialog: true };

export const meta: MetaFunction = ({ data, error, matches }) =>
  data ? privateTags("Complete Your Booking", siteOf(matches)) : errorMeta(error, siteOf(matches), "Session not found");

export async function loader(args: LoaderFunctionArgs) {
  const { bookings } = apiFor(args);
  const sessionId = idOf(args);
  const query = new URL(args.request.url).searchParams;
  followPaymentLeft(args, "booking", `/sessions/${encodeURIComponent(sessionId)}/book`);
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
  const booking = answer?.form ?? loaded.form;
  const page = `/sessions/${booking.session.id}`;
  const anotherTo = `${page}/book?another`;
  const address = useSearchParams()[0].has("another") ? anotherTo : `${page}/book`;
  const pending = answer ? answer.pending : loaded.pending && { ...loaded.pending, typed: null };
  if (pending) return <PendingPrompt {...pending} anotherTo={anotherTo} closeTo={page} />;
  if (loaded.booked.length > 0 && !answer) {
    const moreAt = booking.availability === "open" ? anotherTo : null;
    return <BookedPrompt bookings={loaded.booked} anotherTo={moreAt} closeTo={page} />;
  }
  const { draft, notice } = loaded;
  return (
    <BookingDialog
      address={address}
      page={page}
      booking={booking}
      answer={answer}
      draft={draft}
      notice={notice}
      returnFocusTo="book-now"
      showsPlaces
    />
  );
}

export { ErrorScreen as ErrorBoundary };
