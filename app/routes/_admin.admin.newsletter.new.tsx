import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { MessageForm } from "~/features/admin/message-form";
import { previewOrSend } from "~/features/admin/message.server";
import { recipientsText } from "~/features/admin/message-preview";
import { type RefusedForm, useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse } from "~/server/form.server";
import { newsletterForm } from "~/server/schemas.server";
import { EmptyState } from "~/ui/card";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("New newsletter");

const list = "/admin/newsletter";
const path = `${list}/new`;

export const loader = (args: LoaderFunctionArgs) => load(adminApi(args).newsletter.getForm());

export async function action(args: ActionFunctionArgs) {
  const { newsletter } = adminApi(args);
  const submission = await readForm(args.request, newsletterForm);
  if (submission.status !== "success") return refuse(submission);
  const sending = await previewOrSend(args, submission, { preview: newsletter.preview, send: newsletter.send });
  if (!sending.isSent) return sending.answer;
  return redirectWithToast(args, list, successToast("Newsletter sent", recipientsText(sending.count)));
}

type Answer = RefusedForm & { preview?: { key: string; subject: string; html: string; recipients: number } };

export default function NewNewsletterPage() {
  const { recipients, formKey } = useLoaderData<typeof loader>();
  const refused: Answer | undefined = useFormAnswer<typeof action>();
  const preview = refused?.preview ?? null;
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
        <MessageForm
          {...getFormProps(form)}
          fields={fields}
          formKey={formKey}
          refused={refused}
          preview={preview}
          aria-label="Newsletter"
          action={path}
          back={list}
          text={{
            rows: 12,
            hint: "An empty line begins a new paragraph. A link to unsubscribe is added. Replies go to you.",
          }}
          audience={
            preview && `${recipientsText(preview.recipients)} Those who unsubscribe before it is sent don’t get it.`
          }
        />
      )}
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
