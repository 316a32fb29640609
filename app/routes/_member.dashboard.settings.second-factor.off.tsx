import { type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FactorCodeForm, factorHint } from "~/features/accounts/factor-code-form";
import { LinkNeeded } from "~/features/accounts/holder-form";
import { checkForFactor } from "~/features/accounts/second-factor.server";
import { ErrorScreen } from "~/features/layout/error-screen";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { apiFor, attemptLogged } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { holderCodeForm } from "~/server/schemas.server";
import { buttonStyle } from "~/ui/button";
import { CloseLink, DialogBody, DialogFoot, ModalDialog } from "~/ui/dialog";
import { SubmitButton } from "~/ui/post-form";

export { privateHeaders as headers } from "~/lib/page-meta";

export const handle = { isDialog: true };

const page = "/dashboard/settings";
const path = `${page}/second-factor/off`;

export const meta = privateMeta("Turn off two-step sign-in");

export const loader = (args: LoaderFunctionArgs) => checkForFactor(args, page);

export async function action(args: ActionFunctionArgs) {
  requireMember(args);
  const submission = await readForm(args.request, holderCodeForm);
  if (submission.status !== "success") return refuse(submission);
  const call = apiFor(args).accounts.secondFactor.turnOff(submission.value);
  const turnedOff = await attemptLogged(args, call, "Failed to turn off two-step sign-in. Please try again.");
  if (!turnedOff.ok) return refuseCall(submission, turnedOff, "Error");
  return redirectWithToast(
    args,
    page,
    successToast("Two-step sign-in turned off", "You now sign in with your password only."),
  );
}

export default function TurnOffDialog() {
  const { check } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const isBusy = useIsPosting(path);
  useToast(refused);
  const dialog = { title: "Turn off two-step sign-in", closeTo: page, returnFocusTo: "turn-off" };
  if (check === "link") {
    return (
      <ModalDialog {...dialog}>
        <DialogBody>
          <LinkNeeded />
        </DialogBody>
      </ModalDialog>
    );
  }
  return (
    <ModalDialog {...dialog} isBusy={isBusy}>
      <FactorCodeForm
        id="turn-off-form"
        action={path}
        refused={refused}
        failure={{ title: "Error", text: "Failed to turn off two-step sign-in. Please try again." }}
        needsPassword={check === "password"}
        hint={factorHint}
      >
        {(field) => (
          <>
            <DialogBody>
              <p className="text-ink-soft">Your recovery codes will stop working.</p>
              {field}
            </DialogBody>
            <DialogFoot>
              <CloseLink className={buttonStyle({ kind: "quiet" })} to={page}>
                Cancel
              </CloseLink>
              <SubmitButton isBusy={isBusy}>Turn off</SubmitButton>
            </DialogFoot>
          </>
        )}
      </FactorCodeForm>
    </ModalDialog>
  );
}

export { ErrorScreen as ErrorBoundary };
