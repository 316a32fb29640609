import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { coursesPath } from "~/features/admin/admin-paths";
import { messageEveryone } from "~/features/admin/sessions/message-attendees.server";
import { MessagePage } from "~/features/admin/sessions/message-page";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Message everyone", "Course not found");

export async function loader(args: LoaderFunctionArgs) {
  return load(adminApi(args).bookings.attendees.getMessageForm({ courseId: idOf(args) }));
}

export const action = (args: ActionFunctionArgs) =>
  messageEveryone(args, { courseId: idOf(args) }, `${coursesPath}/${idOf(args)}`);

export default function MessageCoursePage() {
  const form = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  const page = `${coursesPath}/${useParams().id}`;
  return (
    <MessagePage
      noun="course"
      action={`${page}/message`}
      back={{ label: form.title, to: page }}
      form={form}
      refused={refused}
    />
  );
}

export { AdminErrorScreen as ErrorBoundary };
