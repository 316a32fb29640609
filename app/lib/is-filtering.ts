import { useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";

const noticeableMs = 200;

/** True once another choice in the list at `path` has been loading for so long that the wait can be noticed. */
export function useIsFiltering(path: string): boolean {
  const { state, location } = useNavigation();
  const isFiltering = state === "loading" && location.pathname === path;
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isFiltering) return;
    const timer = window.setTimeout(() => setLong(true), noticeableMs);
    return () => {
      window.clearTimeout(timer);
      setLong(false);
    };
  }, [isFiltering]);
  return isLong;
}
