import { randomUUID } from "node:crypto";
import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { addMemberPath, memberPath, membersPath, plansPath } from "~/features/admin/admin-paths";
import { Choice } from "~/features/admin/price-parts";
import { type RefusedForm, typedIn, useFormAnswer } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { paidMinorOf, readForm, refuse, refuseCall } from "~/server/form.server";
import { newMemberForm } from "~/server/schemas.server";
import { ButtonLink } from "~/ui/button";
import { EmptyState, FormActions, FormCard } from "~/ui/card";
import { ChoiceGroup } from "~/ui/check";
import { SelectField, TextField } from "~/ui/fields";
import { BackLink, PageHead } from "~/ui/page-head";
import { SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Add Member");

export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  const plans = await load(adminApi(args).memberships.admin.list());
  return { plans, email: query.get("email") ?? "", formKey: randomUUID() };
}

const failure = "Failed to add the member. Please try again.";

export async function action(args: ActionFunctionArgs) {
  const { admin } = adminApi(args).memberships;
  const submission = await readForm(args.request, newMemberForm);
  if (submission.status !== "success") return refuse(submission);
  const { amount, ...added } = submission.value;
  const made = await attemptLogged(args, admin.addMember({ ...added, paidMinor: paidMinorOf(amount) }), failure);
  if (!made.ok) return refuseCall(submission, made, "Member not added");
  const { id, name } = made.value;
  return redirectWithToast(args, memberPath(id), successToast("Member added", `${name} gets an email about it.`));
}

type Fields = Partial<Record<"plan" | "email" | "interval" | "from" | "until" | "amount" | "reason", string>>;

export default function AddMemberPage() {
  const { plans, email, formKey } = useLoaderData<typeof loader>();
  const refused: RefusedForm | undefined = useFormAnswer<typeof action>();
  const isBusy = useIsPosting(addMemberPath);
  const [form, fields] = useForm<Fields>({
    id: "new-member",
    lastResult: refused?.reply,
    defaultValue: { plan: plans[0]?.id, email, interval: "month" },
  });
  useToast(refused);
  return (
    <>
      <BackLink to={membersPath}>Members</BackLink>
      <PageHead title="Add Member" lede="Someone with an account who pays you elsewhere. They get an email." />
      {plans.length === 0 ? (
        <EmptyState action={{ label: "Add Membership", to: `${plansPath}/new` }}>
          There is no membership to have yet.
        </EmptyState>
      ) : (
        <FormCard
          {...getFormProps(form)}
          action={addMemberPath}
          isBusy={isBusy}
          failure={{ title: "Error", text: failure }}
          aria-label="Add Member"
        >
          {refused?.toast && <ToastNotice toast={refused.toast} />}
          <input type="hidden" name="formKey" value={typedIn(refused, "formKey") ?? formKey} />
          <SelectField
            label="Membership"
            field={fields.plan}
            options={plans.map(({ id, title, price }) => ({ value: id, label: `${title}, ${price}` }))}
          />
          <TextField label="Email" field={fields.email} type="email" autoComplete="off" required />
          <ChoiceGroup legend="Pays by the">
            <Choice field={fields.interval} value="month" label="Month" />
            <Choice field={fields.interval} value="year" label="Year" />
          </ChoiceGroup>
          <TextField label="First day" field={fields.from} type="date" required />
          <TextField label="Last day" field={fields.until} type="date" required />
          <TextField
            label="Amount paid to you (optional)"
            field={fields.amount}
            inputMode="decimal"
            autoComplete="off"
            hint="In the currency of the membership. It makes an order; a refund is then for you to make."
          />
          <TextField
            label="Reason"
            field={fields.reason}
            maxLength={300}
            required
            hint="For your own records: it is in the audit log."
          />
          <FormActions>
            <ButtonLink kind="quiet" to={membersPath}>
              Cancel
            </ButtonLink>
            <SubmitButton isBusy={isBusy}>Add member</SubmitButton>
          </FormActions>
        </FormCard>
      )}
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
