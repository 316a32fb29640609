import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { EmailForm } from "~/features/accounts/email-form";
import { ErrorScreen } from "~/features/layout/error-screen";
import { shareByEmailId } from "~/features/schedule/share-actions";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { errorMeta, privateTags, siteOf } from "~/lib/page-meta";
import { errorToast, successToast, useToast } from "~/lib/toast";
import { apiFor, attemptLogged, idOf, load } from "~/server/api.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse } from "~/server/form.server";
import { shareForm } from "~/server/schemas.server";
import { buttonStyle } from "~/ui/button";
import { CloseLink, DialogBody, DialogFoot, ModalDialog } from "~/ui/dialog";
import { SubmitButton } from "~/ui/post-form";

export { privateHeaders as headers } from "~/lib/page-meta";

export const handle = { isDialog: true };

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  const site = siteOf(matches);
  return data ? privateTags(`Share ${data.title}`, site) : errorMeta(error, site, "Session not found");
};

export async function loader(args: LoaderFunctionArgs) {
  const { title } = await load(apiFor(args).schedule.get({ id: idOf(args) }));
  return { title, formKey: crypto.randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  const sessionId = idOf(args);
  const submission = await readForm(args.request, shareForm);
  if (submission.status !== "success") {
    return refuse(submission, { status: 422, toast: submission.error?.formKey ? failedToast(problem) : null });
  }
  const shared = await attemptLogged(args, apiFor(args).schedule.share({ ...submission.value, sessionId }), problem);
  if (!shared.ok) return refuse(submission, { ...shared, toast: failedToast(shared.message) });
  const toast = successToast("Session shared successfully!");
  return redirectWithToast(args, `/sessions/${sessionId}`, toast);
}

const problem = "There was a problem sending the session details. Please try again.";
const failedToast = (text: string) => errorToast("Failed to share session", text);

export default function ShareDialog() {
  const { title, formKey } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const page = `/sessions/${useParams().id}`;
  const address = `${page}/share`;
  useToast(refused);
  return (
    <ModalDialog
      title="Share this session"
      closeTo={page}
      returnFocusTo={shareByEmailId}
      isBusy={useIsPosting(address)}
    >
      <EmailForm
        id="share"
        failure={failedToast(problem)}
        action={address}
        refused={refused}
        email=""
        formKey={formKey}
      >
        {(field, isBusy) => (
          <>
            <DialogBody>
              <p className="text-ink-soft">
                Send the details of {title} to someone. They get one message, without your name, and no others.
              </p>
              {field}
            </DialogBody>
            <DialogFoot>
              <CloseLink className={buttonStyle({ kind: "quiet" })} to={page}>
                Cancel
              </CloseLink>
              <SubmitButton isBusy={isBusy}>Send</SubmitButton>
            </DialogFoot>
          </>
        )}
      </EmailForm>
    </ModalDialog>
  );
}

export { ErrorScreen as ErrorBoundary };
