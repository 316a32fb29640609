import type { ReactNode } from "react";
import type { Site } from "~/lib/site";
import { GridSkeleton, SkeletonBar } from "~/ui/skeleton";
import { Lede } from "~/ui/text";
import { RecordingsHero } from "~/ui/masthead";
import { ResourcesHead } from "../resources/resource-card";
import { UpcomingHead } from "../schedule/session-list";
import { SessionRowsSkeleton } from "../schedule/session-rows";
import { ScheduleHead, SessionCardsSkeleton } from "../schedule/sheet";

/** Returns the outline of the public page at `next`; null for other pages, and for a dialog of the page that is shown. */
export function outlineOf(next: string, shown: string, collections: Site["collections"] = []): ReactNode {
  const collection = collections.find(({ path }) => path === next);
  if (collection && next !== shown) return <CollectionOutline {...collection} />;
  const page = pageOf(next);
  if (page === "" || page === pageOf(shown)) return null;
  return lists[page] ?? <SessionOutline />;
}

/** Returns the page a path belongs to: a list, or a session with the pages of its dialogs; "" for any other. */
function pageOf(path: string): string {
  if (path in lists) return path;
  return /^\/sessions?\/([^/]+)/.exec(path)?.[1] ?? "";
}

function CollectionOutline({ hero, lede, picture }: Site["collections"][number]) {
  return (
    <>
      <RecordingsHero title={hero} lede={lede} picture={picture} />
      <div className="page-width">
        <GridSkeleton />
      </div>
    </>
  );
}

const lists: Record<string, ReactNode> = {
  "/": (
    <>
      <UpcomingHead />
      <div className="page-width">
        <SessionRowsSkeleton />
      </div>
    </>
  ),
  "/live-sessions": (
    <>
      <ScheduleHead />
      <div className="page-width">
        <SessionCardsSkeleton />
      </div>
    </>
  ),
  "/resources": (
    <div className="page-width pt-10">
      <ResourcesHead />
      <div className="mt-10">
        <GridSkeleton count={6} />
      </div>
    </div>
  ),
};

const SessionOutline = () => (
  <div className="page-width py-10" aria-busy="true">
    <Lede role="status">Loading...</Lede>
    <div className="mt-6 grid gap-4" aria-hidden="true">
      <SkeletonBar className="h-10 w-7/10" />
      <SkeletonBar className="h-64 w-full" />
      <SkeletonBar className="h-4 w-full" />
      <SkeletonBar className="h-4 w-7/10" />
    </div>
  </div>
);
