import { useLocation, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { collectionTexts } from "~/lib/collections";
import { useIsFiltering, useIsLong } from "~/lib/hooks/navigation-state";
import { Skeleton, SkeletonBar } from "~/ui/skeleton";
import { RecordingsHero } from "../recordings/recordings-hero";
import { RecordingGridSkeleton } from "../recordings/recording-grid";
import { Lede } from "~/ui/text";

export function PendingSession({ children }: { children: ReactNode }) {
  const { state, location } = useNavigation();
  const { pathname } = useLocation();
  const wanted = state === "loading" ? sessionIn(location.pathname) : undefined;
  const isLong = useIsLong(wanted !== undefined && wanted !== sessionIn(pathname));
  const shape = isLong && (
    <div className="wrap py-10" aria-busy="true">
      <Lede role="status">Loading...</Lede>
      <div className="mt-6 grid gap-4" aria-hidden="true">
        <SkeletonBar className="h-10 w-7/10" />
        <SkeletonBar className="h-64 w-full" />
        <SkeletonBar className="h-4 w-full" />
        <SkeletonBar className="h-4 w-7/10" />
      </div>
    </div>
  );
  return <Skeleton shape={shape || null}>{children}</Skeleton>;
}

/** Returns the session of a page, including its dialogs' pages. */
const sessionIn = (pathname: string): string | undefined => /^\/sessions?\/([^/]+)/.exec(pathname)?.[1];

const { birth, stress } = collectionTexts;

export function PendingCollection({ children }: { children: ReactNode }) {
  const isBirth = useIsFiltering(birth.path);
  const isStress = useIsFiltering(stress.path);
  const { pathname } = useLocation();
  const texts = isBirth ? birth : isStress ? stress : null;
  const shape = texts && pathname !== texts.path && (
    <>
      <RecordingsHero title={texts.hero} lede={texts.lede} />
      <div className="wrap">
        <RecordingGridSkeleton />
      </div>
    </>
  );
  return <Skeleton shape={shape || null}>{children}</Skeleton>;
}
