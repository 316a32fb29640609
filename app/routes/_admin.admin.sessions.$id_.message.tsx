import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { SessionErrorScreen } from "~/features/admin/admin-error";
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
  const { message } = api.bookings.attendees;
  const sent = await attemptLogged(
    args,
    message({ ...submission.value, sessionId }),
    "Failed to send. Please try again.",
  );
  if (!sent.ok) return refuseCall(submission, sent, "Error");
  const toast = successToast("Message sent", sentText(submission.value.kind, sent.value.sent));
  return redirectWithToast(args, `/admin/sessions/${sessionId}/attendees`, toast);
}

const sentText = (kind: "service" | "announcement", count: number) =>
  kind === "service" ? peopleText(count) : `${peopleText(count)} Those who have unsubscribed don’t get it.`;

const peopleText = (count: number) => (count === 1 ? "It goes to 1 person." : `It goes to ${count} people.`);

export default function MessagePage() {
  const { title, date, recipients, formKey } = useLoaderData<typeof loader>();
  const refused: RefusedForm | undefined = useFormAnswer<typeof action>();
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
        lede={`Everyone booked on ${title}, ${date}. ${recipients > 0 ? peopleText(recipients) : ""}`}
      />
      {recipients === 0 && !refused ? (
        <EmptyState>No one is booked: there is no one to write to.</EmptyState>
      ) : (
        <FormCard
          {...getFormProps(form)}
          action={path}
          isBusy={isBusy}
          failure={{ title: "Error", text: "Failed to send. Please try again." }}
          aria-label="Message"
        >
          {refused?.toast && <ToastNotice toast={refused.toast} />}
          <input type="hidden" name="formKey" value={typedIn(refused, "formKey") ?? formKey} />
          <TextField label="Subject" field={fields.subject} required maxLength={150} />
          <TextAreaField
            label="Message"
            field={fields.text}
            rows={8}
            hint="It begins with a greeting and says which session it is about. Answers come to you."
          />
          <ChoiceGroup legend="What is it about?">
            <Choice field={fields.kind} value="service" label="This session: everyone booked gets it" />
            <Choice
              field={fields.kind}
              value="announcement"
              label="News, offers or other sessions: it has a link to unsubscribe, and those who did don’t get it"
            />
          </ChoiceGroup>
          <FormActions>
            <ButtonLink kind="quiet" to={`/admin/sessions/${id}/attendees`}>
              Cancel
            </ButtonLink>
            <SubmitButton isBusy={isBusy}>
              {recipients === 1 ? "Send to 1 person" : `Send to ${recipients} people`}
            </SubmitButton>
          </FormActions>
        </FormCard>
      )}
    </>
  );
}

export { SessionErrorScreen as ErrorBoundary };
