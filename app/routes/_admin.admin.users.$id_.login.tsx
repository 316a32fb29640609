import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { apiFor, attemptOrSay, impersonationForm, load } from "~/server/api.server";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { Field } from "~/ui/field";
import { inputOf } from "~/lib/forms/form-inputs";
import { parseForm, readFields, refuse } from "~/server/form.server";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { useToast } from "~/lib/toast";
import { redirectWithToast, requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";
export { UserErrorScreen as ErrorBoundary } from "~/features/admin/admin-error";
import { useFormAnswer } from "~/lib/forms/form-answer";

export const meta: MetaFunction = ({ matches }) => privateMeta("Log in as user", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const { id, fullName } = await load(apiFor(args).users.get({ id: args.params.id ?? "" }));
  return { fullName, back: `/admin/users/${id}` };
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const fields = await readFields(args.request);
  fields.set("userId", args.params.id ?? "");
  const submission = parseForm(fields, impersonationForm);
  if (submission.status !== "success") return refuse(submission, { status: 422 });
  const begun = await attemptOrSay(args, apiFor(args).accounts.impersonate(submission.value), "Please try again.");
  if (!begun.ok) {
    const toast = { kind: "error" as const, title: "Failed to login as user", text: begun.message };
    return refuse(submission, { ...begun, toast });
  }
  return redirectWithToast(args.context, "/dashboard", {
    kind: "information",
    title: "You see this account as its member does",
    text: "Nothing can be changed. The bar on top leads back.",
  });
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
      isBusy={useIsPosting(path)}
      failure={{ title: "Failed to login as user" }}
      confirm="Log in as user"
      toast={refused?.toast ?? null}
    >
      <p>
        For an hour you see what she sees, and can change nothing. It is kept in the audit log, and she reads in her
        profile that you looked, when and why.
      </p>
      <Field
        label="Reason"
        input={{ ...inputOf(fields.reason, { type: "text", autoComplete: "off" }), maxLength: 300 }}
        hint="Such as: she can’t find her recording."
        error={fields.reason.errors?.[0]}
      />
    </ConfirmPage>
  );
}
