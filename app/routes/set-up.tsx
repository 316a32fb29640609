import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { AuthLayout } from "~/features/layout/auth-layout";
import { firstWrong } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { useToast } from "~/lib/toast";
import { apiFor, attemptLogged, load } from "~/server/api.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { setUpForm } from "~/server/schemas.server";
import { TextField } from "~/ui/fields";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

export { privateHeaders as headers } from "~/lib/page-meta";

const path = "/set-up";

export const meta = privateMeta("Set up your site");

export async function loader(args: LoaderFunctionArgs) {
  const { isOpen } = await load(apiFor(args).accounts.setUp.get());
  if (!isOpen) throw new Response("Not Found", { status: 404 });
  return null;
}

const failure = { title: "Not set up", text: "The site could not be set up. Please try again." };

/** Leads on to the page that sets the admin's password. */
export async function action(args: ActionFunctionArgs) {
  const submission = await readForm(args.request, setUpForm);
  if (submission.status !== "success") return refuse(submission);
  const claimed = await attemptLogged(args, apiFor(args).accounts.setUp.claim(submission.value), failure.text);
  if (!claimed.ok) return refuseCall(submission, claimed, failure.title);
  return redirect(claimed.value.path, 303);
}

export default function SetUpPage() {
  const refused = useActionData<typeof action>();
  const [form, fields] = useForm<{ code: string; fullName: string }>({ id: "set-up", lastResult: refused?.reply });
  const isBusy = useIsPosting(path);
  useToast(refused);
  const start = firstWrong([fields.code, fields.fullName]);
  return (
    <AuthLayout isBeforeHome>
      <div className="grid gap-3">
        <h1 className="text-heading">Set up your site</h1>
        <p className="text-ink-soft">
          This site has no owner yet. Enter the code from the console where the site was started, in the line that
          begins with “Code”. It works once and for an hour; starting the site again prints a new one. Your account gets
          the address in ADMIN_EMAIL.
        </p>
      </div>
      <PostForm {...getFormProps(form)} className="grid gap-4.5" action={path} isBusy={isBusy} failure={failure}>
        {refused?.toast && <ToastNotice toast={refused.toast} />}
        <TextField
          label="Code"
          field={fields.code}
          hint="32 letters and digits, with or without the hyphens."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          takesFocus={start === fields.code.name}
        />
        <TextField
          label="Your name"
          field={fields.fullName}
          autoComplete="name"
          required
          takesFocus={start === fields.fullName.name}
        />
        <SubmitButton isWide isBusy={isBusy}>
          Continue
        </SubmitButton>
      </PostForm>
    </AuthLayout>
  );
}
