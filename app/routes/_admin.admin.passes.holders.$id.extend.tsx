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
import { passExtensionForm } from "~/server/schemas.server";
import { TextField } from "~/ui/fields";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Extend a pass", "Pass not found");

export async function loader(args: LoaderFunctionArgs) {
  return { pass: await load(adminApi(args).orders.getHeldPass({ id: idOf(args) })) };
}

const failure = "Failed to extend the pass. Please try again.";

export async function action(args: ActionFunctionArgs) {
  const { passes, orders } = adminApi(args);
  const id = idOf(args);
  const submission = await readForm(args.request, passExtensionForm);
  if (submission.status !== "success") return refuse(submission);
  const saved = await attemptLogged(args, passes.admin.extend({ ...submission.value, id }), failure);
  if (saved.ok) {
    return redirectWithToast(args, heldPassPath(id), successToast("Pass extended", "Its holder gets an email."));
  }
  if (saved.code !== "changed_meanwhile") return refuseCall(submission, saved, "Pass not extended");
  const { extension } = await load(orders.getHeldPass({ id }));
  const toast = errorToast("Pass not extended", saved.message);
  return refuse(submission, { ...saved, toast, filled: { version: extension.version } });
}

export default function ExtendPassPage() {
  const { pass } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  const { extension } = pass;
  useToast(refused);
  return (
    <ConfirmPage
      title={`Extend “${pass.title}”`}
      back={heldPassPath(pass.id)}
      backLabel={`${pass.title} of ${pass.holder}`}
      action={heldPassPath(pass.id, "extend")}
      failure={{ title: "Error", text: failure }}
      confirmLabel={extension.refusal ? null : "Extend pass"}
      toast={refused?.toast}
    >
      {extension.refusal ? (
        <p>{extension.refusal}</p>
      ) : (
        <>
          <p>
            {pass.holder} can book with it until {pass.endsOn}.
            {extension.back > 0 && ` The ${extension.back} written off at its end come back when you extend it.`}
          </p>
          <ChangeKeys opened={extension} refused={refused} />
          <TextField
            label="New last day"
            type="date"
            id="lastDay"
            name="lastDay"
            required
            defaultValue={typedIn(refused, "lastDay") ?? extension.lastDay ?? ""}
            error={refused?.reply.error?.lastDay?.[0]}
          />
          <SharedReasonField refused={refused} />
        </>
      )}
    </ConfirmPage>
  );
}

export { AdminErrorScreen as ErrorBoundary };
