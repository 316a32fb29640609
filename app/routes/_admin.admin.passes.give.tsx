import { randomUUID } from "node:crypto";
import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { givePassPath, heldPassesPath, heldPassPath, passesPath } from "~/features/admin/admin-paths";
import { Choice } from "~/features/admin/price-parts";
import { type RefusedForm, typedIn, useFormAnswer } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { givenPassForm } from "~/server/schemas.server";
import { ButtonLink } from "~/ui/button";
import { EmptyState, FormActions, FormCard } from "~/ui/card";
import { ChoiceGroup } from "~/ui/check";
import { SelectField, TextField } from "~/ui/fields";
import { BackLink, PageHead } from "~/ui/page-head";
import { SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Give a pass");

export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  const passes = await load(adminApi(args).purchases.listGivable());
  return { passes, email: query.get("email") ?? "", formKey: randomUUID() };
}

const failure = "Failed to give the pass. Please try again.";

export async function action(args: ActionFunctionArgs) {
  const { purchases } = adminApi(args);
  const submission = await readForm(args.request, givenPassForm);
  if (submission.status !== "success") return refuse(submission);
  const { payment, amount, ...given } = submission.value;
  const call = purchases.givePass({ ...given, paidMinor: payment === "free" ? 0 : minorOf(amount) });
  const made = await attemptLogged(args, call, failure);
  if (!made.ok) return refuseCall(submission, made, "Pass not given");
  const { id, name } = made.value;
  return redirectWithToast(args, heldPassPath(id), successToast("Pass given", `${name} gets an email about it.`));
}

/** The schema has checked the amount. */
const minorOf = (typed: string): number => Math.round(Number(typed.replace(",", ".")) * 100);

type Fields = Partial<Record<"pass" | "email" | "name" | "payment" | "amount" | "reason", string>>;

export default function GivePassPage() {
  const { passes, email, formKey } = useLoaderData<typeof loader>();
  const refused: RefusedForm | undefined = useFormAnswer<typeof action>();
  const isBusy = useIsPosting(givePassPath);
  const [form, fields] = useForm<Fields>({
    id: "given-pass",
    lastResult: refused?.reply,
    defaultValue: { pass: passes[0]?.id, email, payment: "free" },
  });
  useToast(refused);
  return (
    <>
      <BackLink to={heldPassesPath}>Holders</BackLink>
      <PageHead title="Give a pass" lede="To any address. Its holder gets the confirmation by email right away." />
      {passes.length === 0 ? (
        <EmptyState action={{ label: "Add Pass", to: `${passesPath}/new` }}>There is no pass to give yet.</EmptyState>
      ) : (
        <FormCard
          {...getFormProps(form)}
          action={givePassPath}
          isBusy={isBusy}
          failure={{ title: "Error", text: failure }}
          aria-label="Give a pass"
        >
          {refused?.toast && <ToastNotice toast={refused.toast} />}
          <input type="hidden" name="formKey" value={typedIn(refused, "formKey") ?? formKey} />
          <SelectField
            label="Pass"
            field={fields.pass}
            options={passes.map(({ id, title, price }) => ({ value: id, label: `${title}, ${price}` }))}
          />
          <TextField label="Email" field={fields.email} type="email" autoComplete="off" required />
          <TextField
            label="Name"
            field={fields.name}
            autoComplete="off"
            hint="Needed if no one has an account with this address."
          />
          <ChoiceGroup legend="Payment">
            <Choice field={fields.payment} value="free" label="Free of charge" />
            <Choice field={fields.payment} value="outside" label="Paid to you, outside Stripe" />
          </ChoiceGroup>
          <TextField
            label="Amount paid to you"
            field={fields.amount}
            inputMode="decimal"
            autoComplete="off"
            hint="In the currency of the pass. Empty if it is free of charge. A refund is then for you to make."
          />
          <TextField
            label="Reason"
            field={fields.reason}
            maxLength={500}
            required
            hint="For your own records: it is in the audit log, and the holder does not see it."
          />
          <FormActions>
            <ButtonLink kind="quiet" to={heldPassesPath}>
              Cancel
            </ButtonLink>
            <SubmitButton isBusy={isBusy}>Give pass</SubmitButton>
          </FormActions>
        </FormCard>
      )}
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
