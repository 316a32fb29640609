import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { LinkPage } from "~/features/accounts/link-page";
import { NewPasswordForm } from "~/features/accounts/new-password-form";
import { AuthLayout } from "~/features/layout/auth-layout";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { withReturn } from "~/lib/sign-in-address";
import { successToast, useToast } from "~/lib/toast";
import { apiFor, attempt, load } from "~/server/api.server";
import { redirectWithToast } from "~/server/flash.server";
import { parseForm, readFields, refuse, refuseCall } from "~/server/form.server";
import { refuseLink, tokenOf } from "~/server/auth.server";
import { verificationForm } from "~/server/schemas.server";
import { SubmitButton } from "~/ui/post-form";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Confirm your email");

export async function loader(args: LoaderFunctionArgs) {
  const opened = await load(apiFor(args).accounts.peekVerification({ token: tokenOf(args.request) }));
  return data({ ...opened, toast: null }, { status: opened.isValid ? 200 : 410 });
}

export async function action(args: ActionFunctionArgs) {
  const fields = await readFields(args.request);
  const submission = fields.has("newPassword") ? parseForm(fields, verificationForm) : null;
  if (submission && submission.status !== "success") return refuse(submission);
  const newPassword = submission?.value.newPassword;
  const call = apiFor(args).accounts.verifyEmail({ token: tokenOf(args.request), newPassword });
  const verified = await load(attempt(call));
  if (verified.ok) return redirectConfirmed(args, verified.value);
  if (submission && verified.code !== "link_expired") return refuseCall(submission, verified, "Error");
  return refuseLink(verified);
}

type ConfirmedEmail = { next: "done" | "second_factor" | "sign_in"; returnTo: string | null };

async function redirectConfirmed(args: ActionFunctionArgs, { next, returnTo }: ConfirmedEmail) {
  const to = returnTo ?? "/dashboard";
  const thankYouToast = (text: string) => successToast("Thank you", text);
  if (next === "second_factor") {
    return redirectWithToast(args, withReturn("/sign-in/code", to), thankYouToast("Your email is confirmed."));
  }
  if (next === "sign_in") {
    const text = "Your email is confirmed. You can sign in now.";
    return redirectWithToast(args, withReturn("/sign-in", to), thankYouToast(text));
  }
  const recording = await recordingAt(args, to);
  const found = recording && (await load(attempt(apiFor(args).recordings.get(recording))));
  const isFree = found?.ok && found.value.isFree;
  const granted = isFree ? successToast(`Access confirmed! (free ${recording?.freeName} recording)`) : null;
  return redirectWithToast(args, to, granted ?? thankYouToast("Your email is confirmed, and you are signed in."));
}

/** Returns which recording an address of this site names; null for any other page. */
async function recordingAt(args: ActionFunctionArgs, address: string) {
  const collections = await load(apiFor(args).recordings.listCollections());
  const found = collections.find(({ path }) => address.startsWith(`${path}/`));
  const [, id] = /^\/([\w-]+)$/.exec(found ? address.slice(found.path.length) : "") ?? [];
  return found && id ? { collection: found.slug, freeName: found.freeName, id } : null;
}

export default function VerifyEmailPage() {
  const opened = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (opened.isValid && opened.needsPassword && !(answer && "isValid" in answer && !answer.isValid)) {
    return <ChoosePassword email={opened.email} />;
  }
  return (
    <LinkPage
      title="Confirm your email"
      text="Tap below to confirm this address. You will be signed in."
      button="Confirm my email"
      loaded={opened}
      submitted={answer && "isValid" in answer ? answer : undefined}
      nextStep={{
        text: "If you have confirmed your email already, just sign in. If not, sign in with your password to get a new link.",
        label: "Go to Sign In",
        to: "/sign-in",
      }}
    />
  );
}

/** Shown in any browser but the one that signed up: a stranger may have chosen the first password. */
function ChoosePassword({ email }: { email: string | null }) {
  const { pathname, search } = useLocation();
  const answer = useActionData<typeof action>();
  const refused = answer && "reply" in answer ? answer : undefined;
  const isBusy = useIsPosting(pathname + search);
  useToast(answer);
  return (
    <AuthLayout>
      <div className="grid gap-4">
        <h1 className="text-heading">Confirm your email</h1>
        <p>
          This isn’t the browser you signed up in. To confirm <b className="break-words">{email}</b> here, choose a new
          password. It replaces the first one.
        </p>
        <NewPasswordForm
          id="verify-email"
          action={pathname + search}
          refused={refused}
          needsCurrent={false}
          isBusy={isBusy}
        >
          {(fields) => (
            <div className="grid gap-4.5">
              {fields}
              <SubmitButton isWide isBusy={isBusy}>
                Confirm my email
              </SubmitButton>
            </div>
          )}
        </NewPasswordForm>
      </div>
    </AuthLayout>
  );
}
