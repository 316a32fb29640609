import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { userPasswordForm } from "~/server/schemas.server";
import { PasswordField } from "~/ui/fields";

export { privateHeaders as headers } from "~/lib/page-meta";
export { UserErrorScreen as ErrorBoundary } from "~/features/admin/admin-error";

const failure = "Failed to update password. Please try again.";

export const meta = privateMeta("Set password");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const { id, fullName } = await load(api.users.get({ id: idOf(args) }));
  return { fullName, back: `/admin/users/${id}` };
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const id = idOf(args);
  const submission = await readForm(args.request, userPasswordForm);
  if (submission.status !== "success") return refuse(submission);
  const set = await attemptLogged(args, api.users.setPassword({ id, ...submission.value }), failure);
  if (!set.ok) return refuseCall(submission, set, "Failed to set password");
  const text = "Every device has been signed out, and they have been emailed.";
  return redirectWithToast(args, `/admin/users/${id}`, successToast("Password set", text));
}

export default function SetPasswordPage() {
  const { fullName, back } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  useToast(refused);
  const [, fields] = useForm<{ password: string }>({ id: "set-password", lastResult: refused?.reply });
  const path = `${back}/password`;
  return (
    <ConfirmPage
      id="set-password"
      title={`Set a password for ${fullName}`}
      backLabel={fullName}
      back={back}
      action={path}
      failure={{ title: "Failed to set password", text: failure }}
      confirmLabel="Set password"
      toast={refused?.toast ?? null}
    >
      <p>This signs them out everywhere and emails them. With a reset link they can choose a password themselves.</p>
      <PasswordField
        label="New password"
        field={fields.password}
        autoComplete="new-password"
        required
        hint="Password must be at least 6 characters long."
      />
    </ConfirmPage>
  );
}
