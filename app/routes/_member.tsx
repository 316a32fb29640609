import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { memberItems } from "~/features/layout/shell-items";
import { MemberShell } from "~/features/member/member-shell";
import { requireMember } from "~/server/auth.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export function loader(args: LoaderFunctionArgs) {
  const { role } = requireMember(args);
  return { items: memberItems(role) };
}

export default function MemberLayout() {
  const { items } = useLoaderData<typeof loader>();
  return (
    <MemberShell items={items}>
      <Outlet />
    </MemberShell>
  );
}
