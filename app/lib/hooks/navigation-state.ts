import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

export function useIsPosting(address: string): boolean {
  const { formMethod, formAction } = useNavigation();
  return formMethod === "POST" && formAction === address;
}

const noticeableMs = 200;

/** Returns whether another choice in the list at `path` has been loading for a noticeable time. */
export function useIsFiltering(path: string): boolean {
  const { state, location } = useNavigation();
  return useIsLong(state === "loading" && location.pathname === path);
}

/** Returns the path of a page that has been loading for a noticeable time, else null. */
export function usePendingPath(): string | null {
  const { state, location } = useNavigation();
  const isLoading = state === "loading";
  return useIsLong(isLoading) && location ? location.pathname : null;
}

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
  // Ends at once, not with the effect's own rendering, when the next page is shown already.
  return isLong && isGoingOn;
}

export function useOnMove(act: () => void): void {
  const { key } = useLocation();
  const last = useRef(key);
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (last.current === key) return;
    last.current = key;
    latest.current();
  }, [key]);
}
