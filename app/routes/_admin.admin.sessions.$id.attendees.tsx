import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import type { ComponentProps } from "react";
import { apiFor, attemptOrSay, attendeeRef, load, noteForm } from "~/server/api.server";
import { AttendeeList } from "~/features/admin/sessions/attendee-list";
import { SessionErrorScreen } from "~/features/admin/admin-error";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { parseForm, readFields } from "~/server/form.server";
import { listAddress } from "~/lib/list-address";
import { refreshEvery, useRefresh } from "~/lib/hooks/refresh";
import type { Toast } from "~/lib/toast";
import { redirectWithToast, requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const page = new URL(args.request.url).searchParams.get("page") ?? 1;
  return load(apiFor(args).bookings.attendees.list({ sessionId: args.params.id ?? "", page }));
}

/** Syncs a payment, or keeps a note. */
export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const form = await readFields(args.request);
  const toast = form.get("intent") === "note" ? await keepNote(args, form) : await sync(args, form);
  return redirectWithToast(args.context, `/admin/sessions/${args.params.id}/attendees`, toast);
}

async function keepNote(args: ActionFunctionArgs, form: URLSearchParams): Promise<Toast> {
  const failure = "Failed to save the note";
  const submission = parseForm(form, noteForm);
  if (submission.status !== "success") {
    return { kind: "error", title: failure, text: submission.error?.note?.[0] ?? "Please try again." };
  }
  const kept = await attemptOrSay(args, apiFor(args).bookings.attendees.note(submission.value), "Please try again.");
  return kept.ok ? { kind: "success", title: "Note saved" } : { kind: "error", title: failure, text: kept.message };
}

async function sync(args: ActionFunctionArgs, form: URLSearchParams): Promise<Toast> {
  const submission = parseForm(form, attendeeRef);
  if (submission.status !== "success") throw new Response("Not Found", { status: 404 });
  const { attendees } = apiFor(args).bookings;
  const failure = "Failed to sync with Stripe. Please try again.";
  const synced = await attemptOrSay(args, attendees.sync(submission.value), failure);
  if (!synced.ok) return { kind: "error", title: "Sync Failed", text: synced.message };
  if (synced.value.updated) return { kind: "success", title: "Payment Synced" };
  return { kind: "information", title: synced.value.alreadyPaid ? "Already Paid" : "No Updates" };
}

export default function AttendeesTab() {
  const loaded = useLoaderData<typeof loader>();
  const asked = { sessionId: loaded.session.id, page: loaded.page.number };
  const query = { procedure: "bookings.attendees.list", input: asked };
  const { session, attendees, counts, page } = useRefresh(loaded, query, refreshEvery.admin);
  const path = `/admin/sessions/${session.id}`;
  return (
    <>
      <div className="pagehead">
        <p className="text-ink-soft">
          {counts.booked} booked, {counts.here} here
          {counts.cancelled > 0 && `, ${counts.cancelled} cancelled`}
        </p>
        <div className="pagehead__actions">
          {counts.booked > 0 && (
            <>
              <Link className="btn btn--quiet btn--small" to={`${path}/check-in`}>
                Check in
              </Link>
              <Link className="btn btn--quiet btn--small" to={`${path}/message`}>
                Message everyone
              </Link>
            </>
          )}
          {!session.isCancelled && (
            <Link className="btn btn--small" to={`${path}/add-attendee`}>
              Add attendee
            </Link>
          )}
        </div>
      </div>
      {attendees.length === 0 ? (
        <EmptyState>No attendees yet for this session.</EmptyState>
      ) : (
        <>
          <AttendeeList attendees={attendees.filter(({ isCancelled }) => !isCancelled)} action={`${path}/attendees`} />
          <Cancelled attendees={attendees.filter(({ isCancelled }) => isCancelled)} action={`${path}/attendees`} />
        </>
      )}
      <Pagination page={page} noun="attendees" addressOf={(number) => listAddress(`${path}/attendees`, {}, number)} />
    </>
  );
}

/** Whose place is given back: told apart from those who come. */
function Cancelled({ attendees, action }: ComponentProps<typeof AttendeeList>) {
  if (attendees.length === 0) return null;
  return (
    <section className="grid gap-4" aria-labelledby="cancelled">
      <h2 className="heading" id="cancelled">
        Cancelled
      </h2>
      <AttendeeList attendees={attendees} action={action} />
    </section>
  );
}

export { SessionErrorScreen as ErrorBoundary };
