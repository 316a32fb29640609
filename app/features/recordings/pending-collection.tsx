import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { collectionTexts } from "~/lib/collections";
import { useIsFiltering } from "~/lib/hooks/is-filtering";
import { CollectionHero } from "./collection-hero";
import { RecordingGridSkeleton } from "./recording-grid";
import { StandIn } from "../../ui/skeleton";

const { birth, stress } = collectionTexts;

/** While a collection is on its way for longer than nobody notices, its shape stands in for the page that is left. */
export function PendingCollection({ children }: { children: ReactNode }) {
  const isBirth = useIsFiltering(birth.path);
  const isStress = useIsFiltering(stress.path);
  const { pathname } = useLocation();
  const texts = isBirth ? birth : isStress ? stress : null;
  const shape = texts && pathname !== texts.path && (
    <>
      <CollectionHero texts={texts} />
      <div className="wrap">
        <RecordingGridSkeleton />
      </div>
    </>
  );
  return <StandIn shape={shape || null}>{children}</StandIn>;
}
