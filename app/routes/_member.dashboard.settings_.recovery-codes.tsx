import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FactorCodeForm, factorHint } from "~/features/accounts/factor-code-form";
import { LinkNeeded } from "~/features/accounts/holder-form";
import { RecoveryCodes } from "~/features/accounts/second-factor";
import { checkForFactor } from "~/features/accounts/second-factor.server";
import { ErrorScreen } from "~/features/layout/error-screen";
import { privateMeta } from "~/lib/page-meta";
import { useToast } from "~/lib/toast";
import { apiFor, attemptLogged } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { holderCodeForm } from "~/server/schemas.server";
import { SubmitButton } from "~/ui/post-form";
import { BackLink } from "~/ui/page-head";
import { Lede } from "~/ui/text";

export { privateHeaders as headers } from "~/lib/page-meta";

const page = "/dashboard/settings";
const path = `${page}/recovery-codes`;
/** The codes may have been replaced although the answer was lost. */
const failure = "Failed to make new codes. Your old ones may no longer work: please try again.";

export const meta = privateMeta("New recovery codes");

export const loader = (args: LoaderFunctionArgs) => checkForFactor(args, page);

export async function action(args: ActionFunctionArgs) {
  requireMember(args);
  const submission = await readForm(args.request, holderCodeForm);
  if (submission.status !== "success") return refuse(submission);
  const call = apiFor(args).accounts.secondFactor.renewCodes(submission.value);
  const renewed = await attemptLogged(args, call, failure);
  if (!renewed.ok) return refuseCall(submission, renewed, "Error");
  return data({ codes: renewed.value.recoveryCodes, toast: null });
}

export default function RecoveryCodesPage() {
  const { check } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  useToast(answer);
  if (answer && "codes" in answer) return <RecoveryCodes codes={answer.codes} doneTo={page} />;
  return (
    <>
      <BackLink to={page}>Profile</BackLink>
      <h1 className="text-display">New recovery codes</h1>
      <Lede>Ten new ones; the old ones stop working.</Lede>
      {check === "link" ? (
        <LinkNeeded />
      ) : (
        <FactorCodeForm
          id="renew"
          action={path}
          refused={answer}
          failure={{ title: "Error", text: failure }}
          needsPassword={check === "password"}
          hint={factorHint}
        >
          {(fields, isBusy) => (
            <div className="grid gap-4.5 max-w-112">
              {fields}
              <SubmitButton isBusy={isBusy}>Make new codes</SubmitButton>
            </div>
          )}
        </FactorCodeForm>
      )}
    </>
  );
}

export { ErrorScreen as ErrorBoundary };
