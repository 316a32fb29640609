import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { apiFor, attemptOrSay, editedCodeForm, load } from "~/server/api.server";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { CodeDialog } from "~/features/admin/codes/code-form";
import { ModalDialog } from "~/ui/dialog";
import { chosen, conflictOf, ticked } from "~/lib/forms/conflict";
import { readForm, refuse } from "~/server/form.server";
import { codesPath } from "~/features/admin/library/library";
import { errorMeta, privateMeta, siteOf } from "~/lib/page-meta";
import { redirectWithToast, requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";
import { useFormAnswer } from "~/lib/forms/form-answer";

export const handle = { isDialog: true };

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  data ? privateMeta("Edit Code", siteOf(matches)) : errorMeta(error, siteOf(matches), "Discount code not found");

/** This one is no secret. */
const shown = ["code"];

const labels = {
  code: "Code",
  type: chosen("Discount", { percentage: "A part of the price", fixed_amount: "A fixed amount" }),
  percentage: "Percentage",
  amount: "Amount",
  currency: "Currency",
  isActive: ticked("Active"),
  isOneTimeUse: ticked("One-time use"),
  firstDay: "First day",
  lastDay: "Last day",
  maxUses: "Number of uses",
};

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const id = args.params.id ?? "";
  return { id, code: await load(apiFor(args).discounts.getForm({ id })) };
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const submission = await readForm(args.request, editedCodeForm);
  if (submission.status !== "success") return refuse(submission, { status: 422, shown });
  const { discounts } = apiFor(args);
  const id = args.params.id ?? "";
  const call = discounts.edit({ ...submission.value, id });
  const saved = await attemptOrSay(args, call, "Please try again.");
  if (!saved.ok && saved.code === "changed_meanwhile") {
    const { version, ...values } = await load(discounts.getForm({ id }));
    const conflict = conflictOf(labels, { version, values }, submission.payload);
    return refuse(submission, { ...saved, conflict, shown });
  }
  if (!saved.ok && saved.field)
    return refuse(submission, { ...saved, errors: { [saved.field]: [saved.message] }, shown });
  if (!saved.ok) {
    const toast = { kind: "error" as const, title: "Failed to save the discount code", text: saved.message };
    return refuse(submission, { ...saved, toast, shown });
  }
  return redirectWithToast(args.context, codesPath + new URL(args.request.url).search, {
    ...{ kind: "success", title: "Discount code saved", text: saved.value.code },
  });
}

export default function EditCodeDialog() {
  const { id, code } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  return <CodeDialog title="Edit Code" code={code} returnFocusTo={`edit-${id}`} refused={refused} />;
}

/** Over the list, like the dialog in whose place it stands. */
export function ErrorBoundary() {
  const { search } = useLocation();
  return (
    <ModalDialog title="Edit Code" closeTo={codesPath + search} returnFocusTo="">
      <AdminErrorScreen back={{ label: "Back to discount codes", to: codesPath + search }} />
    </ModalDialog>
  );
}
