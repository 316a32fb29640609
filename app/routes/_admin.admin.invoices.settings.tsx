import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { invoiceSettingsPath, invoicesPath } from "~/features/admin/admin-paths";
import { conflictKey } from "~/features/admin/form-version";
import { InvoicingForm, invoicingLabels } from "~/features/admin/invoices/invoicing-form";
import { conflictOf } from "~/lib/forms/conflict";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { invoicingForm } from "~/server/schemas.server";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Invoices and tax");

export const loader = (args: LoaderFunctionArgs) => load(adminApi(args).invoices.admin.getSettings());

const failure = "Failed to save. Please try again.";

export async function action(args: ActionFunctionArgs) {
  const { invoices } = adminApi(args);
  const submission = await readForm(args.request, invoicingForm);
  if (submission.status !== "success") return refuse(submission);
  const saved = await attemptLogged(args, invoices.admin.saveSettings(submission.value), failure);
  if (saved.ok) return redirectWithToast(args, invoiceSettingsPath, successToast("Invoices and tax saved"));
  if (saved.code !== "changed_meanwhile") return refuseCall(submission, saved, "Not saved");
  const conflict = conflictOf(invoicingLabels, await load(invoices.admin.getSettings()), submission.payload);
  return refuse(submission, { ...saved, conflict });
}

export default function InvoiceSettingsPage() {
  const { since, ...loaded } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  useToast(refused);
  return (
    <>
      <BackLink to={invoicesPath}>Invoices</BackLink>
      <PageHead
        title="Invoices and tax"
        lede={
          since
            ? `Invoices are issued for what is paid since ${since}. Changes are for those to come: what was issued never changes.`
            : "No invoices are issued yet: customers have receipts."
        }
      />
      <div className="max-w-176">
        <InvoicingForm key={`${loaded.version}${conflictKey(refused)}`} {...loaded} refused={refused} />
      </div>
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
