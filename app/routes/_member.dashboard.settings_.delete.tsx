import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { apiFor, attemptOrSay, deletionForm, load } from "~/server/api.server";
import { DeletionForm, DeletionTerms } from "~/features/account/deletion-form";
import { ErrorScreen } from "~/features/layout/error-screen";
import { Icon } from "~/ui/icon";
import { LinkNeeded } from "~/features/account/owner-form";
import { Notice } from "~/ui/notice";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { useToast } from "~/lib/toast";
import { forgetBookingDraft, forgetPurchaseMark, redirectWithToast, requireMember } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";

const page = "/dashboard/settings";
const path = `${page}/delete`;

export const meta: MetaFunction = ({ matches }) => privateMeta("Delete my account", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  return load(apiFor(args).profile.getDeletion());
}

export async function action(args: ActionFunctionArgs) {
  requireMember(args);
  const submission = await readForm(args.request, deletionForm);
  if (submission.status !== "success") return refuse(submission, { status: 422 });
  const call = apiFor(args).profile.deleteAccount(submission.value);
  const deleted = await attemptOrSay(args, call, "Failed to delete your account. Please try again.");
  if (!deleted.ok) return refuseCall(submission, deleted, "Error");
  const text = "Your name and address are gone from this site. Thank you for breathing with me.";
  const gone = await redirectWithToast(args.context, "/", { kind: "success", title: "Account deleted", text });
  // What was typed into forms is kept by this browser for a while.
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
      <Link className="back justify-self-start" to={page}>
        <Icon name="arrow-left" />
        Profile
      </Link>
      <h1 className="display">Delete my account</h1>
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
