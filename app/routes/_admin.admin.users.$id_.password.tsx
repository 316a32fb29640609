import { getInputProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { apiFor, attemptOrSay, load, userPasswordForm } from "~/server/api.server";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { PasswordField } from "~/ui/password-field";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { useToast } from "~/lib/toast";
import { redirectWithToast, requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";
export { UserErrorScreen as ErrorBoundary } from "~/features/admin/admin-error";

export const meta: MetaFunction = ({ matches }) => privateMeta("Set password", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const { id, fullName } = await load(apiFor(args).users.get({ id: args.params.id ?? "" }));
  return { fullName, back: `/admin/users/${id}` };
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const id = args.params.id ?? "";
  const submission = await readForm(args.request, userPasswordForm);
  if (submission.status !== "success") return refuse(submission, { status: 422 });
  const set = await attemptOrSay(
    args,
    apiFor(args).users.setPassword({ id, ...submission.value }),
    "Please try again.",
  );
  if (!set.ok) return refuseCall(submission, set, "Failed to set password");
  const text = "Every device has been signed out, and a mail says so.";
  return redirectWithToast(args.context, `/admin/users/${id}`, { kind: "success", title: "Password set", text });
}

export default function SetPasswordPage() {
  const { fullName, back } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  useToast(refused);
  const [, fields] = useForm<{ password: string }>({ id: "set-password", lastResult: refused?.reply });
  const { key: _, ...input } = getInputProps(fields.password, { type: "password" });
  const path = `${back}/password`;
  return (
    <ConfirmPage
      id="set-password"
      title={`Set a password for ${fullName}`}
      backLabel={fullName}
      back={back}
      action={path}
      isBusy={useIsPosting(path)}
      failure={{ title: "Failed to set password" }}
      confirm="Set password"
      toast={refused?.toast ?? null}
    >
      <p>It signs her out everywhere, and a mail tells her. A reset link lets her choose one herself.</p>
      <PasswordField
        label="New password"
        input={{ ...input, autoComplete: "new-password", required: true }}
        hint="Password must be at least 6 characters long."
        error={fields.password.errors?.[0]}
      />
    </ConfirmPage>
  );
}
