import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { plansPath } from "~/features/admin/admin-paths";
import { NewPlanForm } from "~/features/admin/memberships/plan-form";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { successToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { newPlanForm } from "~/server/schemas.server";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Add Membership");

export async function loader(args: LoaderFunctionArgs) {
  return { formKey: randomUUID(), ...(await load(adminApi(args).memberships.admin.listGrantable())) };
}

export async function action(args: ActionFunctionArgs) {
  const { admin } = adminApi(args).memberships;
  const submission = await readForm(args.request, newPlanForm);
  if (submission.status !== "success") return refuse(submission);
  const made = await attemptLogged(args, admin.create(submission.value));
  if (!made.ok) return refuseCall(submission, made, "Failed to save the membership");
  return redirectWithToast(args, plansPath, successToast("Membership added", submission.value.title));
}

export default function NewPlanPage() {
  const data = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  return (
    <>
      <BackLink to={plansPath}>Memberships</BackLink>
      <PageHead title="Add Membership" />
      <NewPlanForm action={`${plansPath}/new`} {...data} refused={refused} />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
