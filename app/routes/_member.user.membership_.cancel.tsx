import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "~/features/layout/error-screen";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { apiFor, attemptLogged, load } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { leavingForm } from "~/server/schemas.server";
import { ButtonLink } from "~/ui/button";
import { FormActions, FormCard } from "~/ui/card";
import { TextAreaField } from "~/ui/fields";
import { SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Cancel membership");

const path = "/user/membership";

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  const api = apiFor(args);
  const membership = await load(api.memberships.getMine());
  if (!membership?.isCancellable) throw redirect(path);
  const { title, period } = membership;
  const { places } = await load(api.standing.getMine());
  return { title, period, hasStandingPlace: places.length > 0 };
}

const failure = "Your membership could not be cancelled. Please try again.";

export async function action(args: ActionFunctionArgs) {
  requireMember(args);
  const submission = await readForm(args.request, leavingForm);
  if (submission.status !== "success") return refuse(submission);
  const call = apiFor(args).memberships.cancel(submission.value);
  const cancelled = await attemptLogged(args, call, failure);
  if (!cancelled.ok) return refuseCall(submission, cancelled, "Membership not cancelled");
  return redirectWithToast(args, path, successToast("Membership cancelled", "You can change your mind until its end."));
}

export default function CancelMembershipPage() {
  const { title, period, hasStandingPlace } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  const isBusy = useIsPosting(`${path}/cancel`);
  const [form, fields] = useForm<{ leaveReason?: string }>({ id: "leaving", lastResult: refused?.reply });
  useToast(refused);
  return (
    <FormCard
      {...getFormProps(form)}
      action={`${path}/cancel`}
      isBusy={isBusy}
      failure={{ title: "Error", text: failure }}
    >
      <h1 className="text-heading">Cancel “{title}”?</h1>
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <p>{period}. If you cancel, you keep what is paid for, and what you have booked stays booked.</p>
      {hasStandingPlace && (
        <p>
          Dates of your standing places after that are given back. If you change your mind, you get those again that are
          still free.
        </p>
      )}
      <TextAreaField label="Why do you leave? (optional)" field={fields.leaveReason} rows={3} maxLength={500} />
      <FormActions>
        <ButtonLink kind="quiet" to={path}>
          Keep my membership
        </ButtonLink>
        <SubmitButton isBusy={isBusy} kind="danger">
          Cancel membership
        </SubmitButton>
      </FormActions>
    </FormCard>
  );
}

export { ErrorScreen as ErrorBoundary };
