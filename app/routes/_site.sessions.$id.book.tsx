import { data, redirect, redirectDocument } from "@remix-run/node";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { apiFor, attempt, attemptOrSay, bookingForm, load } from "~/api.server";
import { BookingForm } from "~/components/booking-form";
import { BookingSummary, BookingTotal } from "~/components/booking-summary";
import { BookingUnavailable } from "~/components/booking-unavailable";
import { ErrorScreen } from "~/components/error-screen";
import { ModalDialog } from "~/components/modal-dialog";
import { Notice } from "~/components/notice";
import { readForm } from "~/lib/form.server";
import { errorMeta, privateMeta, siteOf } from "~/lib/page-meta";
import { showToast } from "~/lib/toast";
import { forgetBookingDraft, keepBookingDraft, readBookingDraft } from "~/session.server";

export const handle = { isDialog: true };

export const meta: MetaFunction = ({ data, error, matches }) =>
  data ? privateMeta("Complete Your Booking", siteOf(matches)) : errorMeta(error, siteOf(matches), "Session not found");

export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args);
  const sessionId = args.params.id ?? "";
  const query = new URL(args.request.url).searchParams;
  const bookingId = query.get("cancelled");
  if (bookingId) {
    await load(attempt(api.bookings.releaseCheckout({ bookingId })));
    throw redirect(`/sessions/${sessionId}/book?notice=payment-cancelled`);
  }
  return {
    form: await load(api.bookings.getForm({ sessionId })),
    draft: await readBookingDraft(args, sessionId),
    isPaymentCancelled: query.get("notice") === "payment-cancelled",
  };
}

export async function action(args: ActionFunctionArgs) {
  const api = apiFor(args);
  const sessionId = args.params.id ?? "";
  const submission = await readForm(args.request, bookingForm);
  // A refused form is a new one: the price as it is now, and another one-time key.
  const refuse = async (status: number, message: string | null) => {
    const reply = submission.reply(message ? { formErrors: [message] } : {});
    return data({ reply, message, form: await load(api.bookings.getForm({ sessionId })) }, status);
  };
  if (submission.status !== "success") {
    return refuse(422, isOutdated(submission.error) ? bookingFailed : null);
  }
  const booked = await attemptOrSay(args, api.bookings.create({ ...submission.value, sessionId }), bookingFailed);
  if (!booked.ok) return refuse(booked.status, booked.message);
  return leaveFor(booked.value.next, args, { ...submission.value, sessionId });
}

const bookingFailed = "Failed to book session. Please try again.";

/** What the visitor can't see is wrong, so only another form helps her. */
const isOutdated = (errors: Record<string, unknown> | null) => Boolean(errors?.quote ?? errors?.formKey);

type Typed = Parameters<typeof keepBookingDraft>[1];

/** The payment page is no page of this app; what was typed waits for whoever comes back from there without paying. */
async function leaveFor(
  next: string,
  { context }: ActionFunctionArgs,
  { sessionId, firstName, lastName, email }: Typed,
) {
  if (next.startsWith("/booking-confirmation")) {
    return redirect(next, { status: 303, headers: { "Set-Cookie": await forgetBookingDraft(context) } });
  }
  const draft = await keepBookingDraft(context, { sessionId, firstName, lastName, email });
  return redirectDocument(next, { status: 303, headers: { "Set-Cookie": draft } });
}

export default function BookDialog() {
  const loaded = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { session, startsAt, availability, ...form } = refused?.form ?? loaded.form;
  const page = `/sessions/${session.id}`;
  const isBusy = useIsPosting(`${page}/book`);
  useErrorToast(refused);

  const head = (
    <>
      {refused?.message && <Notice kind="error">{refused.message}</Notice>}
      {!refused && loaded.isPaymentCancelled && (
        <Notice kind="information">
          Your payment was cancelled and nothing was charged. Your place has been given back.
        </Notice>
      )}
      <BookingSummary session={session} start={startsAt} />
    </>
  );
  return (
    <ModalDialog title="Complete Your Booking" closeTo={page} returnFocusTo="book-now" isBusy={isBusy}>
      {refused || availability === "open" ? (
        <BookingForm
          action={`${page}/book`}
          closeTo={page}
          lastReply={refused?.reply}
          draft={loaded.draft}
          carried={form}
          emailHint={session.isOnline ? "Your confirmation and joining link go here." : "Your confirmation goes here."}
          bookLabel={form.isFree ? "Book" : `Book ${form.total}`}
          isBusy={isBusy}
          summary={<BookingTotal {...form} />}
        >
          {head}
        </BookingForm>
      ) : (
        <BookingUnavailable reason={availability} closeTo={page}>
          {head}
        </BookingUnavailable>
      )}
    </ModalDialog>
  );
}

function useIsPosting(address: string): boolean {
  const { formMethod, formAction } = useNavigation();
  // Whoever comes back from the payment page by the browser's own button finds a page that was left while posting.
  useEffect(() => {
    const startAgain = ({ persisted }: PageTransitionEvent) => persisted && window.location.reload();
    window.addEventListener("pageshow", startAgain);
    return () => window.removeEventListener("pageshow", startAgain);
  }, []);
  return formMethod === "POST" && formAction === address;
}

function useErrorToast(refused: { message: string | null } | undefined) {
  useEffect(() => {
    if (refused?.message) showToast({ kind: "error", title: "Error", text: refused.message });
  }, [refused]);
}

export { ErrorScreen as ErrorBoundary };
