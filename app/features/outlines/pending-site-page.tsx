import { useLocation, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";
import { useIsLong } from "~/lib/hooks/navigation-state";
import { type Site, useSite } from "~/lib/site";
import { Skeleton } from "~/ui/skeleton";

/** Shows the outline of a public list or session that takes a noticeable time to load. */
export function PendingSitePage({ children }: { children: ReactNode }) {
  return <Skeleton shape={useSiteSkeleton()}>{children}</Skeleton>;
}

/** Returns the outline of the public page that has been loading for a noticeable time, else null. */
export function useSiteSkeleton(): ReactNode {
  const { state, location } = useNavigation();
  const { pathname } = useLocation();
  const isLoading = state === "loading" && location.pathname !== pathname;
  const outlineOf = useOutlines(isLoading);
  const isLong = useIsLong(isLoading);
  const collections = useSite()?.collections;
  return isLong && outlineOf && location ? outlineOf(location.pathname, pathname, collections) : null;
}

type OutlineOf = (next: string, shown: string, collections?: Site["collections"]) => ReactNode;

/** Loads the outlines with the first page change. If they can't be loaded, the page stays until the next one is there. */
function useOutlines(isLoading: boolean): OutlineOf | null {
  const [outlineOf, setOutlineOf] = useState<OutlineOf | null>(null);
  useEffect(() => {
    if (!isLoading) return;
    import("./site-outlines").then(
      (loaded) => setOutlineOf(() => loaded.outlineOf),
      () => undefined,
    );
  }, [isLoading]);
  return outlineOf;
}
