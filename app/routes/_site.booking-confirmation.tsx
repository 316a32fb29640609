import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AccountOffer, EmailAgain, resendFailed, resendFailure } from "~/features/bookings/after-booking";
import { CalendarLinks } from "~/features/bookings/calendar-links";
import { CheckAgain } from "~/features/bookings/check-again";
import { ManagedScreen } from "~/features/bookings/managed-booking";
import { ErrorScreen } from "~/features/layout/error-screen";
import { errorMeta, privateTags, siteOf } from "~/lib/page-meta";
import { errorToast, successToast, useToast } from "~/lib/toast";
import { apiFor, attemptLogged, load } from "~/server/api.server";
import { forgetBookingDraft } from "~/server/cookies.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { confirmationResendForm } from "~/server/schemas.server";
import { ButtonLink } from "~/ui/button";
import { Masthead } from "~/ui/masthead";
import { Lede } from "~/ui/text";
import { FactNote, Ticket, TicketLayout, TicketPrice } from "~/ui/ticket";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  data ? privateTags(texts[data.state].title, siteOf(matches)) : errorMeta(error, siteOf(matches));

export { privateHeaders as headers } from "~/lib/page-meta";

const bookingIdIn = ({ request }: LoaderFunctionArgs | ActionFunctionArgs) =>
  new URL(request.url).searchParams.get("bookingId") ?? "";

export async function loader(args: LoaderFunctionArgs) {
  const bookingId = bookingIdIn(args);
  const booking = await load(apiFor(args).bookings.getConfirmation({ bookingId }));
  const page = { ...booking, address: confirmationAddress(bookingId), formKey: randomUUID() };
  if (booking.state !== "booked") return data(page);
  return data(page, { headers: { "Set-Cookie": forgetBookingDraft(args.context) } });
}

const confirmationAddress = (bookingId: string) =>
  `/booking-confirmation?${new URLSearchParams({ bookingId }).toString()}`;

/** Sends the confirmation again. */
export async function action(args: ActionFunctionArgs) {
  const bookingId = bookingIdIn(args);
  const submission = await readForm(args.request, confirmationResendForm);
  if (submission.status !== "success") return refuse(submission, { status: 422, toast: errorToast(resendFailed) });
  const call = apiFor(args).bookings.resendConfirmation({ ...submission.value, bookingId });
  const sent = await attemptLogged(args, call, resendFailure);
  if (!sent.ok) return refuseCall(submission, sent, resendFailed);
  const toast = successToast("Email sent", "It should arrive within a few minutes. Look in the spam folder, too.");
  return redirectWithToast(args, confirmationAddress(bookingId), toast);
}

type Confirmation = ReturnType<typeof useLoaderData<typeof loader>>;

type Text = { title: string; greeting: (firstName: string) => string; text: string; canBookAgain?: boolean };

const texts: Record<Confirmation["state"], Text> = {
  pending: {
    title: "Waiting for your payment",
    greeting: (firstName) => `Nearly there, ${firstName}.`,
    text: "We are waiting for the payment's confirmation. We’re holding your place until then.",
  },
  booked: {
    title: "You're booked",
    greeting: (firstName) => `You're booked, ${firstName}.`,
    text: "We’ve emailed you the details.",
  },
  failed: {
    title: "Payment failed",
    greeting: (firstName) => `The payment failed, ${firstName}.`,
    text: "Nothing was charged, and your place has been released.",
    canBookAgain: true,
  },
  unconfirmed: {
    title: "Payment not confirmed",
    greeting: (firstName) => `Your payment was not confirmed, ${firstName}.`,
    text:
      "Your bank has not confirmed it, so your place has been released. If the payment arrives after all, you get " +
      "a place if one is still free, or a full refund.",
    canBookAgain: true,
  },
  expired: {
    title: "Booking expired",
    greeting: (firstName) => `This booking has expired, ${firstName}.`,
    text: "The payment was not finished in time. Nothing was charged, and your place has been released.",
    canBookAgain: true,
  },
  cancelled: {
    title: "Booking cancelled",
    greeting: (firstName) => `This booking was cancelled, ${firstName}.`,
    text: "Your place has been released.",
    canBookAgain: true,
  },
  session_cancelled: {
    title: "Session cancelled",
    greeting: (firstName) => `This session is cancelled, ${firstName}.`,
    text: "It will not take place.",
  },
  refunded: {
    title: "Payment refunded",
    greeting: (firstName) => `Your payment came too late, ${firstName}.`,
    text: "We couldn’t hold the place that long, so you’ll get a full refund.",
  },
};

export default function BookingConfirmation() {
  const booking = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  useToast(refused);
  const { managed, address, formKey } = booking;
  const head = <Heading booking={booking} />;
  return (
    <Masthead>
      {managed ? (
        <ManagedScreen booking={managed} head={head} className="page-width pt-10" cancelButtonId="cancel-booking">
          <EmailAgain email={managed.email} action={address} formKey={formKey} refused={refused} />
          <AccountOffer person={managed} />
        </ManagedScreen>
      ) : (
        <TicketLayout className="page-width pt-10">
          {head}
          <BookedTicket booking={booking} />
        </TicketLayout>
      )}
    </Masthead>
  );
}

function Heading({ booking }: { booking: Confirmation }) {
  const { state, firstName, managePath, session } = booking;
  const { greeting, text, canBookAgain } = texts[state];
  const canManage = managePath !== null && state !== "pending" && state !== "failed" && state !== "unconfirmed";
  return (
    <div className="grid content-start gap-3" role="status">
      <h1 className="text-display">{greeting(firstName)}</h1>
      <Lede>{text}</Lede>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        {state === "pending" && <CheckAgain />}
        {canManage && <ButtonLink to={managePath}>Manage your booking</ButtonLink>}
        {state === "booked" && managePath === null && <ButtonLink to="/find-booking">Find my booking</ButtonLink>}
        {canBookAgain && session.isOpen && <ButtonLink to={`/sessions/${session.id}/book`}>Book again</ButtonLink>}
        {state !== "pending" && (
          <ButtonLink kind="quiet" to="/">
            See upcoming sessions
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

function BookedTicket({ booking }: { booking: Confirmation }) {
  const { session, startsAt, duration, place, amount, tickets, state, calendar } = booking;
  return (
    <Ticket
      label="Booking details"
      title={session.title}
      start={startsAt}
      duration={duration}
      where={
        <>
          {place} <FactNote>{whereHint(session, state)}</FactNote>
        </>
      }
    >
      <TicketPrice amount={amount} tickets={tickets} />
      {calendar && <CalendarLinks links={calendar} />}
    </Ticket>
  );
}

function whereHint({ isOnline, hasJoinLink }: Confirmation["session"], state: Confirmation["state"]): string {
  if (!isOnline) return "In person";
  if (state !== "booked") return "";
  return hasJoinLink ? "The joining link is in your email" : "The joining link comes by email";
}

export { ErrorScreen as ErrorBoundary };
