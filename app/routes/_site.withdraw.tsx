import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "~/features/layout/error-screen";
import {
  ConfirmWithdrawal,
  NoWithdrawal,
  WithdrawalForm,
  WithdrawalReceived,
} from "~/features/withdrawals/withdraw-steps";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, useToast } from "~/lib/toast";
import { apiFor, attemptLogged, load } from "~/server/api.server";
import { parseForm, readFields, refuse, retryAfter } from "~/server/form.server";
import { confirmedWithdrawal, readReference, withdrawalForm } from "~/server/schemas.server";
import { Masthead } from "~/ui/masthead";

export { privateHeaders as headers } from "~/lib/page-meta";

const path = "/withdraw";

export const meta = privateMeta("Withdraw from a contract");

export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  const { withdrawals } = apiFor(args);
  const id = query.get("received");
  const page = await load(withdrawals.getPage());
  const reference = readReference(query.get("reference") ?? "");
  return { page, reference, received: id === null ? null : await load(withdrawals.getReceived({ id })) };
}

const failure = "Your withdrawal could not be sent. Please try again, or write to me.";

/** Shows what was typed, to be confirmed; the button that confirms sends it. */
export async function action(args: ActionFunctionArgs) {
  const fields = await readFields(args.request);
  const submission = parseForm(fields, confirmedWithdrawal);
  if (submission.status !== "success") return refuse(parseForm(fields, withdrawalForm));
  const { value } = submission;
  if (fields.has("isChanging")) return data({ reply: parseForm(fields, withdrawalForm).reply(), toast: null });
  if (fields.get("intent") !== "confirm") return data({ typed: value, toast: null });
  const sent = await attemptLogged(args, apiFor(args).withdrawals.confirm(value), failure);
  if (sent.ok) return redirect(`${path}?received=${sent.value.id}`, 303);
  const { status, message, retryAfterSeconds } = sent;
  return data(
    { typed: value, toast: errorToast("Not sent", message) },
    { status, headers: retryAfter(retryAfterSeconds) },
  );
}

export default function WithdrawPage() {
  const { page, reference, received } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  useToast(answer);
  return (
    <Masthead>
      <div className="page-width pt-10">
        <div className="grid max-w-text grid-cols-1 gap-6">
          {received ? (
            <WithdrawalReceived received={received} />
          ) : answer && "typed" in answer ? (
            <ConfirmWithdrawal typed={answer.typed} toast={answer.toast} action={path} />
          ) : page.isOffered ? (
            <WithdrawalForm page={page} reference={reference} refused={answer} action={path} />
          ) : (
            <NoWithdrawal page={page} />
          )}
        </div>
      </div>
    </Masthead>
  );
}

export { ErrorScreen as ErrorBoundary };
