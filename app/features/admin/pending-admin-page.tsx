import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { usePendingPath } from "~/lib/hooks/is-filtering";
import { isSamePanel, pendingTitle } from "~/features/admin/pending-panel";
import { StandIn } from "../../ui/skeleton";
import { PageHead } from "../../ui/page-head";

/**
 * Stands in for a page of the back office that is long in coming; another choice in the same list, another tab of the
 * same session and a dialog leave the page in its place, which says itself that it is busy.
 */
export function PendingAdminPage({ children }: { children: ReactNode }) {
  const pending = usePendingPath();
  const { pathname } = useLocation();
  const isLeaving = pending !== null && pending.startsWith("/admin") && !isSamePanel(pathname, pending);
  const shape = isLeaving && (
    <>
      <PageHead title={pendingTitle(pending)} />
      <div className="grid gap-6" aria-busy="true" aria-hidden="true">
        <span className="sk h-12 w-full max-w-104" />
        <ListSkeleton />
      </div>
    </>
  );
  return (
    <>
      <StandIn shape={shape || null}>{children}</StandIn>
      {pending !== null && <Loading />}
    </>
  );
}

const Loading = () => (
  <p className="loading" role="status">
    Loading...
  </p>
);

const ListSkeleton = () => (
  <div className="tablewrap grid">
    {[1, 2, 3, 4, 5, 6].map((nth) => (
      <div key={nth} className="grid gap-3 px-5 py-4">
        <span className="sk h-5 w-7/10" />
        <span className="sk h-4 w-full" />
      </div>
    ))}
  </div>
);
