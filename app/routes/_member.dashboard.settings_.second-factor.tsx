import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { FactorCodeForm } from "~/features/accounts/factor-code-form";
import { LinkNeeded, type HolderCheck, holderCheckOf, HolderForm } from "~/features/accounts/holder-form";
import { RecoveryCodes, SecondFactorSteps } from "~/features/accounts/second-factor";
import { ErrorScreen } from "~/features/layout/error-screen";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { newPasswordPath, secondFactorPath as path } from "~/lib/sign-in-address";
import { useToast } from "~/lib/toast";
import { apiFor, attemptLogged, load } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { holderForm, secondFactorForm } from "~/server/schemas.server";
import { Notice } from "~/ui/notice";
import { SubmitButton } from "~/ui/post-form";
import { BackLink } from "~/ui/page-head";
import { Lede } from "~/ui/text";
import { TextLink } from "~/ui/link";

export { privateHeaders as headers } from "~/lib/page-meta";

const page = "/dashboard/settings";
const codesPath = `${page}/recovery-codes`;

export const meta = privateMeta("Set up two-step sign-in");

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  const { accounts } = apiFor(args);
  const { isOn } = await load(accounts.secondFactor.status());
  const check = holderCheckOf(await load(accounts.me()));
  return { isOn, check, isOverdue: args.context.auth.session.overdueAdmin !== null };
}

/** Handles two forms: the password shows the app's key, a code turns the second factor on. */
export async function action(args: ActionFunctionArgs) {
  requireMember(args);
  return new URL(args.request.url).searchParams.has("code") ? confirm(args) : begin(args);
}

const codePath = `${path}?code`;
const failure = "Failed to set up two-step sign-in. Please try again.";

async function begin(args: ActionFunctionArgs) {
  const submission = await readForm(args.request, holderForm);
  if (submission.status !== "success") return refuse(submission);
  const begun = await attemptLogged(args, apiFor(args).accounts.secondFactor.begin(submission.value), failure);
  if (!begun.ok) return refuseCall(submission, begun, "Error");
  return data({ setUp: begun.value, toast: null });
}

async function confirm(args: ActionFunctionArgs) {
  const submission = await readForm(args.request, secondFactorForm);
  if (submission.status !== "success") return refuse(submission);
  const { secondFactor } = apiFor(args).accounts;
  const confirmed = await attemptLogged(args, secondFactor.confirm(submission.value), failure);
  // The answer to an earlier post was lost: the second factor is on already.
  if (!confirmed.ok && (await load(secondFactor.status())).isOn) return redirect(path, 303);
  if (!confirmed.ok) return refuseCall(submission, confirmed, "Error");
  return data({ codes: confirmed.value.recoveryCodes, toast: null });
}

export default function SecondFactorSetUpPage() {
  const { isOn, isOverdue, check } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [query] = useSearchParams();
  useToast(answer);
  if (answer && "codes" in answer) return <RecoveryCodes codes={answer.codes} doneTo={page} />;
  const refused = answer && "reply" in answer ? answer : undefined;
  return (
    <>
      {!isOverdue && <BackLink to={page}>Profile</BackLink>}
      <h1 className="text-display">Set up two-step sign-in</h1>
      {isOverdue && <OverdueNotice />}
      {isOn && <AlreadyOn />}
      {!isOn && answer && "setUp" in answer && (
        <SecondFactorSteps {...answer.setUp}>
          <ConfirmForm refused={undefined} />
        </SecondFactorSteps>
      )}
      {!isOn && query.has("code") && <CodeAgain refused={refused} />}
      {!isOn && !query.has("code") && !(answer && "setUp" in answer) && <BeginForm check={check} refused={refused} />}
    </>
  );
}

function AlreadyOn() {
  return (
    <>
      <p>Two-step sign-in is already on.</p>
      <p>
        If you have not seen your recovery codes, <TextLink to={codesPath}>make new ones</TextLink>.
      </p>
    </>
  );
}

function OverdueNotice() {
  return (
    <Notice kind="warning">
      <b className="block">Admins need two-step sign-in</b> The seven days to set it up are over. You can’t use the rest
      of the back office until it is on. You can also <Link to={newPasswordPath}>change your password</Link> or sign
      out.
    </Notice>
  );
}

type FormProps = { refused: RefusedForm | undefined };

function BeginForm({ check, refused }: FormProps & { check: HolderCheck }) {
  if (check === "link") return <LinkNeeded />;
  return (
    <HolderForm
      id="begin"
      className="grid gap-4.5 max-w-112"
      action={path}
      refused={refused}
      check={check}
      failure={{ title: "Error", text: failure }}
    >
      {(field, isBusy) => (
        <>
          <Lede>When you sign in, we’ll ask for a code from your phone as well as your password.</Lede>
          {field}
          <SubmitButton isBusy={isBusy}>Continue</SubmitButton>
        </>
      )}
    </HolderForm>
  );
}

/** Shown after a wrong code. The key is not repeated, because the app has it already. */
function CodeAgain({ refused }: FormProps) {
  return (
    <>
      <Lede>Enter the code that your app shows now. It already has the key.</Lede>
      <ConfirmForm refused={refused} />
      <p>
        Code not accepted, or no entry for this site in your app? <TextLink to={path}>Start again</TextLink>
      </p>
    </>
  );
}

function ConfirmForm({ refused }: FormProps) {
  return (
    <FactorCodeForm
      id="confirm"
      action={codePath}
      refused={refused}
      failure={{ title: "Error", text: failure }}
      hint="The six digits that the app shows now for this site."
    >
      {(field, isBusy) => (
        <div className="grid gap-4.5 max-w-80">
          {field}
          <SubmitButton isBusy={isBusy}>Turn on</SubmitButton>
        </div>
      )}
    </FactorCodeForm>
  );
}

export { ErrorScreen as ErrorBoundary };
