import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { CodeDialog } from "~/features/admin/codes/code-dialog";
import { choiceLabel, conflictOf, tickLabel } from "~/lib/forms/conflict";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse } from "~/server/form.server";
import { editedCodeForm } from "~/server/schemas.server";
import { ModalDialog } from "~/ui/dialog";
import { codesPath } from "~/features/admin/admin-paths";

export { privateHeaders as headers } from "~/lib/page-meta";

export const handle = { isDialog: true };

export const meta = privateMeta("Edit Code", "Discount code not found");

/** A field named `code` would otherwise count as a secret. */
const shown = ["code"];

const labels = {
  code: "Code",
  type: choiceLabel("Discount", { percentage: "A part of the price", fixed_amount: "A fixed amount" }),
  percentage: "Percentage",
  amount: "Amount",
  currency: "Currency",
  isActive: tickLabel("Active"),
  isOneTimeUse: tickLabel("One-time use"),
  firstDay: "First day",
  lastDay: "Last day",
  maxUses: "Number of uses",
};

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const id = idOf(args);
  return { id, code: await load(api.discounts.getForm({ id })) };
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const submission = await readForm(args.request, editedCodeForm);
  if (submission.status !== "success") return refuse(submission, { status: 422, shown });
  const { discounts } = api;
  const id = idOf(args);
  const call = discounts.edit({ ...submission.value, id });
  const saved = await attemptLogged(args, call);
  if (!saved.ok && saved.code === "changed_meanwhile") {
    const { version, ...values } = await load(discounts.getForm({ id }));
    const conflict = conflictOf(labels, { version, values }, submission.payload);
    return refuse(submission, { ...saved, conflict, shown });
  }
  if (!saved.ok && saved.field)
    return refuse(submission, { ...saved, errors: { [saved.field]: [saved.message] }, shown });
  if (!saved.ok) {
    const toast = errorToast("Failed to save the discount code", saved.message);
    return refuse(submission, { ...saved, toast, shown });
  }
  return redirectWithToast(
    args,
    codesPath + new URL(args.request.url).search,
    successToast("Discount code saved", saved.value.code),
  );
}

export default function EditCodeDialog() {
  const { id, code } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  return <CodeDialog title="Edit Code" code={code} returnFocusTo={`edit-${id}`} refused={refused} />;
}

/** Shows an error over the list, like the dialog that it replaces. */
export function ErrorBoundary() {
  const { search } = useLocation();
  return (
    <ModalDialog title="Edit Code" closeTo={codesPath + search} returnFocusTo="">
      <AdminErrorScreen back={{ label: "Back to discount codes", to: codesPath + search }} />
    </ModalDialog>
  );
}
