import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { SessionErrorScreen } from "~/features/admin/admin-error";
import { WaitlistEntries } from "~/features/admin/sessions/waitlist-entries";
import { moveEntry } from "~/features/admin/sessions/waitlist.server";
import { idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const page = new URL(args.request.url).searchParams.get("page") ?? 1;
  return load(api.waitlist.line.list({ sessionId: idOf(args), page }));
}

export const action = (args: ActionFunctionArgs) => moveEntry(args, `/admin/sessions/${idOf(args)}/waitlist`);

export default function WaitlistTab() {
  const { id } = useParams();
  return (
    <WaitlistEntries line={useLoaderData<typeof loader>()} path={`/admin/sessions/${id}/waitlist`} noun="session" />
  );
}

export { SessionErrorScreen as ErrorBoundary };
