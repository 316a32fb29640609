import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { addMemberPath, membersPath, plansPath } from "~/features/admin/admin-paths";
import { MemberTable } from "~/features/admin/memberships/member-table";
import { stateOptions } from "~/features/memberships/states";
import { listAddress } from "~/lib/list-address";
import { privateMeta } from "~/lib/page-meta";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/card";
import { FilterBar } from "~/ui/filter-bar";
import { BackLink, PageHead } from "~/ui/page-head";
import { foundInWords, Pagination } from "~/ui/pagination";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Members");

export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  const search = query.get("search")?.trim() ?? "";
  const [plan, state] = [query.get("plan") ?? "", query.get("state") ?? ""];
  const { admin } = adminApi(args).memberships;
  return {
    chosen: { search, plan, state },
    ...(await load(admin.listMembers({ search, plan, state, page: query.get("page") }))),
  };
}

export default function MembersPage() {
  const { chosen, members, plans, page } = useLoaderData<typeof loader>();
  const isNarrowed = Object.values(chosen).some(Boolean);
  return (
    <>
      <BackLink to={plansPath}>Memberships</BackLink>
      <PageHead title="Members" lede={foundInWords(page, "membership", "memberships")}>
        <ButtonLink to={addMemberPath}>Add Member</ButtonLink>
      </PageHead>
      <FilterBar
        path={membersPath}
        label="Search members"
        chosen={chosen}
        search="Name or email"
        selects={[
          { name: "plan", label: "Membership", all: "All memberships", options: plans },
          { name: "state", label: "State", all: "All that go on", options: stateOptions },
        ]}
      />
      {members.length === 0 ? (
        <EmptyState>{isNarrowed ? "No membership was found." : "There are no members yet."}</EmptyState>
      ) : (
        <MemberTable members={members} />
      )}
      <Pagination page={page} noun="memberships" addressOf={(number) => listAddress(membersPath, chosen, number)} />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
