import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CalendarLinks } from "~/features/booking/calendar-links";
import { CheckAgain } from "~/features/booking/check-again";
import { ErrorScreen } from "~/features/layout/error-screen";
import { errorMeta, privateTags, siteOf } from "~/lib/page-meta";
import { apiFor, load } from "~/server/api.server";
import { forgetBookingDraft } from "~/server/cookies.server";
import { ButtonLink } from "~/ui/button";
import { Masthead } from "~/ui/masthead";
import { Lede } from "~/ui/text";
import { FactNote, Ticket, TicketLayout, TicketPrice } from "~/ui/ticket";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  data ? privateTags(texts[data.state].title, siteOf(matches)) : errorMeta(error, siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  const bookingId = new URL(args.request.url).searchParams.get("bookingId") ?? "";
  const booking = await load(apiFor(args).bookings.getConfirmation({ bookingId }));
  if (booking.state !== "booked") return data(booking);
  return data(booking, { headers: { "Set-Cookie": forgetBookingDraft(args.context) } });
}

type Confirmation = ReturnType<typeof useLoaderData<typeof loader>>;

type Text = { title: string; greeting: (firstName: string) => string; text: string; canBookAgain?: boolean };

const texts: Record<Confirmation["state"], Text> = {
  pending: {
    title: "Waiting for your payment",
    greeting: (firstName) => `Nearly there, ${firstName}.`,
    text: "We are waiting for the payment's confirmation. Your place is held meanwhile.",
  },
  booked: {
    title: "You're booked",
    greeting: (firstName) => `You're booked, ${firstName}.`,
    text: "We sent the details to your e-mail.",
  },
  failed: {
    title: "Payment failed",
    greeting: (firstName) => `The payment failed, ${firstName}.`,
    text: "Nothing was charged, and your place has been given back.",
    canBookAgain: true,
  },
  unconfirmed: {
    title: "Payment not confirmed",
    greeting: (firstName) => `Your payment was not confirmed, ${firstName}.`,
    text:
      "Your bank has not confirmed it, so your place has been given back. If the money arrives after all, you have " +
      "the place if one is still free; otherwise you get all of it back.",
    canBookAgain: true,
  },
  expired: {
    title: "Booking expired",
    greeting: (firstName) => `This booking has expired, ${firstName}.`,
    text: "The payment was not finished in time. Nothing was charged, and your place has been given back.",
    canBookAgain: true,
  },
  cancelled: {
    title: "Booking cancelled",
    greeting: (firstName) => `This booking was cancelled, ${firstName}.`,
    text: "Your place has been given back.",
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
    text: "The place could not be kept until then, so the whole amount goes back to you.",
  },
};

export default function BookingConfirmation() {
  const booking = useLoaderData<typeof loader>();
  const { greeting, text, canBookAgain } = texts[booking.state];
  return (
    <Masthead>
      <TicketLayout className="page-width pt-10">
        <div className="grid content-start gap-3" role="status">
          <h1 className="text-display">{greeting(booking.firstName)}</h1>
          <Lede>{text}</Lede>
          <div className="mt-3 flex flex-wrap items-center gap-3">
            {booking.state === "pending" && <CheckAgain />}
            {booking.managePath && booking.state === "booked" && (
              <ButtonLink to={booking.managePath}>Manage your booking</ButtonLink>
            )}
            {canBookAgain && booking.session.isOpen && (
              <ButtonLink to={`/sessions/${booking.session.id}/book`}>Book again</ButtonLink>
            )}
            {booking.state !== "pending" && (
              <ButtonLink kind="quiet" to="/">
                See upcoming sessions
              </ButtonLink>
            )}
          </div>
        </div>
        <BookedTicket booking={booking} />
      </TicketLayout>
    </Masthead>
  );
}

function BookedTicket({ booking }: { booking: Confirmation }) {
  const { session, startsAt, duration, place, amount, state, calendar } = booking;
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
      <TicketPrice amount={amount} />
      {calendar && <CalendarLinks links={calendar} />}
    </Ticket>
  );
}

function whereHint({ isOnline, hasJoinLink }: Confirmation["session"], state: Confirmation["state"]): string {
  if (!isOnline) return "In person";
  if (state !== "booked") return "";
  return hasJoinLink ? "The joining link is in your e-mail" : "The joining link comes by e-mail";
}

export { ErrorScreen as ErrorBoundary };
