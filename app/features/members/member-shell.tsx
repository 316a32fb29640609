import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { SessionCardsSkeleton } from "~/features/schedule/sheet";
import { usePendingPath } from "~/lib/hooks/navigation-state";
import { GridSkeleton, Skeleton } from "~/ui/skeleton";
import { BookingsSkeleton } from "./booking-list";
import { useSiteSkeleton } from "../outlines/pending-site-page";
import { AppShell, SignOutItem } from "../layout/app-shell";
import { PaymentDue } from "../layout/payment-due";
import type { ShellItem } from "../layout/shell-items";

export function MemberShell({ items, children }: { items: ShellItem[]; children: ReactNode }) {
  const pending = usePendingPath();
  const { pathname } = useLocation();
  return (
    <AppShell label="Member" groups={[{ items }]} end={<SignOutItem />}>
      <PaymentDue />
      <PendingMemberPage path={pending === pathname ? null : pending}>{children}</PendingMemberPage>
    </AppShell>
  );
}

const shapes: Record<string, { title: string; shape: ReactNode }> = {
  "/dashboard/sessions": { title: "Upcoming Sessions", shape: <SessionCardsSkeleton /> },
  "/dashboard/past-sessions": { title: "My Past Sessions", shape: <SessionCardsSkeleton /> },
  "/dashboard/resources": { title: "My Breathwork Resources", shape: <GridSkeleton count={6} /> },
  "/user/sessions": { title: "My Upcoming Sessions", shape: <SessionCardsSkeleton /> },
  "/user/bookings": { title: "My Bookings", shape: <BookingsSkeleton /> },
};

/** Shows a skeleton for lists and public pages; while any other page loads, the current one stays. */
function PendingMemberPage({ path, children }: { path: string | null; children: ReactNode }) {
  const pending = path === null ? undefined : shapes[path];
  const publicPage = useSiteSkeleton();
  const shape = pending && (
    <>
      <h1 className="text-display">{pending.title}</h1>
      {pending.shape}
    </>
  );
  return <Skeleton shape={shape ?? publicPage}>{children}</Skeleton>;
}
