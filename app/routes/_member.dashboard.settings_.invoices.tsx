import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DetailsFields } from "~/features/invoices/details-fields";
import { ErrorScreen } from "~/features/layout/error-screen";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { apiFor, attemptLogged, load } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { detailsForm } from "~/server/schemas.server";
import { BackLink, PageHead } from "~/ui/page-head";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

export { privateHeaders as headers } from "~/lib/page-meta";

const path = "/dashboard/settings/invoices";

export const meta = privateMeta("Details on your invoices");

export function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  return load(apiFor(args).invoices.getOwnDetails());
}

const failure = "The details could not be saved. Please try again.";

export async function action(args: ActionFunctionArgs) {
  requireMember(args);
  const submission = await readForm(args.request, detailsForm);
  if (submission.status !== "success") return refuse(submission);
  const saved = await attemptLogged(args, apiFor(args).invoices.saveOwnDetails(submission.value), failure);
  if (!saved.ok) return refuseCall(submission, saved, "Not saved");
  return redirectWithToast(args, path, successToast("Details saved"));
}

export default function OwnInvoiceDetailsPage() {
  const details = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  const [form, fields] = useForm<typeof details>({ id: "details", lastResult: refused?.reply, defaultValue: details });
  const isBusy = useIsPosting(path);
  useToast(refused);
  return (
    <>
      <BackLink to="/dashboard/settings">Profile</BackLink>
      <PageHead
        title="Details on your invoices"
        lede="Printed below your name on the invoices for what you pay from now on."
      />
      <PostForm
        {...getFormProps(form)}
        className="grid max-w-text gap-4.5"
        action={path}
        isBusy={isBusy}
        failure={{ title: "Not saved", text: failure }}
      >
        {refused?.toast && <ToastNotice toast={refused.toast} />}
        <DetailsFields fields={fields} />
        <SubmitButton isBusy={isBusy}>Save</SubmitButton>
      </PostForm>
    </>
  );
}

export { ErrorScreen as ErrorBoundary };
