import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { ErrorScreen } from "~/features/layout/error-screen";
import { joinWaitlist, waitlistDraft } from "~/features/waitlist/join.server";
import { opensWaitlist } from "~/features/waitlist/waitlist";
import { WaitlistForm } from "~/features/waitlist/waitlist-form";
import { errorMeta, privateTags, siteOf } from "~/lib/page-meta";
import { useToast } from "~/lib/toast";
import { apiFor, idOf, load } from "~/server/api.server";
import { readBookingDraft } from "~/server/cookies.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const handle = opensWaitlist;

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  data ? privateTags(data.title, siteOf(matches)) : errorMeta(error, siteOf(matches), "Session not found");

export async function loader(args: LoaderFunctionArgs) {
  const form = await load(apiFor(args).waitlist.getForm({ sessionId: idOf(args) }));
  if (!form.isJoinable) throw redirect(`/sessions/${args.params.id}`);
  const typed = readBookingDraft(args, idOf(args));
  return { ...form, ...(typed && waitlistDraft(typed)) };
}

export const action = (args: ActionFunctionArgs) =>
  joinWaitlist(args, { line: { sessionId: idOf(args) }, noun: "session", page: `/sessions/${idOf(args)}` });

export default function JoinWaitlist() {
  const loaded = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { id } = useParams();
  useToast(refused);
  return <WaitlistForm action={`/sessions/${id}/waitlist`} {...loaded} refused={refused} />;
}

export { ErrorScreen as ErrorBoundary };
