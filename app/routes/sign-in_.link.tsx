import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { EmailForm } from "~/features/accounts/email-form";
import { AuthLayout, AuthMessage } from "~/features/layout/auth-layout";
import { privateMeta } from "~/lib/page-meta";
import { signInAddress } from "~/lib/sign-in-address";
import { successToast, useToast } from "~/lib/toast";
import { apiFor, attemptLogged } from "~/server/api.server";
import { destinationAfterSignIn, redirectSignedIn } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { signInLinkForm } from "~/server/schemas.server";
import { SubmitButton } from "~/ui/post-form";
import { TextLink } from "~/ui/link";
import { shownParameter } from "~/lib/short-address";

export { privateHeaders as headers } from "~/lib/page-meta";

const path = "/sign-in/link";

export const meta = privateMeta("Email me a sign-in link");

export async function loader(args: LoaderFunctionArgs) {
  const { user } = args.context.auth;
  if (user) throw await redirectSignedIn(args, user);
  return { formKey: randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  const submission = await readForm(args.request, signInLinkForm);
  if (submission.status !== "success") return refuse(submission);
  const returnTo = await destinationAfterSignIn(args);
  const call = apiFor(args).accounts.requestSignInLink({ ...submission.value, returnTo });
  const requested = await attemptLogged(args, call, "Failed to send magic link");
  if (!requested.ok) return refuseCall(submission, requested, "Error");
  const query = new URL(args.request.url).searchParams;
  return redirectWithToast(
    args,
    signInAddress(query, { sent: "1" }, path),
    successToast(
      "Magic Link Sent",
      "Check your email for a sign-in link. You'll be able to change your password after signing in.",
    ),
  );
}

export default function SignInLinkPage() {
  const [query] = useSearchParams();
  const { formKey } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  useToast(refused);
  const back = (
    <TextLink className="inline-flex min-h-11 items-center gap-2" to={signInAddress(query)}>
      Back to Sign In
    </TextLink>
  );
  if (query.has("sent")) {
    return (
      <AuthLayout>
        <AuthMessage title="Check Your Email">
          <p>If there is an account for this address, a link that signs you in is on its way to it.</p>
          <p className="text-ink-soft">The link works once, for 15 minutes. Nothing there? Check your spam folder.</p>
          {back}
        </AuthMessage>
      </AuthLayout>
    );
  }
  const address = signInAddress(query, {}, path);
  return (
    <AuthLayout>
      <h1 className="text-heading">Email me a sign-in link</h1>
      <EmailForm
        id="link"
        failure={{ title: "Error", text: "Failed to send magic link" }}
        action={address}
        refused={refused}
        email={shownParameter(query, "email")}
        formKey={formKey}
      >
        {(field, isBusy) => (
          <div className="grid gap-4.5">
            <p className="text-ink-soft">We’ll email you a link to sign in without your password.</p>
            {field}
            <SubmitButton isWide isBusy={isBusy}>
              Send sign-in link
            </SubmitButton>
            <div className="flex flex-wrap justify-between gap-x-6">{back}</div>
          </div>
        )}
      </EmailForm>
    </AuthLayout>
  );
}
