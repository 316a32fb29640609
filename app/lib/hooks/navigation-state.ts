import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

/** Whether a form is on its way to this address (path and query), or what it led to is still being loaded. */
export function useIsPosting(address: string): boolean {
  const { formMethod, formAction } = useNavigation();
  return formMethod === "POST" && formAction === address;
}

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

/** Does something each time the visitor goes to another page, and nothing on the page that she came to first. */
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
