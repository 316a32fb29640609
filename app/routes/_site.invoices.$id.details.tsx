import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { DetailsFields } from "~/features/invoices/details-fields";
import { ErrorScreen } from "~/features/layout/error-screen";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { apiFor, attemptLogged, idOf, load } from "~/server/api.server";
import { keyOf } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { detailsForm } from "~/server/schemas.server";
import { BackLink, PageHead } from "~/ui/page-head";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Details on the invoice", "Invoice not found");

const refOf = (args: LoaderFunctionArgs) => ({ id: idOf(args), key: keyOf(args) ?? "" });

export async function loader(args: LoaderFunctionArgs) {
  const { printed, details, refusal } = await load(apiFor(args).invoices.get(refOf(args)));
  return { label: printed.label, details, refusal };
}

const failure = "The details could not be saved. Please try again.";

export async function action(args: ActionFunctionArgs) {
  const submission = await readForm(args.request, detailsForm);
  if (submission.status !== "success") return refuse(submission);
  const call = apiFor(args).invoices.changeDetails({ ...submission.value, ...refOf(args) });
  const saved = await attemptLogged(args, call, failure);
  if (!saved.ok) return refuseCall(submission, saved, "Not saved");
  return redirectWithToast(args, saved.value.path, successToast("Here is your invoice with these details"));
}

export default function InvoiceDetailsPage() {
  const { label, details, refusal } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const refused = useFormAnswer<typeof action>();
  const [form, fields] = useForm<typeof details>({ id: "details", lastResult: refused?.reply, defaultValue: details });
  const isBusy = useIsPosting(pathname);
  useToast(refused);
  return (
    <div className="page-width grid gap-6 pt-10">
      <BackLink to={pathname.replace(/\/details\/?$/, "") + search}>{`Invoice ${label}`}</BackLink>
      <PageHead
        title="Details on the invoice"
        lede="An invoice never changes once it is issued. With these details you get a new one, and a credit note that takes this one back."
      />
      {refusal ? (
        <p>{refusal}</p>
      ) : (
        <PostForm
          {...getFormProps(form)}
          className="grid max-w-text gap-4.5"
          action={pathname + search}
          isBusy={isBusy}
          failure={{ title: "Not saved", text: failure }}
        >
          {refused?.toast && <ToastNotice toast={refused.toast} />}
          <DetailsFields fields={fields} />
          <SubmitButton isBusy={isBusy}>Issue the invoice with these details</SubmitButton>
        </PostForm>
      )}
    </div>
  );
}

export { ErrorScreen as ErrorBoundary };
