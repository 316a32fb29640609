import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { describeBooking } from "~/features/bookings/describe-booking";
import { isOver, ManagedScreen } from "~/features/bookings/managed-booking";
import { ErrorScreen, MessageScreen } from "~/features/layout/error-screen";
import { errorMeta, privateTags, siteOf } from "~/lib/page-meta";
import { inertIf, useIsBehindDialog } from "~/lib/site";
import { apiFor, idOf, load } from "~/server/api.server";
import { bookingKeyOf } from "~/server/auth.server";
import { ButtonLink } from "~/ui/button";
import { Eyebrow, Lede } from "~/ui/text";

export { privateHeaders as headers } from "~/lib/page-meta";

const cancelButtonId = "cancel-booking";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  data
    ? privateTags(`Your booking: ${data.session.title}`, siteOf(matches))
    : errorMeta(error, siteOf(matches), "Booking not found");

export async function loader(args: LoaderFunctionArgs) {
  const key = bookingKeyOf(args);
  return load(apiFor(args).bookings.getManaged({ bookingId: idOf(args), key }));
}

export default function ManagedBookingPage() {
  const booking = useLoaderData<typeof loader>();
  const { session, returned, state, firstName } = booking;
  const description = describeBooking({ state, firstName, returned, ...session });
  const head = (
    <div className="grid content-start gap-3">
      {session.category && <Eyebrow>{session.category}</Eyebrow>}
      <h1 className="text-display">{description.title}</h1>
      <Lede>{description.text}</Lede>
      {isOver(booking) && (
        <p className="mt-3">
          <ButtonLink to="/">See upcoming sessions</ButtonLink>
        </p>
      )}
    </div>
  );
  return (
    <>
      <div className="page-width pt-10" {...inertIf(useIsBehindDialog())}>
        <ManagedScreen booking={booking} head={head} cancelButtonId={cancelButtonId} />
      </div>
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  return (
    <ErrorScreen
      notFound={
        <MessageScreen
          title="Booking not found"
          text="The link may be incomplete. The one in your confirmation email leads to your booking."
          action={{ label: "Find my booking", to: "/find-booking" }}
        />
      }
    />
  );
}
