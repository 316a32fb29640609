import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { heldPassPath } from "~/features/admin/admin-paths";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { ChangeKeys, SharedReasonField } from "~/features/admin/passes/change-fields";
import { typedIn, useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast, useToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { creditCorrectionForm } from "~/server/schemas.server";
import { ChoiceField, TextField } from "~/ui/fields";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Correct credits", "Pass not found");

export async function loader(args: LoaderFunctionArgs) {
  return { pass: await load(adminApi(args).orders.getHeldPass({ id: idOf(args) })) };
}

const failure = "Failed to correct the credits. Please try again.";
const failed = "Credits not corrected";

export async function action(args: ActionFunctionArgs) {
  const { passes, orders } = adminApi(args);
  const id = idOf(args);
  const submission = await readForm(args.request, creditCorrectionForm);
  if (submission.status !== "success") return refuse(submission);
  const { direction, number, ...form } = submission.value;
  const change = direction === "add" ? number : -number;
  const saved = await attemptLogged(args, passes.admin.correctCredits({ ...form, change, id }), failure);
  if (saved.ok) {
    return redirectWithToast(args, heldPassPath(id), successToast("Credits corrected", "The holder gets an email."));
  }
  if (saved.code !== "changed_meanwhile") return refuseCall(submission, saved, failed);
  const { correction } = await load(orders.getHeldPass({ id }));
  const toast = errorToast(failed, saved.message);
  return refuse(submission, { ...saved, toast, filled: { version: correction.version } });
}

export default function CorrectCreditsPage() {
  const { pass } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  const { correction } = pass;
  useToast(refused);
  return (
    <ConfirmPage
      title={`Correct the credits of “${pass.title}”`}
      back={heldPassPath(pass.id)}
      backLabel={`${pass.title} of ${pass.holder}`}
      action={heldPassPath(pass.id, "credits")}
      failure={{ title: "Error", text: failure }}
      confirmLabel={correction.refusal ? null : "Correct credits"}
      toast={refused?.toast}
    >
      {correction.refusal ? (
        <p>{correction.refusal}</p>
      ) : (
        <>
          <p>
            {pass.holder} has {correction.left} left. What is paid and refunded does not change: added credits are a
            gift.
          </p>
          <ChangeKeys opened={correction} refused={refused} />
          <ChoiceField
            legend="What to do"
            name="direction"
            options={[
              { value: "add", label: "Add credits" },
              { value: "take", label: "Take credits away" },
            ]}
            chosen={typedIn(refused, "direction") ?? "add"}
          />
          <TextField
            label="Number of credits"
            id="number"
            name="number"
            inputMode="numeric"
            autoComplete="off"
            required
            defaultValue={typedIn(refused, "number") ?? "1"}
            error={refused?.reply.error?.number?.[0]}
          />
          <SharedReasonField refused={refused} />
        </>
      )}
    </ConfirmPage>
  );
}

export { AdminErrorScreen as ErrorBoundary };
