import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { apiFor, attemptOrSay, load } from "~/server/api.server";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { readFields } from "~/server/form.server";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { redirectWithToast, requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";
export { UserErrorScreen as ErrorBoundary } from "~/features/admin/admin-error";

export const meta: MetaFunction = ({ matches }) => privateMeta("Send reset link", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const { id, fullName, email } = await load(apiFor(args).users.get({ id: args.params.id ?? "" }));
  return { fullName, email, back: `/admin/users/${id}`, formKey: randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const id = args.params.id ?? "";
  const fields = await readFields(args.request);
  const formKey = fields.get("formKey") ?? undefined;
  const sent = await attemptOrSay(args, apiFor(args).users.sendReset({ id, formKey }), "Please try again.");
  return redirectWithToast(
    args.context,
    `/admin/users/${id}`,
    sent.ok
      ? { kind: "success", title: "Password reset sent", text: `A link is on its way to ${sent.value.email}.` }
      : { kind: "error", title: "Failed to send password reset", text: sent.message },
  );
}

export default function SendResetPage() {
  const { fullName, email, back, formKey } = useLoaderData<typeof loader>();
  const path = `${back}/reset`;
  return (
    <ConfirmPage
      title={`Send ${fullName} a reset link?`}
      backLabel={fullName}
      back={back}
      action={path}
      isBusy={useIsPosting(path)}
      failure={{ title: "Failed to send password reset" }}
      confirm="Send reset link"
    >
      <input type="hidden" name="formKey" value={formKey} />
      <p>
        {fullName} gets a link at {email} by which she chooses a new password. It works once, for an hour; her present
        password works until then.
      </p>
    </ConfirmPage>
  );
}
