import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ComponentProps } from "react";
import { SessionErrorScreen } from "~/features/admin/admin-error";
import { AttendeeList } from "~/features/admin/sessions/attendee-list";
import { refreshEvery, useRefresh } from "~/lib/hooks/refresh";
import { listAddress } from "~/lib/list-address";
import { errorToast, infoToast, successToast, type Toast } from "~/lib/toast";
import { apiFor, attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi, requireAdmin } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { parseForm, readFields } from "~/server/form.server";
import { attendeeRef, noteForm } from "~/server/schemas.server";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/card";
import { Icon } from "~/ui/icon";
import { Pagination } from "~/ui/pagination";
import { HeadRow } from "~/ui/page-head";
import { TextLink } from "~/ui/link";
import { RowList } from "~/ui/list";

export { privateHeaders as headers } from "~/lib/page-meta";

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const page = new URL(args.request.url).searchParams.get("page") ?? 1;
  return load(api.bookings.attendees.list({ sessionId: idOf(args), page }));
}

export async function action(args: ActionFunctionArgs) {
  requireAdmin(args);
  const form = await readFields(args.request);
  const toast = form.get("intent") === "note" ? await keepNote(args, form) : await sync(args, form);
  return redirectWithToast(args, `/admin/sessions/${idOf(args)}/attendees`, toast);
}

async function keepNote(args: ActionFunctionArgs, form: URLSearchParams): Promise<Toast> {
  const failure = "Failed to save the note";
  const submission = parseForm(form, noteForm);
  if (submission.status !== "success") {
    return errorToast(failure, submission.error?.note?.[0] ?? "Please try again.");
  }
  const kept = await attemptLogged(args, apiFor(args).bookings.attendees.note(submission.value));
  return kept.ok ? successToast("Note saved") : errorToast(failure, kept.message);
}

async function sync(args: ActionFunctionArgs, form: URLSearchParams): Promise<Toast> {
  const submission = parseForm(form, attendeeRef);
  if (submission.status !== "success") throw new Response("Not Found", { status: 404 });
  const { attendees } = apiFor(args).bookings;
  const failure = "Failed to sync with Stripe. Please try again.";
  const synced = await attemptLogged(args, attendees.sync(submission.value), failure);
  if (!synced.ok) return errorToast("Sync Failed", synced.message);
  if (synced.value.updated) return successToast("Payment Synced");
  return infoToast(synced.value.alreadyPaid ? "Already Paid" : "No Updates");
}

export default function AttendeesTab() {
  const loaded = useLoaderData<typeof loader>();
  const query = { sessionId: loaded.session.id, page: loaded.page.number };
  const { session, attendees, movedAway, counts, page, formKey } = useRefresh(
    loaded,
    { procedure: (api) => api.bookings.attendees.list, input: query },
    refreshEvery.admin,
  );
  const path = `/admin/sessions/${session.id}`;
  const list = { action: `${path}/attendees`, formKey };
  return (
    <>
      <HeadRow>
        <p className="text-ink-soft">
          {counts.booked} booked, {counts.here} here
          {counts.cancelled > 0 && `, ${counts.cancelled} cancelled`}
        </p>
        <div className="flex flex-wrap gap-2">
          {counts.booked > 0 && (
            <>
              <ButtonLink kind="quiet" size="small" to={`${path}/check-in`}>
                Check in
              </ButtonLink>
              <ButtonLink kind="quiet" size="small" to={`${path}/message`}>
                Message everyone
              </ButtonLink>
            </>
          )}
          {!session.isCancelled && (
            <ButtonLink size="small" to={`${path}/add-attendee`}>
              Add attendee
            </ButtonLink>
          )}
        </div>
      </HeadRow>
      {attendees.length === 0 ? (
        <EmptyState>No attendees yet for this session.</EmptyState>
      ) : (
        <>
          <AttendeeList attendees={attendees.filter(({ isCancelled }) => !isCancelled)} {...list} />
          <CancelledAttendees attendees={attendees.filter(({ isCancelled }) => isCancelled)} {...list} />
        </>
      )}
      <MovedAway {...movedAway} />
      <Pagination page={page} noun="attendees" addressOf={(number) => listAddress(`${path}/attendees`, {}, number)} />
    </>
  );
}

function CancelledAttendees(props: ComponentProps<typeof AttendeeList>) {
  if (props.attendees.length === 0) return null;
  return (
    <section className="grid gap-4" aria-labelledby="cancelled">
      <h2 className="text-heading" id="cancelled">
        Cancelled
      </h2>
      <AttendeeList {...props} />
    </section>
  );
}

type MovedAwayProps = ReturnType<typeof useLoaderData<typeof loader>>["movedAway"];

function MovedAway({ count, bookings }: MovedAwayProps) {
  if (count === 0) return null;
  return (
    <details className="group">
      <summary className="flex min-h-(--size-touch) items-center gap-2">
        <h2 className="text-heading">Moved to another date ({count})</h2>
        <Icon name="chevron" className="text-accent group-open:rotate-180" />
      </summary>
      <RowList>
        {bookings.map(({ id, name, sessionId, movedTo }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 px-4 py-2 md:px-5">
            <b className="wrap-anywhere">{name}</b>
            <TextLink
              className="inline-flex min-h-(--size-touch) items-center"
              to={`/admin/sessions/${sessionId}/attendees`}
              discover="none"
            >
              Moved to {movedTo}
            </TextLink>
          </li>
        ))}
      </RowList>
    </details>
  );
}

export { SessionErrorScreen as ErrorBoundary };
