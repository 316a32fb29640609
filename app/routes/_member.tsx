import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { useAskBeforeSignOut } from "~/features/admin/check-in/ask-before-sign-out";
import { memberItems } from "~/features/layout/shell-items";
import { MemberShell } from "~/features/members/member-shell";
import { apiFor, load } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export async function loader(args: LoaderFunctionArgs) {
  const { role } = requireMember(args);
  return { items: memberItems(role, await load(apiFor(args).home.listOwnPages())) };
}

export default function MemberLayout() {
  const { items } = useLoaderData<typeof loader>();
  useAskBeforeSignOut();
  return (
    <MemberShell items={items}>
      <Outlet />
    </MemberShell>
  );
}
