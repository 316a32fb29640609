import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { apiFor, attemptOrSay, load, moveForm } from "~/server/api.server";
import { SessionErrorScreen } from "~/features/admin/admin-error";
import { WaitlistTable } from "~/features/admin/sessions/waitlist-table";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { readForm } from "~/server/form.server";
import { listAddress } from "~/lib/list-address";
import type { Toast } from "~/lib/toast";
import { redirectWithToast, requireAdmin } from "~/server/session.server";
import type { Outlook } from "@server/waitlist/offer-end";

export { privateHeaders as headers } from "~/lib/page-meta";

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const page = new URL(args.request.url).searchParams.get("page") ?? 1;
  return load(apiFor(args).waitlist.line.list({ sessionId: args.params.id ?? "", page }));
}

/** Moves somebody in the line. */
export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const submission = await readForm(args.request, moveForm);
  if (submission.status !== "success") throw new Response("Not Found", { status: 404 });
  const moved = await attemptOrSay(args, apiFor(args).waitlist.line.move(submission.value), "Please try again.");
  const toast: Toast = moved.ok
    ? { kind: "success", title: "Waitlist reordered" }
    : { kind: "error", title: "Error", text: moved.message };
  return redirectWithToast(args.context, `/admin/sessions/${args.params.id}/waitlist`, toast);
}

const outlooks: Record<Outlook, string> = {
  in_turn: "A place that becomes free is offered to the first in line by itself.",
  by_hand: "The waitlist is turned off in the settings: no place is offered by itself.",
  none: "No place is offered now: the session is a draft, cancelled, or too near its start.",
};

export default function WaitlistTab() {
  const { entries, outlook, canOffer, page } = useLoaderData<typeof loader>();
  const { id } = useParams();
  const path = `/admin/sessions/${id}/waitlist`;
  if (entries.length === 0) return <EmptyState>No one on the waitlist yet.</EmptyState>;
  return (
    <>
      <p className="text-ink-soft">{outlooks[outlook]} Those with an offer stand at the top.</p>
      <WaitlistTable entries={entries} canOffer={canOffer} path={path} />
      <Pagination page={page} noun="entries" addressOf={(number) => listAddress(path, {}, number)} />
    </>
  );
}

export { SessionErrorScreen as ErrorBoundary };
