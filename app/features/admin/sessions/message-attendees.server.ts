import type { ActionFunctionArgs } from "@remix-run/node";
import { recipientsText } from "~/features/admin/message-preview";
import { previewOrSend } from "~/features/admin/message.server";
import { successToast } from "~/lib/toast";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse } from "~/server/form.server";
import { messageForm } from "~/server/schemas.server";

type Target = { sessionId: string } | { courseId: string };

/** Shows or sends the message of a form to everyone booked on a session or a course; then shows `page`. */
export async function messageEveryone(args: ActionFunctionArgs, target: Target, page: string) {
  const { attendees } = adminApi(args).bookings;
  const submission = await readForm(args.request, messageForm);
  if (submission.status !== "success") return refuse(submission);
  const sending = await previewOrSend(args, submission, {
    preview: (message) => attendees.previewMessage({ ...message, ...target }),
    send: (message) => attendees.message({ ...message, ...target }),
  });
  if (!sending.isSent) return sending.answer;
  return redirectWithToast(args, page, successToast("Message sent", sentText(submission.value.kind, sending.count)));
}

const sentText = (kind: "service" | "announcement", count: number) =>
  kind === "service"
    ? recipientsText(count)
    : `${recipientsText(count)} People who haven’t agreed to announcements don’t get it.`;
