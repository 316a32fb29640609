import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { plansPath } from "~/features/admin/admin-paths";
import { newPlan, PlanForm } from "~/features/admin/memberships/plan-form";
import { saveProduct } from "~/features/admin/products/save-product.server";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { newPlanForm } from "~/server/schemas.server";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Add Membership");

export async function loader(args: LoaderFunctionArgs) {
  return { formKey: randomUUID(), ...(await load(adminApi(args).memberships.admin.listGrantable())) };
}

export async function action(args: ActionFunctionArgs) {
  const { admin } = adminApi(args).memberships;
  return saveProduct(args, {
    kind: "membership",
    schema: newPlanForm,
    done: "added",
    save: (form) => admin.create(form),
  });
}

export default function NewPlanPage() {
  const data = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  return (
    <>
      <BackLink to={plansPath}>Memberships</BackLink>
      <PageHead title="Add Membership" />
      <PlanForm action={`${plansPath}/new`} plan={newPlan} {...data} refused={refused} />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
