import { useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";

const noticeableMs = 200;

/** True once another choice in the list at `path` has been loading for so long that the wait can be noticed. */
export function useIsFiltering(path: string): boolean {
  const { state, location } = useNavigation();
  return useIsLong(state === "loading" && location.pathname === path);
}

/** The path of the page that has been on its way for that long; null while there is none. */
export function usePendingPath(): string | null {
  const { state, location } = useNavigation();
  const isLoading = state === "loading";
  return useIsLong(isLoading) && location ? location.pathname : null;
}

/** True once something has been going on for so long that it can be noticed. */
export function useIsLong(isGoingOn: boolean): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isGoingOn) return;
    const timer = window.setTimeout(() => setLong(true), noticeableMs);
    return () => {
      window.clearTimeout(timer);
      setLong(false);
    };
  }, [isGoingOn]);
  // It ends at once, not with the effect's own rendering: by then the next page is there.
  return isLong && isGoingOn;
}
