import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { apiFor, attemptOrSay, load, secondFactorForm } from "~/api.server";
import { CodeForm } from "~/components/code-form";
import { ErrorScreen } from "~/components/error-screen";
import { CloseLink, ModalDialog } from "~/components/modal-dialog";
import { SubmitButton } from "~/components/submit-button";
import { readForm, refuse, refuseCode } from "~/lib/form.server";
import { useIsPosting } from "~/lib/is-posting";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { useToast } from "~/lib/toast";
import { redirectWithToast, requireMember } from "~/session.server";

export { privateHeaders as headers } from "~/lib/headers";

export const handle = { isDialog: true };

const page = "/dashboard/settings";
const path = `${page}/second-factor/off`;

export const meta: MetaFunction = ({ matches }) => privateMeta("Turn off the second step", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  const { isOn } = await load(apiFor(args).accounts.secondFactor.status());
  if (!isOn) throw redirect(page);
  return null;
}

export async function action(args: ActionFunctionArgs) {
  requireMember(args);
  const submission = await readForm(args.request, secondFactorForm);
  if (submission.status !== "success") return refuse(submission, { status: 422 });
  const call = apiFor(args).accounts.secondFactor.turnOff(submission.value);
  const turnedOff = await attemptOrSay(args, call, "Failed to turn off the second step. Please try again.");
  if (!turnedOff.ok) return refuseCode(submission, turnedOff, "Error");
  return redirectWithToast(args.context, page, {
    kind: "success",
    title: "Second step turned off",
    text: "Your password is all that is asked for from now on.",
  });
}

export default function TurnOffDialog() {
  const refused = useActionData<typeof action>();
  const isBusy = useIsPosting(path);
  useToast(refused);
  return (
    <ModalDialog title="Turn off the second step" closeTo={page} returnFocusTo="turn-off" isBusy={isBusy}>
      <CodeForm
        id="turn-off-form"
        action={path}
        refused={refused}
        hint="The six digits that your authenticator app shows now, or one of your recovery codes."
      >
        {(field) => (
          <>
            <div className="dialog__body">
              <p className="text-ink-soft">Your recovery codes end with it.</p>
              {field}
            </div>
            <div className="dialog__foot">
              <CloseLink className="btn btn--quiet" to={page}>
                Cancel
              </CloseLink>
              <SubmitButton isBusy={isBusy}>Turn off</SubmitButton>
            </div>
          </>
        )}
      </CodeForm>
    </ModalDialog>
  );
}

export { ErrorScreen as ErrorBoundary };
