import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { infoToast, useToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { parseForm, readFields, refuse, refuseCall } from "~/server/form.server";
import { impersonationForm } from "~/server/schemas.server";
import { TextField } from "~/ui/fields";

export { privateHeaders as headers } from "~/lib/page-meta";
export { UserErrorScreen as ErrorBoundary } from "~/features/admin/admin-error";

export const meta = privateMeta("Log in as user");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const { id, fullName } = await load(api.users.get({ id: idOf(args) }));
  return { fullName, back: `/admin/users/${id}` };
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const fields = await readFields(args.request);
  fields.set("userId", idOf(args));
  const submission = parseForm(fields, impersonationForm);
  if (submission.status !== "success") return refuse(submission);
  const begun = await attemptLogged(args, api.accounts.impersonate(submission.value));
  if (!begun.ok) return refuseCall(submission, begun, "Failed to login as user");
  return redirectWithToast(
    args,
    "/dashboard",
    infoToast(
      "You’re viewing this account as its member",
      "You can’t change anything. Use the bar at the top to go back.",
    ),
  );
}

export default function LoginAsUserPage() {
  const { fullName, back } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  useToast(refused);
  const [, fields] = useForm<{ reason: string }>({ id: "login", lastResult: refused?.reply });
  const path = `${back}/login`;
  return (
    <ConfirmPage
      id="login"
      title={`Log in as ${fullName}?`}
      backLabel={fullName}
      back={back}
      action={path}
      failure={{ title: "Failed to login as user" }}
      confirmLabel="Log in as user"
      toast={refused?.toast ?? null}
    >
      <p>
        For an hour you see what the member sees, but can’t change anything. This is recorded in the audit log and shown
        in the member’s profile, with your reason.
      </p>
      <TextField
        label="Reason"
        field={fields.reason}
        autoComplete="off"
        required
        maxLength={300}
        hint="For example: can’t find a recording."
      />
    </ConfirmPage>
  );
}
