import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { apiFor, attemptOrSay, load, secondFactorForm } from "~/api.server";
import { CodeForm } from "~/components/code-form";
import { ErrorScreen } from "~/components/error-screen";
import { Icon } from "~/components/icon";
import { RecoveryCodes } from "~/components/recovery-codes";
import { SecondFactorSteps } from "~/components/second-factor-steps";
import { SubmitButton } from "~/components/submit-button";
import { readForm, refuse, refuseCode } from "~/lib/form.server";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { useToast } from "~/lib/toast";
import { requireMember } from "~/session.server";

export { privateHeaders as headers } from "~/lib/headers";

const page = "/dashboard/settings";
const path = `${page}/second-factor`;

export const meta: MetaFunction = ({ matches }) => privateMeta("Set up a second step", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  const { secondFactor } = apiFor(args).accounts;
  if ((await load(secondFactor.status())).isOn) return null;
  // What it keeps is asked for nowhere until a code confirms it, and is the same the next time.
  return load(secondFactor.begin());
}

export async function action(args: ActionFunctionArgs) {
  requireMember(args);
  const submission = await readForm(args.request, secondFactorForm);
  if (submission.status !== "success") return refuse(submission, { status: 422 });
  const call = apiFor(args).accounts.secondFactor.confirm(submission.value);
  const confirmed = await attemptOrSay(args, call, "Failed to set up the second step. Please try again.");
  if (!confirmed.ok) return refuseCode(submission, confirmed, "Error");
  return data({ codes: confirmed.value.recoveryCodes, toast: null });
}

export default function SecondFactorSetUpPage() {
  const setUp = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  useToast(answer);
  if (answer && "codes" in answer) return <RecoveryCodes codes={answer.codes} doneTo={page} />;
  return (
    <>
      <Link className="back justify-self-start" to={page}>
        <Icon name="arrow-left" />
        Profile
      </Link>
      <h1 className="display">Set up a second step</h1>
      {setUp ? (
        <SecondFactorSteps {...setUp}>
          <CodeForm
            id="confirm"
            action={path}
            refused={answer}
            hint="The six digits that the app shows now for this site."
          >
            {(field, isBusy) => (
              <div className="fields max-w-80">
                {field}
                <SubmitButton isBusy={isBusy}>Turn on</SubmitButton>
              </div>
            )}
          </CodeForm>
        </SecondFactorSteps>
      ) : (
        <p>Your second step is on. There is nothing left to set up.</p>
      )}
    </>
  );
}

export { ErrorScreen as ErrorBoundary };
