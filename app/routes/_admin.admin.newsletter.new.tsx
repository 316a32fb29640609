import { createHash } from "node:crypto";
import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { MessagePreview, recipientsText, sendLabel } from "~/features/admin/message-preview";
import { type RefusedForm, typedIn, useFormAnswer } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { newsletterForm } from "~/server/schemas.server";
import { ButtonLink } from "~/ui/button";
import { EmptyState, FormActions, FormCard } from "~/ui/card";
import { TextAreaField, TextField } from "~/ui/fields";
import { BackLink, PageHead } from "~/ui/page-head";
import { SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("New newsletter");

const list = "/admin/newsletter";
const path = `${list}/new`;
const failure = "Failed to send. Please try again.";

export const loader = (args: LoaderFunctionArgs) => load(adminApi(args).newsletter.getForm());

export async function action(args: ActionFunctionArgs) {
  const { newsletter } = adminApi(args);
  const submission = await readForm(args.request, newsletterForm);
  if (submission.status !== "success") return refuse(submission);
  const { agreed, ...wanted } = submission.value;
  const key = keyOf(wanted);
  if (agreed !== key) {
    const shown = await attemptLogged(args, newsletter.preview(wanted), failure);
    if (!shown.ok) return refuseCall(submission, shown, "Error");
    return data({ reply: submission.reply(), toast: null, preview: { ...shown.value, key } });
  }
  const sent = await attemptLogged(args, newsletter.send(wanted), failure);
  if (!sent.ok) return refuseCall(submission, sent, "Error");
  return redirectWithToast(args, list, successToast("Newsletter sent", recipientsText(sent.value.sent)));
}

/** Only a newsletter whose own preview was seen is sent: one changed since then is shown again. */
const keyOf = ({ subject, text }: Record<"subject" | "text", string>): string =>
  createHash("sha256")
    .update(JSON.stringify([subject, text]))
    .digest("base64url");

type Answer = RefusedForm & { preview?: { key: string; subject: string; html: string; recipients: number } };

export default function NewNewsletterPage() {
  const { recipients, formKey } = useLoaderData<typeof loader>();
  const refused: Answer | undefined = useFormAnswer<typeof action>();
  const preview = refused?.preview ?? null;
  const isBusy = useIsPosting(path);
  const [form, fields] = useForm<Partial<Record<"subject" | "text", string>>>({
    id: "newsletter",
    lastResult: refused?.reply,
  });
  useToast(refused);
  return (
    <>
      <BackLink to={list}>Newsletter</BackLink>
      <PageHead
        title="New newsletter"
        lede={`To everyone who has agreed to announcements. ${recipients > 0 ? recipientsText(recipients) : ""}`}
      />
      {recipients === 0 && !refused ? (
        <EmptyState>No one has agreed to announcements yet, so there is no one to email.</EmptyState>
      ) : (
        <FormCard
          {...getFormProps(form)}
          action={path}
          isBusy={isBusy}
          failure={{ title: "Error", text: failure }}
          aria-label="Newsletter"
        >
          {refused?.toast && <ToastNotice toast={refused.toast} />}
          <input type="hidden" name="formKey" value={typedIn(refused, "formKey") ?? formKey} />
          <TextField label="Subject" field={fields.subject} required maxLength={150} />
          <TextAreaField
            label="Message"
            field={fields.text}
            rows={12}
            hint="An empty line begins a new paragraph. A link to unsubscribe is added. Replies go to you."
          />
          {preview && (
            <MessagePreview preview={preview}>
              {recipientsText(preview.recipients)} Those who unsubscribe before it is sent don’t get it.
            </MessagePreview>
          )}
          <FormActions>
            <ButtonLink kind="quiet" to={list}>
              Cancel
            </ButtonLink>
            <SubmitButton isBusy={isBusy}>{preview ? sendLabel(preview.recipients) : "Preview"}</SubmitButton>
          </FormActions>
        </FormCard>
      )}
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
