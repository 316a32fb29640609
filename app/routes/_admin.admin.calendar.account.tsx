import { randomUUID } from "node:crypto";
import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { calendarPath } from "~/features/admin/admin-paths";
import { typedIn, useFormAnswer } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { accountForm } from "~/server/schemas.server";
import { ButtonLink } from "~/ui/button";
import { PasswordField, TextField } from "~/ui/fields";
import { BackLink, PageHead } from "~/ui/page-head";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Connect an account");

const path = `${calendarPath}/account`;

export async function loader(args: LoaderFunctionArgs) {
  const { account } = await load(adminApi(args).calendars.list());
  return { formKey: randomUUID(), server: account?.server ?? "", user: account?.user ?? "" };
}

export async function action(args: ActionFunctionArgs) {
  const { calendars } = adminApi(args);
  const submission = await readForm(args.request, accountForm);
  if (submission.status !== "success") return refuse(submission);
  const connected = await attemptLogged(args, calendars.connect(submission.value));
  if (!connected.ok) return refuseCall(submission, connected, "Not connected");
  return redirectWithToast(args, `${calendarPath}/choose`, successToast("Account connected", "Now choose calendars."));
}

export default function ConnectAccountPage() {
  const { formKey, server, user } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  const [form, fields] = useForm<{ server: string; user: string; password: string }>({
    id: "account",
    lastResult: refused?.reply,
    defaultValue: { server, user },
  });
  const isBusy = useIsPosting(path);
  useToast(refused);
  return (
    <>
      <BackLink to={calendarPath}>Your calendar</BackLink>
      <PageHead
        title="Connect an account"
        lede="The site signs in at the server and shows your calendars there. The password is stored encrypted and not shown again."
      />
      <PostForm
        {...getFormProps(form)}
        className="grid max-w-176 gap-4.5"
        action={path}
        isBusy={isBusy}
        failure={{ title: "The account was not connected" }}
      >
        {refused?.toast && <ToastNotice toast={refused.toast} />}
        <input type="hidden" name="formKey" value={typedIn(refused, "formKey") ?? formKey} />
        <TextField
          label="Server"
          field={fields.server}
          autoComplete="off"
          spellCheck={false}
          required
          hint="iCloud: caldav.icloud.com. Fastmail: caldav.fastmail.com. Nextcloud: the address that its calendar’s settings show."
        />
        <TextField
          label="User name"
          field={fields.user}
          autoComplete="off"
          spellCheck={false}
          required
          hint="Mostly your email address there."
        />
        <PasswordField
          label="App password"
          field={fields.password}
          autoComplete="off"
          required
          hint="Not your own password: make one for this site in the account’s security settings. You can revoke it there at any time."
        />
        <p className="text-small text-ink-soft">
          Google’s and Outlook’s calendars can’t be connected in this way. Add their secret addresses.
        </p>
        <div className="mt-2 flex flex-wrap gap-3">
          <SubmitButton isBusy={isBusy}>Connect</SubmitButton>
          <ButtonLink kind="quiet" to={calendarPath}>
            Cancel
          </ButtonLink>
        </div>
      </PostForm>
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
