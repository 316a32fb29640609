import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { AppShell, SignOutItem } from "~/components/app-shell";
import { memberItems } from "~/lib/shell-items";
import { requireMember } from "~/session.server";

export { privateHeaders as headers } from "~/lib/headers";

export function loader(args: LoaderFunctionArgs) {
  const { role } = requireMember(args);
  return { items: memberItems({ role, hasPage: (path) => args.context.hasPage(path) }) };
}

export default function MemberLayout() {
  const { items } = useLoaderData<typeof loader>();
  return (
    <AppShell label="Member" items={items} end={<SignOutItem />}>
      <Outlet />
    </AppShell>
  );
}
