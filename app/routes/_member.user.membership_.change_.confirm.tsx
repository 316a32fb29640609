import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "~/features/layout/error-screen";
import { changeAddress, changePath } from "~/features/memberships/change-address";
import { Agreement } from "~/features/pages/agreement";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast, useToast } from "~/lib/toast";
import { apiFor, attempt, attemptLogged, load } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { joinForm } from "~/server/schemas.server";
import { ButtonLink } from "~/ui/button";
import { Card, FormActions } from "~/ui/card";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Change plan", "Membership not found");

const path = "/user/membership";

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  const query = new URL(args.request.url).searchParams;
  const choice = {
    plan: query.get("plan") ?? "",
    interval: query.get("interval") === "year" ? "year" : "month",
  } as const;
  const offer = await attempt(apiFor(args).memberships.getChangeOffer(choice));
  if (!offer.ok && (offer.code === "closed" || offer.code === "payment_provider_failed")) {
    return redirectWithToast(args, path, errorToast("Not changed", offer.message));
  }
  return { offer: offer.ok ? offer.value : await load(apiFor(args).memberships.getChangeOffer(choice)) };
}

const failure = "Your membership could not be changed. Please look at it before you try again.";

const toasts = {
  made: successToast("Your membership has changed", "You will get an email about it."),
  planned: successToast("The change is planned", "You can take it back until it takes effect."),
  waiting: errorToast(
    "The payment is not complete",
    "Your membership has not changed yet. Please look at the payment.",
  ),
};

export async function action(args: ActionFunctionArgs) {
  requireMember(args);
  const submission = await readForm(args.request, joinForm);
  if (submission.status !== "success") return refuse(submission);
  const changed = await attemptLogged(args, apiFor(args).memberships.changePlan(submission.value), failure);
  if (!changed.ok) return refuseCall(submission, changed, "Not changed");
  return redirectWithToast(args, path, toasts[changed.value]);
}

export default function ConfirmChangePage() {
  const { offer } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  // The choice stays in the address, so that a refused form is shown with the amount of now.
  const address = changeAddress(offer.plan, offer.interval);
  const isBusy = useIsPosting(address);
  useToast(refused);
  return (
    <>
      <h1 className="text-display">Change to “{offer.title}”?</h1>
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <Card title={offer.amount === null ? `${offer.price}, later` : `${offer.amount} now`}>
        {offer.sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <ul className="grid gap-1 text-ink-soft">
          {offer.holds.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p>What you have booked stays booked.</p>
        <Agreement act="By changing" />
        <PostForm action={address} isBusy={isBusy} failure={{ title: "Not confirmed" }}>
          <input type="hidden" name="plan" value={offer.plan} />
          <input type="hidden" name="interval" value={offer.interval} />
          <input type="hidden" name="key" value={offer.key} />
          <FormActions>
            <ButtonLink kind="quiet" to={changePath}>
              Other plans
            </ButtonLink>
            <SubmitButton isBusy={isBusy}>
              {offer.amount === null ? "Plan the change" : `Pay ${offer.amount} and change`}
            </SubmitButton>
          </FormActions>
        </PostForm>
      </Card>
    </>
  );
}

export { ErrorScreen as ErrorBoundary };
