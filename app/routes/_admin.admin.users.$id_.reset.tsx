import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readFields } from "~/server/form.server";

export { privateHeaders as headers } from "~/lib/page-meta";
export { UserErrorScreen as ErrorBoundary } from "~/features/admin/admin-error";

export const meta = privateMeta("Send reset link");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const { id, fullName, email } = await load(api.users.get({ id: idOf(args) }));
  return { fullName, email, back: `/admin/users/${id}`, formKey: randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const id = idOf(args);
  const fields = await readFields(args.request);
  const formKey = fields.get("formKey") ?? undefined;
  const sent = await attemptLogged(args, api.users.sendReset({ id, formKey }));
  return redirectWithToast(
    args,
    `/admin/users/${id}`,
    sent.ok
      ? successToast("Password reset sent", `A link is on its way to ${sent.value.email}.`)
      : errorToast("Failed to send password reset", sent.message),
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
      failure={{ title: "Failed to send password reset" }}
      confirmLabel="Send reset link"
    >
      <input type="hidden" name="formKey" value={formKey} />
      <p>
        {fullName} gets an email at {email} with a link to choose a new password. It works once, for an hour. Their
        current password works until then.
      </p>
    </ConfirmPage>
  );
}
