import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { SessionErrorScreen } from "~/features/admin/admin-error";
import { messageEveryone } from "~/features/admin/sessions/message-attendees.server";
import { MessagePage } from "~/features/admin/sessions/message-page";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Message everyone");

export async function loader(args: LoaderFunctionArgs) {
  return load(adminApi(args).bookings.attendees.getMessageForm({ sessionId: idOf(args) }));
}

export const action = (args: ActionFunctionArgs) =>
  messageEveryone(args, { sessionId: idOf(args) }, `/admin/sessions/${idOf(args)}/attendees`);

export default function MessageAttendeesPage() {
  const form = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  const page = `/admin/sessions/${useParams().id}`;
  const back = { label: "Attendees", to: `${page}/attendees` };
  return <MessagePage noun="session" action={`${page}/message`} form={form} refused={refused} back={back} />;
}

export { SessionErrorScreen as ErrorBoundary };
