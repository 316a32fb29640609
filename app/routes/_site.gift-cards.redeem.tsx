import { randomUUID } from "node:crypto";
import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "~/features/layout/error-screen";
import { Agreement } from "~/features/pages/agreement";
import { type GuestContact, GuestFields } from "~/features/purchases/guest-fields";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateTags, siteOf } from "~/lib/page-meta";
import { withReturn } from "~/lib/sign-in-address";
import { useToast } from "~/lib/toast";
import { apiFor, attemptLogged } from "~/server/api.server";
import { rememberPass } from "~/server/cookies.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { guestRedemptionForm, redemptionForm } from "~/server/schemas.server";
import { FormActions, FormCard } from "~/ui/card";
import { TextField } from "~/ui/fields";
import { BackLink } from "~/ui/page-head";
import { SubmitButton } from "~/ui/post-form";
import { Lede } from "~/ui/text";
import { ToastNotice } from "~/ui/toast/toast";

export { privateHeaders as headers } from "~/lib/page-meta";

const title = "Redeem a Pass";
const address = "/gift-cards/redeem";

export const meta: MetaFunction = ({ matches }) => privateTags(title, siteOf(matches));

/** Fills the form with the code of the mailed link. */
export function loader({ request, context: { auth } }: LoaderFunctionArgs) {
  const code = new URL(request.url).searchParams.get("code") ?? "";
  const { user } = auth;
  return { code: code.slice(0, 60), buyer: user && { name: user.fullName, email: user.email }, formKey: randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  const { user } = args.context.auth;
  const submission = await readForm(args.request, user ? redemptionForm : guestRedemptionForm);
  if (submission.status !== "success") return refuse(submission);
  const redeemed = await attemptLogged(args, apiFor(args).giftCards.redeemPass(submission.value));
  if (!redeemed.ok) return refuseCall(submission, redeemed, "Not redeemed");
  const { next, purchaseId } = redeemed.value;
  return redirect(next, { status: 303, headers: user ? {} : { "Set-Cookie": rememberPass(args, purchaseId) } });
}

type Values = Partial<GuestContact> & { giftCode?: string };

export default function RedeemPage() {
  const { code, buyer, formKey } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  const isBusy = useIsPosting(address);
  const [form, fields] = useForm<Values>({
    id: "redeem",
    lastResult: refused?.reply,
    defaultValue: { giftCode: code },
  });
  useToast(refused);
  return (
    <div className="page-width grid gap-7 pt-2">
      <BackLink to="/gift-cards">Gift Cards</BackLink>
      <div className="grid gap-3">
        <h1 className="text-display">{title}</h1>
        <Lede>Someone gave you a pass: it is yours from the moment you redeem it.</Lede>
      </div>
      <FormCard {...getFormProps(form)} action={address} isBusy={isBusy} failure={{ title: "Not redeemed" }}>
        {refused?.toast && <ToastNotice toast={refused.toast} />}
        <input type="hidden" name="formKey" value={formKey} />
        <TextField
          label="Code"
          field={fields.giftCode}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="Letters and digits, in groups. Small letters and spaces are fine."
          takesFocus={Boolean(fields.giftCode.errors)}
        />
        {buyer ? (
          <p className="text-ink-soft">
            For {buyer.name}, <span className="break-words">{buyer.email}</span>
          </p>
        ) : (
          <GuestFields
            fields={fields}
            signInTo={withReturn("/sign-in", `${address}${code && `?code=${code}`}`)}
            hint="The link that opens your pass goes here."
          />
        )}
        <Agreement act="By redeeming" />
        <FormActions>
          <SubmitButton isBusy={isBusy}>Redeem</SubmitButton>
        </FormActions>
      </FormCard>
    </div>
  );
}

export { ErrorScreen as ErrorBoundary };
