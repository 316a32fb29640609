import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation, useParams } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { waitlistOf } from "~/features/admin/sessions/waitlist-path";
import { whereItGoes } from "~/features/waitlist/waitlist";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast, type Toast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Remove from the waitlist");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const entry = await load(api.waitlist.line.get({ id: idOf(args, "entryId") }));
  if (entry.targetId !== args.params.id) throw new Response("Waitlist entry not found", { status: 404 });
  return entry;
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const { remove } = api.waitlist.line;
  const removed = await attemptLogged(args, remove({ id: idOf(args, "entryId") }));
  const toast: Toast = removed.ok
    ? successToast("Waitlist entry removed successfully")
    : errorToast("Failed to remove waitlist entry", removed.message);
  return redirectWithToast(args, waitlistOf(new URL(args.request.url)), toast);
}

export default function RemoveEntryPage() {
  const { name, email, title, isOffered } = useLoaderData<typeof loader>();
  const back = waitlistOf(useLocation());
  const path = `${back}/${useParams().entryId}/remove`;
  return (
    <ConfirmPage
      title={`Remove ${name} from the waitlist?`}
      cancelLabel="Keep entry"
      back={back}
      action={path}
      failure={{ title: "Failed to remove waitlist entry" }}
      confirmLabel="Remove entry"
      isDangerous
    >
      <p>
        <b>{name}</b>, {email}: {title}
      </p>
      <p>
        {isOffered ? `The offered place ${whereItGoes}.` : "They lose their position on the waitlist."}{" "}
        {`${name} gets no email about it.`}
      </p>
    </ConfirmPage>
  );
}

export function ErrorBoundary() {
  return <AdminErrorScreen back={{ label: "Back to the waitlist", to: waitlistOf(useLocation()) }} />;
}
