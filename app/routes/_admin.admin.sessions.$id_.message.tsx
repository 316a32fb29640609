import { createHash } from "node:crypto";
import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { SessionErrorScreen } from "~/features/admin/admin-error";
import { MessagePreview, recipientsText, sendLabel } from "~/features/admin/message-preview";
import { EmptyState, FormActions, FormCard } from "~/ui/card";
import { Choice } from "~/features/admin/sessions/session-form-parts";
import { typedIn, type RefusedForm, useFormAnswer } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { messageForm } from "~/server/schemas.server";
import { ButtonLink } from "~/ui/button";
import { ChoiceGroup } from "~/ui/check";
import { TextAreaField, TextField } from "~/ui/fields";
import { BackLink, PageHead } from "~/ui/page-head";
import { SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Message everyone");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  return load(api.bookings.attendees.getMessageForm({ sessionId: idOf(args) }));
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const sessionId = idOf(args);
  const submission = await readForm(args.request, messageForm);
  if (submission.status !== "success") return refuse(submission);
  const { agreed, ...wanted } = submission.value;
  const key = keyOf(wanted);
  if (agreed !== key) {
    const shown = await attemptLogged(args, api.bookings.attendees.previewMessage({ ...wanted, sessionId }), failure);
    if (!shown.ok) return refuseCall(submission, shown, "Error");
    return data({ reply: submission.reply(), toast: null, preview: { ...shown.value, key } });
  }
  const { message } = api.bookings.attendees;
  const sent = await attemptLogged(args, message({ ...wanted, sessionId }), failure);
  if (!sent.ok) return refuseCall(submission, sent, "Error");
  const toast = successToast("Message sent", sentText(submission.value.kind, sent.value.sent));
  return redirectWithToast(args, `/admin/sessions/${sessionId}/attendees`, toast);
}

const failure = "Failed to send. Please try again.";

/** Only a message whose own preview was seen is sent: one changed since then is shown again. */
const keyOf = ({ subject, text, kind }: Record<"subject" | "text" | "kind", string>): string =>
  createHash("sha256")
    .update(JSON.stringify([subject, text, kind]))
    .digest("base64url");

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
  const path = `/admin/sessions/${id}/message`;
  const isBusy = useIsPosting(path);
  const [form, fields] = useForm<Partial<Record<"subject" | "text" | "kind", string>>>({
    id: "message",
    lastResult: refused?.reply,
    defaultValue: { kind: "service" },
  });
  useToast(refused);
  return (
    <>
      <BackLink to={`/admin/sessions/${id}/attendees`}>Attendees</BackLink>
      <PageHead
        title="Message everyone"
        lede={`Everyone booked on ${title}, ${date}. ${recipients > 0 ? recipientsText(recipients) : ""}`}
      />
      {recipients === 0 && !refused ? (
        <EmptyState>No one is booked, so there is no one to email.</EmptyState>
      ) : (
        <FormCard
          {...getFormProps(form)}
          action={path}
          isBusy={isBusy}
          failure={{ title: "Error", text: failure }}
          aria-label="Message"
        >
          {refused?.toast && <ToastNotice toast={refused.toast} />}
          <input type="hidden" name="formKey" value={typedIn(refused, "formKey") ?? formKey} />
          <TextField label="Subject" field={fields.subject} required maxLength={150} />
          <TextAreaField
            label="Message"
            field={fields.text}
            rows={8}
            hint="A greeting and the session’s details are added. Replies go to you."
          />
          <ChoiceGroup legend="What is it about?">
            <Choice field={fields.kind} value="service" label="This session: everyone booked gets it" />
            <Choice
              field={fields.kind}
              value="announcement"
              label="News, offers or other sessions: it has an unsubscribe link, and only people who agreed to announcements get it"
            />
          </ChoiceGroup>
          {preview && (
            <MessagePreview preview={preview}>
              {recipientsText(preview.recipients)} {preview.withheld > 0 && withheldText(preview.withheld)} Each is
              greeted by first name and has a link to their own booking.
            </MessagePreview>
          )}
          <FormActions>
            <ButtonLink kind="quiet" to={`/admin/sessions/${id}/attendees`}>
              Cancel
            </ButtonLink>
            <SubmitButton isBusy={isBusy}>{preview ? sendLabel(preview.recipients) : "Preview"}</SubmitButton>
          </FormActions>
        </FormCard>
      )}
    </>
  );
}

const withheldText = (count: number) =>
  count === 1
    ? "1 more hasn’t agreed to announcements and doesn’t get it."
    : `${count} more haven’t agreed to announcements and don’t get it.`;

export { SessionErrorScreen as ErrorBoundary };
