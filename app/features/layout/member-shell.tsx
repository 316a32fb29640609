import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { usePendingPath } from "~/lib/hooks/is-filtering";
import type { ShellItem } from "~/features/layout/shell-items";
import { AppShell, SignOutItem } from "./app-shell";
import { PendingMemberPage } from "../member/pending-member-page";

/** The frame of a member's own pages; a page that is long in coming is there as its shape. */
export function MemberShell({ items, children }: { items: ShellItem[]; children: ReactNode }) {
  const pending = usePendingPath();
  const { pathname } = useLocation();
  return (
    <AppShell label="Member" items={items} end={<SignOutItem />}>
      <PendingMemberPage path={pending === pathname ? null : pending}>{children}</PendingMemberPage>
    </AppShell>
  );
}
