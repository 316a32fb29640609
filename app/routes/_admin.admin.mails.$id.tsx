import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { privateTags, siteOf } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { apiFor, attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { parseForm, readFields } from "~/server/form.server";
import { resendForm } from "~/server/schemas.server";
import { Card } from "~/ui/card";
import { Facts } from "~/ui/facts";
import { Notice } from "~/ui/notice";
import { BackLink, PageHead } from "~/ui/page-head";
import { RowAction } from "~/ui/row-actions";
import { MailBadge } from "~/ui/badge";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  privateTags(data?.mail.subject ?? "Email not found", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const mail = await load(api.mail.get({ id: idOf(args) }));
  return { mail, formKey: randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const id = idOf(args);
  const form = await readFields(args.request);
  if (form.get("intent") === "dismiss") return dismiss(args, id);
  const submission = parseForm(form, resendForm);
  if (submission.status !== "success") throw new Response("Not Found", { status: 404 });
  const sent = await attemptLogged(args, api.mail.resend({ id, ...submission.value }));
  return redirectWithToast(
    args,
    `/admin/mails/${sent.ok ? sent.value.id : id}`,
    sent.ok
      ? successToast("On its way", "The email is being sent again.")
      : errorToast("Failed to resend the email", sent.message),
  );
}

async function dismiss(args: ActionFunctionArgs, id: string) {
  const dismissed = await attemptLogged(args, apiFor(args).mail.dismiss({ id }));
  return redirectWithToast(
    args,
    `/admin/mails/${id}`,
    dismissed.ok ? successToast("Noted") : errorToast("That didn’t work", dismissed.message),
  );
}

export default function MailPage() {
  const { mail, formKey } = useLoaderData<typeof loader>();
  const label = mail.sentAt === null ? "Try now" : "Send again";
  return (
    <>
      <BackLink to="/admin/mails">Mail log</BackLink>
      <PageHead title={mail.subject}>
        {mail.canResend && (
          <RowAction
            kind="solid"
            action={`/admin/mails/${mail.id}`}
            fields={{ formKey }}
            failure={{ title: "Failed to resend the email" }}
            label={label}
            name={`${label}: ${mail.subject}, to ${mail.to}`}
          />
        )}
      </PageHead>
      {mail.problem && (
        <Notice kind={mail.canDismiss ? "error" : "information"}>
          <b>{mail.problem.title}</b> <br />
          {mail.problem.advice}
        </Notice>
      )}
      {mail.canDismiss && (
        <RowAction
          action={`/admin/mails/${mail.id}`}
          fields={{ intent: "dismiss" }}
          label="Mark as dealt with"
          name={`Mark as dealt with: ${mail.subject}, to ${mail.to}`}
        />
      )}
      <Card title="Delivery">
        <Facts
          facts={[
            { label: "To", value: mail.to },
            { label: "Status", value: <MailBadge status={mail.status} /> },
            { label: "Written", value: mail.writtenAt },
            { label: "Sent", value: mail.sentAt },
            { label: "Delivered", value: mail.deliveredAt },
            { label: "Bounced", value: mail.bouncedAt },
            { label: "Attempts", value: mail.attempts },
            { label: "Last error", value: mail.lastError },
            { label: "Attached", value: mail.attachments.length > 0 ? mail.attachments.join(", ") : null },
          ]}
        />
      </Card>
      {mail.html === null ? (
        <Notice kind="information">
          {mail.isEmptied
            ? "The content of this email was deleted with an account."
            : "This email contains a sign-in link, so only its recipient can see it. They can ask for another one."}
        </Notice>
      ) : (
        // No scripts, no forms, no access to the site; a link opens a new tab.
        <iframe
          className="h-[70vh] min-h-120 w-full rounded-paper border border-line bg-paper-hover"
          srcDoc={mail.html}
          title={`The email: ${mail.subject}`}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        />
      )}
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
