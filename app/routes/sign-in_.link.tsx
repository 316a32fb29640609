import { randomUUID } from "node:crypto";
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { apiFor, attemptOrSay, signInLinkForm } from "~/server/api.server";
import { Door, DoorMessage } from "~/features/layout/auth-layout";
import { EmailForm } from "~/features/account/email-form";
import { SubmitButton } from "~/ui/post-form";
import { readForm, refuse } from "~/server/form.server";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { signInAddress } from "~/lib/sign-in-address";
import { useToast } from "~/lib/toast";
import { destinationAfterSignIn, redirectWithToast } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";

const path = "/sign-in/link";

export const meta: MetaFunction = ({ matches }) => privateMeta("Email me a sign-in link", siteOf(matches));

export function loader({ request, context }: LoaderFunctionArgs) {
  if (context.auth.user) throw redirect(destinationAfterSignIn(request));
  return { formKey: randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  const submission = await readForm(args.request, signInLinkForm);
  if (submission.status !== "success") return refuse(submission, { status: 422 });
  const returnTo = destinationAfterSignIn(args.request);
  const call = apiFor(args).accounts.requestSignInLink({ ...submission.value, returnTo });
  const requested = await attemptOrSay(args, call, "Failed to send magic link");
  if (!requested.ok) {
    return refuse(submission, { ...requested, toast: { kind: "error", title: "Error", text: requested.message } });
  }
  const query = new URL(args.request.url).searchParams;
  return redirectWithToast(args.context, signInAddress(query, { sent: "1" }, path), {
    kind: "success",
    title: "Magic Link Sent",
    text: "Check your email for a sign-in link. You'll be able to change your password after signing in.",
  });
}

export default function SignInLinkPage() {
  const [query] = useSearchParams();
  const { formKey } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  useToast(refused);
  const back = (
    <Link className="link link--bare" to={signInAddress(query)}>
      Back to Sign In
    </Link>
  );
  if (query.has("sent")) {
    return (
      <Door>
        <DoorMessage title="Check Your Email">
          <p>If there is an account for this address, a link that signs you in is on its way to it.</p>
          <p className="text-ink-soft">
            The link works once, and for 15 minutes. Nothing there? Look in the spam folder too.
          </p>
          {back}
        </DoorMessage>
      </Door>
    );
  }
  const address = signInAddress(query, {}, path);
  return (
    <Door>
      <h1 className="heading">Email me a sign-in link</h1>
      <EmailForm
        id="link"
        failure={{ title: "Error", text: "Failed to send magic link" }}
        action={address}
        refused={refused}
        email={query.get("email") ?? ""}
        formKey={formKey}
      >
        {(field, isBusy) => (
          <div className="fields">
            <p className="text-ink-soft">A link instead of your password, to the address of your account.</p>
            {field}
            <SubmitButton className="btn--block" isBusy={isBusy}>
              Send sign-in link
            </SubmitButton>
            <div className="formfoot">{back}</div>
          </div>
        )}
      </EmailForm>
    </Door>
  );
}
