import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { apiFor, attemptOrSay, load } from "~/server/api.server";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { whereItGoes } from "~/features/waitlist/waitlist";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta, siteOf } from "~/lib/page-meta";
import type { Toast } from "~/lib/toast";
import { redirectWithToast, requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction = ({ matches }) => privateMeta("Remove from the waitlist", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const entry = await load(apiFor(args).waitlist.line.get({ id: args.params.entryId ?? "" }));
  if (entry.sessionId !== args.params.id) throw new Response("Waitlist entry not found", { status: 404 });
  return entry;
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const { remove } = apiFor(args).waitlist.line;
  const removed = await attemptOrSay(args, remove({ id: args.params.entryId ?? "" }), "Please try again.");
  const toast: Toast = removed.ok
    ? { kind: "success", title: "Waitlist entry removed successfully" }
    : { kind: "error", title: "Failed to remove waitlist entry", text: removed.message };
  return redirectWithToast(args.context, `/admin/sessions/${args.params.id}/waitlist`, toast);
}

export default function RemoveEntryPage() {
  const { name, email, title, isOffered } = useLoaderData<typeof loader>();
  const { id, entryId } = useParams();
  const back = `/admin/sessions/${id}/waitlist`;
  const path = `${back}/${entryId}/remove`;
  return (
    <ConfirmPage
      title={`Remove ${name} from the waitlist?`}
      leave="Keep entry"
      back={back}
      action={path}
      isBusy={useIsPosting(path)}
      failure={{ title: "Failed to remove waitlist entry" }}
      confirm="Remove entry"
      isDangerous
    >
      <p>
        <b>{name}</b>, {email}: {title}
      </p>
      <p>
        {isOffered ? `The place that is on offer ${whereItGoes}.` : "The place in line is given up."}{" "}
        {`${name} gets no mail about it.`}
      </p>
    </ConfirmPage>
  );
}

export function ErrorBoundary() {
  const { id } = useParams();
  return <AdminErrorScreen back={{ label: "Back to the waitlist", to: `/admin/sessions/${id}/waitlist` }} />;
}
