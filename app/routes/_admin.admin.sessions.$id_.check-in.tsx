import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import type { Attendee } from "@server/bookings/attendees/list-attendees";
import { apiFor, attemptOrSay, checkInForm, load } from "~/api.server";
import { PageHead } from "~/components/admin/page-head";
import { RowAction } from "~/components/admin/row-action";
import { SessionErrorScreen } from "~/components/admin/session-error";
import { EmptyState } from "~/components/empty-state";
import { Pagination } from "~/components/pagination";
import { readForm } from "~/lib/form.server";
import { listAddress } from "~/lib/list-address";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { redirectWithToast, requireAdmin } from "~/session.server";

export { privateHeaders as headers } from "~/lib/headers";

export const meta: MetaFunction = ({ matches }) => privateMeta("Check in", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const page = new URL(args.request.url).searchParams.get("page") ?? 1;
  return load(apiFor(args).bookings.attendees.list({ sessionId: args.params.id ?? "", page }));
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const submission = await readForm(args.request, checkInForm);
  if (submission.status !== "success") throw new Response("Not Found", { status: 404 });
  const { isHere } = submission.value;
  const ticked = await attemptOrSay(
    args,
    apiFor(args).bookings.attendees.checkIn(submission.value),
    "Please try again.",
  );
  const { pathname, search } = new URL(args.request.url);
  return redirectWithToast(
    args.context,
    pathname.replace(/\.data$/, "") + search,
    ticked.ok
      ? { kind: "success", title: isHere ? "Checked in" : "Taken back" }
      : { kind: "error", title: "Error", text: ticked.message },
  );
}

/** At the door, on a phone: one large button for each. */
export default function CheckInPage() {
  const { session, attendees, counts, page } = useLoaderData<typeof loader>();
  const path = `/admin/sessions/${session.id}/check-in`;
  const booked = attendees.filter(({ isBooked }) => isBooked);
  const action = listAddress(path, {}, page.number);
  return (
    <>
      <p>
        <Link className="link" to={`/admin/sessions/${session.id}/attendees`}>
          Back to attendees
        </Link>
      </p>
      <PageHead title="Check in" lede={`${session.title}: ${counts.here} of ${counts.booked} here`} />
      {booked.length === 0 ? (
        <EmptyState>No attendees yet for this session.</EmptyState>
      ) : (
        <ul className="checkin">
          {booked.map((attendee) => (
            <CheckInRow key={attendee.id} attendee={attendee} action={action} />
          ))}
        </ul>
      )}
      <Pagination page={page} noun="attendees" addressOf={(number) => listAddress(path, {}, number)} />
    </>
  );
}

function CheckInRow({ attendee, action }: { attendee: Attendee; action: string }) {
  const { id, name, checkedInAt, canMarkPaid, price, healthNote, note } = attendee;
  const isHere = checkedInAt !== null;
  return (
    <li className={`checkin__row ${isHere ? "checkin__row--here" : ""}`}>
      <div className="grid gap-1">
        <b className="font-semibold">{name}</b>
        {canMarkPaid && <span className="text-small">Pays {price} at the door</span>}
        {healthNote && <span className="text-small">Health note: {healthNote}</span>}
        {note && <span className="text-small">Your note: {note}</span>}
        {isHere && <span className="text-small text-ink-soft">Here since {checkedInAt}</span>}
      </div>
      <RowAction
        action={action}
        fields={{ bookingId: id, isHere: String(!isHere) }}
        label={isHere ? "Undo" : "Check in"}
        name={`${isHere ? "Undo" : "Check in"}: ${name}`}
        className={isHere ? "btn btn--quiet" : "btn"}
      />
    </li>
  );
}

export { SessionErrorScreen as ErrorBoundary };
