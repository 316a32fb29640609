import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { planFormPath, plansPath } from "~/features/admin/admin-paths";
import { conflictKey } from "~/features/admin/form-version";
import { EditPlanForm, planLabels, planValues } from "~/features/admin/memberships/plan-form";
import { conflictOf } from "~/lib/forms/conflict";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { successToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
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
  return { plan, paid, ...grantable };
}

export async function action(args: ActionFunctionArgs) {
  const { admin } = adminApi(args).memberships;
  const id = idOf(args);
  const submission = await readForm(args.request, editedPlanForm);
  if (submission.status !== "success") return refuse(submission);
  const saved = await attemptLogged(args, admin.edit({ ...submission.value, id }));
  if (!saved.ok && saved.code === "changed_meanwhile") {
    const { version, ...now } = await load(admin.getForm({ id }));
    const conflict = conflictOf(planLabels, { version, values: planValues(now) }, submission.payload);
    return refuse(submission, { ...saved, conflict });
  }
  if (!saved.ok) return refuseCall(submission, saved, "Failed to save the membership");
  return redirectWithToast(args, plansPath, successToast("Membership saved", submission.value.title));
}

export default function EditPlanPage() {
  const { paid, ...data } = useLoaderData<typeof loader>();
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
      <EditPlanForm key={conflictKey(refused)} action={planFormPath(data.plan.id)} {...data} refused={refused} />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
