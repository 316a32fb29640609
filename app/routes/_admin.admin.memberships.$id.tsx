import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { planFormPath, plansPath } from "~/features/admin/admin-paths";
import { conflictKey } from "~/features/admin/form-version";
import { PlanForm, planLabels, planValues } from "~/features/admin/memberships/plan-form";
import { saveProduct } from "~/features/admin/products/save-product.server";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { editedPlanForm } from "~/server/schemas.server";
import { HeadedSection } from "~/ui/headed-section";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Edit Membership", "Membership not found");

export async function loader(args: LoaderFunctionArgs) {
  const { admin } = adminApi(args).memberships;
  const id = idOf(args);
  const plan = await load(admin.getForm({ id }));
  const [paid, grantable] = await Promise.all([load(admin.listPaidPrices({ id })), load(admin.listGrantable())]);
  return { opened: plan, paid, ...grantable };
}

export async function action(args: ActionFunctionArgs) {
  const { admin } = adminApi(args).memberships;
  const id = idOf(args);
  const read = async () => {
    const { version, ...now } = await load(admin.getForm({ id }));
    return { version, values: planValues(now) };
  };
  return saveProduct(args, {
    kind: "membership",
    schema: editedPlanForm,
    done: "saved",
    save: (form) => admin.edit({ ...form, id }),
    saved: { labels: planLabels, read },
  });
}

export default function EditPlanPage() {
  const { opened, paid, ...lists } = useLoaderData<typeof loader>();
  const { id, version, kept: _, ...plan } = opened;
  const refused = useFormAnswer<typeof action>();
  return (
    <>
      <BackLink to={plansPath}>Memberships</BackLink>
      <PageHead
        title="Edit Membership"
        lede="Changes are for those who join from now on. Members keep what they have, and what they pay."
      />
      {paid.length > 0 && (
        <HeadedSection heading="What members pay">
          <ul className="grid gap-1">
            {paid.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <p className="mt-2 text-ink-soft">
            To move one member to another plan or price, change their subscription in Stripe’s dashboard: this site
            follows within minutes.
          </p>
        </HeadedSection>
      )}
      <PlanForm
        key={conflictKey(refused)}
        action={planFormPath(id)}
        plan={plan}
        {...lists}
        version={version}
        refused={refused}
      />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
