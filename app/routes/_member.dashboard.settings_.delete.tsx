import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DeletionForm, DeletionTerms } from "~/features/accounts/deletion-form";
import { LinkNeeded } from "~/features/accounts/holder-form";
import { ErrorScreen } from "~/features/layout/error-screen";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { apiFor, attemptLogged, load } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";
import { forgetBookingDraft, forgetPurchaseMark } from "~/server/cookies.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { deletionForm } from "~/server/schemas.server";
import { Notice } from "~/ui/notice";
import { BackLink } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

const page = "/dashboard/settings";
const path = `${page}/delete`;

export const meta = privateMeta("Delete my account");

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  return load(apiFor(args).profile.getDeletion());
}

export async function action(args: ActionFunctionArgs) {
  requireMember(args);
  const submission = await readForm(args.request, deletionForm);
  if (submission.status !== "success") return refuse(submission);
  const call = apiFor(args).profile.deleteAccount(submission.value);
  const deleted = await attemptLogged(args, call, "Failed to delete your account. Please try again.");
  if (!deleted.ok) return refuseCall(submission, deleted, "Error");
  const text = "Your name and address have been deleted from this site. Thank you for breathing with me.";
  const gone = redirectWithToast(args, "/", successToast("Account deleted", text));
  // The draft contains personal data.
  gone.headers.append("Set-Cookie", forgetBookingDraft(args.context));
  gone.headers.append("Set-Cookie", forgetPurchaseMark(args.context));
  return gone;
}

export default function DeleteAccountPage() {
  const deletion = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  useToast(refused);
  const { obstacles, needsPassword, hasPassword } = deletion;
  return (
    <>
      <BackLink to={page}>Profile</BackLink>
      <h1 className="text-display">Delete my account</h1>
      <DeletionTerms {...deletion} />
      {obstacles.map((obstacle) => (
        <Notice key={obstacle} kind="warning">
          {obstacle}
        </Notice>
      ))}
      {obstacles.length === 0 && needsPassword && !hasPassword && <LinkNeeded />}
      {obstacles.length === 0 && (hasPassword || !needsPassword) && (
        <DeletionForm action={path} refused={refused} needsPassword={needsPassword} backTo={page} />
      )}
    </>
  );
}

export { ErrorScreen as ErrorBoundary };
