import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { ResetDialog } from "~/features/accounts/reset-dialog";
import { SignInForm } from "~/features/accounts/sign-in-form";
import { SignUpForm } from "~/features/accounts/sign-up-form";
import { AuthLayout, AuthMessage } from "~/features/layout/auth-layout";
import { privateTags, siteOf } from "~/lib/page-meta";
import { signInAddress, type SignInTab, tabOf } from "~/lib/sign-in-address";
import { useSite } from "~/lib/site";
import { errorToast, successToast, useToast } from "~/lib/toast";
import { apiFor, attemptLogged, load } from "~/server/api.server";
import { destinationAfterSignIn, redirectAfterSignIn, redirectSignedIn } from "~/server/auth.server";
import { keepReset } from "~/server/cookies.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { resetForm, signInForm, signUpForm } from "~/server/schemas.server";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { Tabs } from "~/ui/tabs";
import { z } from "zod";
import { shownParameter } from "~/lib/short-address";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction = ({ matches, location }) =>
  privateTags(titles[tabOf(new URLSearchParams(location.search))], siteOf(matches));

const titles = { "sign-in": "Sign In", "sign-up": "Create Account", "reset-password": "Forgot your password?" };

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const tab = tabOf(new URL(request.url).searchParams);
  if (context.auth.user && tab !== "reset-password") throw await redirectSignedIn(args, context.auth.user);
  const announcements = tab === "sign-up" ? await load(apiFor(args).mail.getConsentBox()) : null;
  // Without a key, the form for signing in is the same for all visitors.
  return { formKey: tab === "sign-in" ? "" : randomUUID(), announcements };
}

/** Handles one form per tab, told apart by the address. */
export async function action(args: ActionFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  const tab = tabOf(query);
  return { "sign-in": signIn, "sign-up": signUp, "reset-password": requestReset }[tab](args, query);
}

const credentialsMissing = "You must provide either an email or phone number and a password.";

/** Refuses a form with errors; one without email or password also says that both are needed. */
function refuseCredentials(submission: Parameters<typeof refuse>[0] & { payload: unknown }, title: string) {
  const typed = z.object({ email: z.string().min(1), password: z.string().min(1) });
  const toast = typed.safeParse(submission.payload).success ? null : errorToast(title, credentialsMissing);
  return refuse(submission, { status: 422, toast });
}

async function signIn(args: ActionFunctionArgs) {
  const submission = await readForm(args.request, signInForm);
  if (submission.status !== "success") return refuseCredentials(submission, "Sign-in failed");
  const returnTo = await destinationAfterSignIn(args);
  const call = apiFor(args).accounts.signIn({ ...submission.value, returnTo });
  const signedIn = await attemptLogged(args, call, "Invalid email or password");
  if (!signedIn.ok) {
    const title = signedIn.code === "email_not_verified" ? "Email not verified" : "Sign-in failed";
    return refuseCall(submission, signedIn, title);
  }
  return redirectAfterSignIn(args, returnTo, signedIn.value.next);
}

async function signUp(args: ActionFunctionArgs, query: URLSearchParams) {
  const submission = await readForm(args.request, signUpForm);
  if (submission.status !== "success") return refuseCredentials(submission, "Error");
  const call = apiFor(args).accounts.signUp({ ...submission.value, returnTo: await destinationAfterSignIn(args) });
  const signedUp = await attemptLogged(args, call, "Failed to create account.");
  if (!signedUp.ok) return refuseCall(submission, signedUp, "Error");
  return redirectWithToast(
    args,
    signInAddress(query, { created: "1" }),
    successToast("Account created successfully", "Please check your email to confirm your account before signing in."),
  );
}

async function requestReset(args: ActionFunctionArgs, query: URLSearchParams) {
  const submission = await readForm(args.request, resetForm);
  if (submission.status !== "success") return refuse(submission);
  const call = apiFor(args).accounts.requestPasswordReset(submission.value);
  const requested = await attemptLogged(args, call, "Failed to send password reset");
  if (!requested.ok) return refuseCall(submission, requested, "Error");
  return redirect(signInAddress(query, { tab: "reset-password", sent: "1" }), {
    status: 303,
    headers: { "Set-Cookie": keepReset(args.context) },
  });
}

export default function SignInPage() {
  const [query] = useSearchParams();
  const name = useSite()?.name;
  const { formKey, announcements } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  useToast(refused);
  if (query.has("created")) return <CreatedNotice query={query} />;

  const tab = tabOf(query);
  const addressOf = (other: SignInTab) => signInAddress(query, other === "sign-in" ? {} : { tab: other });
  const prefill = (name: string) => shownParameter(query, name);
  const reset = tab === "reset-password" && (
    <ResetDialog
      action={addressOf("reset-password")}
      closeTo={addressOf("sign-in")}
      refused={refused}
      email={prefill("email")}
      isSent={query.has("sent")}
      formKey={formKey}
    />
  );
  return (
    <AuthLayout dialog={reset || null}>
      <h1 className="sr-only">{tab === "sign-up" ? `Create an account at ${name}` : `Sign in to ${name}`}</h1>
      {query.get("confirmed") === "true" && (
        <Notice kind="information">Welcome! Please create your account to access your free recording.</Notice>
      )}
      <Tabs
        label="Account"
        tabs={[
          { label: "Sign In", to: addressOf("sign-in"), isCurrent: tab !== "sign-up" },
          { label: "Create Account", to: addressOf("sign-up"), isCurrent: tab === "sign-up" },
        ]}
      />
      {tab === "sign-up" ? (
        <SignUpForm
          formKey={formKey}
          announcements={announcements}
          action={addressOf("sign-up")}
          refused={refused}
          prefill={{ firstName: prefill("firstName"), lastName: prefill("lastName"), email: prefill("email") }}
        />
      ) : (
        <SignInForm
          action={addressOf("sign-in")}
          refused={tab === "sign-in" ? refused : undefined}
          email={prefill("email")}
          resetPath={addressOf("reset-password")}
          signInLinkPath={signInAddress(query, {}, "/sign-in/link")}
        />
      )}
    </AuthLayout>
  );
}

/** Shown after signing up: an account can be used only once its address is confirmed. */
function CreatedNotice({ query }: { query: URLSearchParams }) {
  return (
    <AuthLayout>
      <AuthMessage title="Confirm your email">
        <p>Please check your email to confirm your account before signing in. The link works for 24 hours.</p>
        <p className="text-ink-soft">
          Nothing there? Check your spam folder, or sign in with your password to get a new link.
        </p>
        <ButtonLink to={signInAddress(query)}>Back to Sign In</ButtonLink>
      </AuthMessage>
    </AuthLayout>
  );
}
