import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { memberPath, membersPath, orderAddress } from "~/features/admin/admin-paths";
import { changeWords } from "~/features/admin/memberships/change-words";
import { MembershipFacts } from "~/features/memberships/membership-facts";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { ButtonLink } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { HeadedSection } from "~/ui/headed-section";
import { TextLink } from "~/ui/link";
import { BackLink, PageHead } from "~/ui/page-head";
import { PostForm, SubmitButton } from "~/ui/post-form";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Member", "Membership not found");

export async function loader(args: LoaderFunctionArgs) {
  return { member: await load(adminApi(args).memberships.admin.getMember({ id: idOf(args) })) };
}

export default function MemberPage() {
  const { member } = useLoaderData<typeof loader>();
  const syncPath = `${memberPath(member.id)}/sync`;
  const isBusy = useIsPosting(syncPath);
  return (
    <>
      <BackLink to={membersPath}>Members</BackLink>
      <PageHead title={member.member} />
      <div className="grid max-w-208 gap-6">
        <MembershipFacts membership={member}>
          <Facts
            facts={[
              { label: "Email", value: member.email },
              { label: "Pays", value: member.source === "stripe" ? "By card" : "Elsewhere" },
              { label: "Joined", value: member.joinedOn },
              { label: "Why they left", value: member.leaveReason },
            ]}
          />
          <p className="flex flex-wrap gap-3">
            {member.changes.map((kind) => (
              <ButtonLink key={kind} kind="quiet" size="small" to={memberPath(member.id, kind)}>
                {changeWords[kind].button}
              </ButtonLink>
            ))}
            {!member.isOver && (
              <ButtonLink kind="quiet" size="small" to={`${memberPath(member.id)}/standing`}>
                Standing places
              </ButtonLink>
            )}
          </p>
          {member.source === "stripe" && (
            <PostForm action={syncPath} isBusy={isBusy} failure={{ title: "Sync failed" }}>
              <SubmitButton kind="quiet" size="small" isBusy={isBusy}>
                Sync with Stripe
              </SubmitButton>
            </PostForm>
          )}
        </MembershipFacts>
        <HeadedSection heading="Periods">
          <ul className="grid gap-2">
            {member.periods.map(({ id, text, orderId }) => (
              <li key={id}>
                {orderId ? (
                  <TextLink to={orderAddress({ kind: "purchase", id: orderId }, null, { back: memberPath(member.id) })}>
                    {text}
                  </TextLink>
                ) : (
                  text
                )}
              </li>
            ))}
          </ul>
        </HeadedSection>
      </div>
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
