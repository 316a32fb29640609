import { type ActionFunctionArgs, type LoaderFunctionArgs, redirectDocument } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "~/features/layout/error-screen";
import { joinPath } from "~/features/memberships/plan-card";
import { Agreement } from "~/features/pages/agreement";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, useToast } from "~/lib/toast";
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

export const meta = privateMeta("Join", "Membership not found");

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  const query = new URL(args.request.url).searchParams;
  const choice = {
    plan: query.get("plan") ?? "",
    interval: query.get("interval") === "year" ? "year" : "month",
  } as const;
  const offer = await attempt(apiFor(args).memberships.getJoinOffer(choice));
  if (!offer.ok && offer.code === "closed") {
    return redirectWithToast(args, "/user/membership", errorToast("Not joined", offer.message));
  }
  return { offer: offer.ok ? offer.value : await load(apiFor(args).memberships.getJoinOffer(choice)) };
}

const failure = "There was a problem opening the payment page. Please try again.";

export async function action(args: ActionFunctionArgs) {
  requireMember(args);
  const submission = await readForm(args.request, joinForm);
  if (submission.status !== "success") return refuse(submission);
  const joined = await attemptLogged(args, apiFor(args).memberships.join(submission.value), failure);
  if (!joined.ok) return refuseCall(submission, joined, "Not joined");
  return redirectDocument(joined.value.next, 303);
}

export default function JoinPage() {
  const { offer } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  const isBusy = useIsPosting(joinPath);
  useToast(refused);
  return (
    <div className="page-width grid max-w-160 gap-6 pt-10">
      <h1 className="text-display">
        {offer.isBack ? "Come back to" : "Join"} “{offer.title}”
      </h1>
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <Card title={offer.price}>
        <ul className="grid gap-1 text-ink-soft">
          {offer.holds.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p>
          {offer.trial} {offer.price} is taken from your card until you cancel, which you can do at any time on the page
          of your membership. You keep what you have paid for to its end.
        </p>
        <Agreement act="By joining" />
        <PostForm action={joinPath} isBusy={isBusy} failure={{ title: "Error", text: failure }}>
          <input type="hidden" name="plan" value={offer.plan} />
          <input type="hidden" name="interval" value={offer.interval} />
          <input type="hidden" name="key" value={offer.key} />
          <FormActions>
            <ButtonLink kind="quiet" to="/memberships">
              Other memberships
            </ButtonLink>
            <SubmitButton isBusy={isBusy}>Go to payment</SubmitButton>
          </FormActions>
        </PostForm>
      </Card>
    </div>
  );
}

export { ErrorScreen as ErrorBoundary };
