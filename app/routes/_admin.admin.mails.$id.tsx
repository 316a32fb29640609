import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { apiFor, attemptOrSay, load, resendForm } from "~/api.server";
import { AdminErrorScreen } from "~/components/admin/admin-error";
import { BackLink } from "~/components/admin/back-link";
import { Facts } from "~/components/admin/facts";
import { MailBadge } from "~/components/admin/mail-badge";
import { PageHead } from "~/components/admin/page-head";
import { RowAction } from "~/components/admin/row-action";
import { Card } from "~/components/card";
import { Notice } from "~/components/notice";
import { readForm } from "~/lib/form.server";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { redirectWithToast, requireAdmin } from "~/session.server";

export { privateHeaders as headers } from "~/lib/headers";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  privateMeta(data?.mail.subject ?? "Mail not found", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const mail = await load(apiFor(args).mail.get({ id: args.params.id ?? "" }));
  return { mail, formKey: randomUUID() };
}

/** Sends the mail again. */
export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const id = args.params.id ?? "";
  const submission = await readForm(args.request, resendForm);
  if (submission.status !== "success") throw new Response("Not Found", { status: 404 });
  const sent = await attemptOrSay(args, apiFor(args).mail.resend({ id, ...submission.value }), "Please try again.");
  return redirectWithToast(
    args.context,
    `/admin/mails/${sent.ok ? sent.value.id : id}`,
    sent.ok
      ? { kind: "success", title: "On its way", text: "The mail is being sent again." }
      : { kind: "error", title: "Failed to send the mail again", text: sent.message },
  );
}

export default function MailPage() {
  const { mail, formKey } = useLoaderData<typeof loader>();
  const label = mail.status === "sent" ? "Send again" : "Try now";
  return (
    <>
      <BackLink to="/admin/mails">Mail log</BackLink>
      <PageHead title={mail.subject}>
        {!mail.isPrivate && (
          <RowAction
            action={`/admin/mails/${mail.id}`}
            fields={{ formKey }}
            label={label}
            name={`${label}: ${mail.subject}, to ${mail.to}`}
            className="btn"
          />
        )}
      </PageHead>
      <Card title="How it went">
        <Facts
          facts={[
            { label: "To", value: mail.to },
            { label: "Status", value: <MailBadge status={mail.status} /> },
            { label: "Written", value: mail.writtenAt },
            { label: "Sent", value: mail.sentAt },
            { label: "Attempts", value: mail.attempts },
            { label: "Last error", value: mail.lastError },
            { label: "Attached", value: mail.attachments.length > 0 ? mail.attachments.join(", ") : null },
          ]}
        />
      </Card>
      {mail.html === null ? (
        <Notice kind="information">
          This letter holds a link that lets in whoever has it: only its reader sees it. She can have another one sent.
        </Notice>
      ) : (
        // No scripts, no forms, no access to the site; a link opens a new tab.
        <iframe
          className="letter"
          srcDoc={mail.html}
          title={`The letter: ${mail.subject}`}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        />
      )}
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
