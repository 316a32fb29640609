import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { SessionErrorScreen } from "~/features/admin/admin-error";
import { MessageForm } from "~/features/admin/message-form";
import { previewOrSend } from "~/features/admin/message.server";
import { recipientsText } from "~/features/admin/message-preview";
import { EmptyState } from "~/ui/card";
import { Choice } from "~/features/admin/price-parts";
import { type RefusedForm, useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse } from "~/server/form.server";
import { messageForm } from "~/server/schemas.server";
import { ChoiceGroup } from "~/ui/check";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Message everyone");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  return load(api.bookings.attendees.getMessageForm({ sessionId: idOf(args) }));
}

export async function action(args: ActionFunctionArgs) {
  const { attendees } = adminApi(args).bookings;
  const sessionId = idOf(args);
  const submission = await readForm(args.request, messageForm);
  if (submission.status !== "success") return refuse(submission);
  const sending = await previewOrSend(args, submission, {
    preview: (message) => attendees.previewMessage({ ...message, sessionId }),
    send: (message) => attendees.message({ ...message, sessionId }),
  });
  if (!sending.isSent) return sending.answer;
  const toast = successToast("Message sent", sentText(submission.value.kind, sending.count));
  return redirectWithToast(args, `/admin/sessions/${sessionId}/attendees`, toast);
}

const sentText = (kind: "service" | "announcement", count: number) =>
  kind === "service"
    ? recipientsText(count)
    : `${recipientsText(count)} People who haven’t agreed to announcements don’t get it.`;

type Preview = { key: string; subject: string; html: string; recipients: number; withheld: number };
type Answer = RefusedForm & { preview?: Preview };

export default function MessagePage() {
  const { title, date, recipients, formKey } = useLoaderData<typeof loader>();
  const refused: Answer | undefined = useFormAnswer<typeof action>();
  const preview = refused?.preview ?? null;
  const { id } = useParams();
  const back = `/admin/sessions/${id}/attendees`;
  const [form, fields] = useForm<Partial<Record<"subject" | "text" | "kind", string>>>({
    id: "message",
    lastResult: refused?.reply,
    defaultValue: { kind: "service" },
  });
  useToast(refused);
  return (
    <>
      <BackLink to={back}>Attendees</BackLink>
      <PageHead
        title="Message everyone"
        lede={`Everyone booked on ${title}, ${date}. ${recipients > 0 ? recipientsText(recipients) : ""}`}
      />
      {recipients === 0 && !refused ? (
        <EmptyState>No one is booked, so there is no one to email.</EmptyState>
      ) : (
        <MessageForm
          {...getFormProps(form)}
          {...{ fields, formKey, refused, preview, back }}
          aria-label="Message"
          action={`/admin/sessions/${id}/message`}
          text={{ rows: 8, hint: "A greeting and the session’s details are added. Replies go to you." }}
          audience={
            preview && (
              <>
                {recipientsText(preview.recipients)} {preview.withheld > 0 && withheldText(preview.withheld)} Each is
                greeted by first name and has a link to their own booking.
              </>
            )
          }
        >
          <ChoiceGroup legend="What is it about?">
            <Choice field={fields.kind} value="service" label="This session: everyone booked gets it" />
            <Choice
              field={fields.kind}
              value="announcement"
              label="News, offers or other sessions: it has an unsubscribe link, and only people who agreed to announcements get it"
            />
          </ChoiceGroup>
        </MessageForm>
      )}
    </>
  );
}

const withheldText = (count: number) =>
  count === 1
    ? "1 more hasn’t agreed to announcements and doesn’t get it."
    : `${count} more haven’t agreed to announcements and don’t get it.`;

export { SessionErrorScreen as ErrorBoundary };
