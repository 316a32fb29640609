import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { apiFor, attemptOrSay, load, ownersCodeForm } from "~/server/api.server";
import { CodeForm } from "~/features/account/code-form";
import { ErrorScreen } from "~/features/layout/error-screen";
import { CloseLink, ModalDialog } from "~/ui/dialog";
import { LinkNeeded, ownerCheckOf } from "~/features/account/owner-form";
import { SubmitButton } from "~/ui/post-form";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { useToast } from "~/lib/toast";
import { redirectWithToast, requireMember } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const handle = { isDialog: true };

const page = "/dashboard/settings";
const path = `${page}/second-factor/off`;

export const meta: MetaFunction = ({ matches }) => privateMeta("Turn off the second step", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  const { accounts } = apiFor(args);
  const { isOn } = await load(accounts.secondFactor.status());
  if (!isOn) throw redirect(page);
  return { check: ownerCheckOf(await load(accounts.me())) };
}

export async function action(args: ActionFunctionArgs) {
  requireMember(args);
  const submission = await readForm(args.request, ownersCodeForm);
  if (submission.status !== "success") return refuse(submission, { status: 422 });
  const call = apiFor(args).accounts.secondFactor.turnOff(submission.value);
  const turnedOff = await attemptOrSay(args, call, "Failed to turn off the second step. Please try again.");
  if (!turnedOff.ok) return refuseCall(submission, turnedOff, "Error");
  return redirectWithToast(args.context, page, {
    kind: "success",
    title: "Second step turned off",
    text: "Your password is all that is asked for from now on.",
  });
}

export default function TurnOffDialog() {
  const { check } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const isBusy = useIsPosting(path);
  useToast(refused);
  const dialog = { title: "Turn off the second step", closeTo: page, returnFocusTo: "turn-off" };
  if (check === "link") {
    return (
      <ModalDialog {...dialog}>
        <div className="dialog__body">
          <LinkNeeded />
        </div>
      </ModalDialog>
    );
  }
  return (
    <ModalDialog {...dialog} isBusy={isBusy}>
      <CodeForm
        id="turn-off-form"
        action={path}
        refused={refused}
        failure={{ title: "Error", text: "Failed to turn off the second step. Please try again." }}
        needsPassword={check === "password"}
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
