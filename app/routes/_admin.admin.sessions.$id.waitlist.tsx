import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import type { Outlook } from "@server/sessions/waitlist/offer-end";
import { SessionErrorScreen } from "~/features/admin/admin-error";
import { WaitlistTable } from "~/features/admin/sessions/waitlist-table";
import { listAddress } from "~/lib/list-address";
import { errorToast, successToast, type Toast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm } from "~/server/form.server";
import { moveForm } from "~/server/schemas.server";
import { EmptyState } from "~/ui/card";
import { Pagination } from "~/ui/pagination";

export { privateHeaders as headers } from "~/lib/page-meta";

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const page = new URL(args.request.url).searchParams.get("page") ?? 1;
  return load(api.waitlist.line.list({ sessionId: idOf(args), page }));
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const submission = await readForm(args.request, moveForm);
  if (submission.status !== "success") {
    const [message] = submission.error?.place ?? [];
    if (!message) throw new Response("Not Found", { status: 404 });
    return redirectWithToast(args, `/admin/sessions/${idOf(args)}/waitlist`, errorToast("Error", message));
  }
  const moved = await attemptLogged(args, api.waitlist.line.move(submission.value));
  const toast: Toast = moved.ok ? successToast("Waitlist reordered") : errorToast("Error", moved.message);
  return redirectWithToast(args, `/admin/sessions/${idOf(args)}/waitlist`, toast);
}

const outlooks: Record<Outlook, string> = {
  in_turn: "A place that becomes free is offered to the first person on the waitlist automatically.",
  by_hand: "The waitlist is turned off in the settings, so places are not offered automatically.",
  none: "No places are offered now, because the session is a draft, cancelled or about to start.",
};

export default function WaitlistTab() {
  const { entries, outlook, canOffer, page } = useLoaderData<typeof loader>();
  const { id } = useParams();
  const path = `/admin/sessions/${id}/waitlist`;
  if (entries.length === 0) return <EmptyState>No one on the waitlist yet.</EmptyState>;
  return (
    <>
      <p className="text-ink-soft">{outlooks[outlook]} People with an offer are listed first.</p>
      <WaitlistTable entries={entries} canOffer={canOffer} path={path} />
      <Pagination page={page} noun="entries" addressOf={(number) => listAddress(path, {}, number)} />
    </>
  );
}

export { SessionErrorScreen as ErrorBoundary };
