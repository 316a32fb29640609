import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "~/features/layout/error-screen";
import { joinPath } from "~/features/memberships/plan-card";
import { MembershipFacts } from "~/features/memberships/membership-facts";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { apiFor, attemptLogged, load } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/card";
import { Notice } from "~/ui/notice";
import { PostForm, SubmitButton } from "~/ui/post-form";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("My Membership");

const path = "/user/membership";

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  return { membership: await load(apiFor(args).memberships.getMine()) };
}

/** Takes a cancellation back. */
export async function action(args: ActionFunctionArgs) {
  requireMember(args);
  const undone = await attemptLogged(args, apiFor(args).memberships.undoCancelling());
  const toast = undone.ok
    ? successToast("Your membership goes on", "You will get an email about it.")
    : errorToast("Your membership has not changed", undone.message);
  return redirectWithToast(args, path, toast);
}

export default function MyMembershipPage() {
  const { membership } = useLoaderData<typeof loader>();
  const isBusy = useIsPosting(path);
  return (
    <>
      <h1 className="text-display">My Membership</h1>
      {membership ? (
        <MembershipFacts membership={membership}>
          {membership.due && (
            <Notice kind="error" isAnnounced={false}>
              {membership.due}
            </Notice>
          )}
          {membership.trial && <p>{membership.trial}</p>}
          {membership.waitsFor && (
            <p>
              <ButtonLink size="small" to={`${joinPath}?${new URLSearchParams(membership.waitsFor).toString()}`}>
                Go to payment
              </ButtonLink>
            </p>
          )}
          {membership.isByCard && !membership.waitsFor && (
            <PortalButton goal="card">
              {membership.due ? "Look at the payment and your card" : "Card and invoices"}
            </PortalButton>
          )}
          {membership.isUndoable && (
            <PostForm action={path} isBusy={isBusy} failure={{ title: "Your membership has not changed" }}>
              <SubmitButton isBusy={isBusy}>Keep my membership</SubmitButton>
            </PostForm>
          )}
          {membership.isChangeable && <PortalButton goal="plan">Change plan</PortalButton>}
          {!membership.isOver && !membership.waitsFor && (
            <p>
              <ButtonLink kind="quiet" size="small" to={`${path}/standing`}>
                Standing places
              </ButtonLink>
            </p>
          )}
          {membership.isCancellable && (
            <p>
              <ButtonLink kind="quiet" size="small" to={`${path}/cancel`}>
                Cancel membership
              </ButtonLink>
            </p>
          )}
        </MembershipFacts>
      ) : (
        <EmptyState action={{ label: "See memberships", to: "/memberships" }}>You have no membership.</EmptyState>
      )}
    </>
  );
}

/** Leads to Stripe's portal. */
function PortalButton({ goal, children }: { goal: "card" | "plan"; children: string }) {
  const isBusy = useIsPosting(`${path}/portal`);
  return (
    <PostForm action={`${path}/portal`} isBusy={isBusy} failure={{ title: "Not opened" }}>
      <SubmitButton kind="quiet" size="small" isBusy={isBusy} name="for" value={goal}>
        {children}
      </SubmitButton>
    </PostForm>
  );
}

export { ErrorScreen as ErrorBoundary };
