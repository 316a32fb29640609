import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useAdminItems } from "~/features/layout/shell-items";
import { usePendingPath } from "~/lib/hooks/navigation-state";
import { PageHead } from "~/ui/page-head";
import { Skeleton, SkeletonBar } from "~/ui/skeleton";

/** Shows a skeleton for slow pages. Filters, tabs and dialogs keep the page, which shows that it is busy. */
export function PendingAdminPage({ children }: { children: ReactNode }) {
  const pending = usePendingPath();
  const { pathname } = useLocation();
  const items = useAdminItems();
  const isLeaving = pending !== null && pending.startsWith("/admin") && !isSamePanel(pathname, pending);
  const shape = isLeaving && (
    <>
      <PageHead title={items.find(({ href }) => href === pending)?.label ?? "One moment"} />
      <div className="grid gap-6" aria-busy="true" aria-hidden="true">
        <SkeletonBar className="h-12 w-full max-w-104" />
        <ListSkeleton />
      </div>
    </>
  );
  return (
    <>
      <Skeleton shape={shape || null}>{children}</Skeleton>
      {pending !== null && <Loading />}
    </>
  );
}

/** Lies over everything else, so that nothing moves when it appears. */
const Loading = () => (
  <p
    className="fixed right-(--space-gutter) bottom-5 z-9 rounded-round bg-ink px-4.5 py-2 text-small font-semibold text-surface"
    role="status"
  >
    Loading...
  </p>
);

const ListSkeleton = () => (
  <div className="grid rounded-paper border border-line bg-surface">
    {[1, 2, 3, 4, 5, 6].map((nth) => (
      <div key={nth} className="grid gap-3 px-5 py-4">
        <SkeletonBar className="h-5 w-7/10" />
        <SkeletonBar className="h-4 w-full" />
      </div>
    ))}
  </div>
);

/** Returns whether the next page is part of the current one: the same list, session tabs, or a code's dialog. */
const isSamePanel = (shown: string, wanted: string): boolean => panelOf(shown) === panelOf(wanted);

function panelOf(path: string): string {
  const [, session] = /^\/admin\/sessions\/([^/]+)(?:\/(?:attendees|waitlist))?\/?$/.exec(path) ?? [];
  if (session && session !== "new") return session;
  if (/^\/admin\/discount-codes(\/[^/]+)?\/?$/.test(path)) return "codes";
  return path;
}
