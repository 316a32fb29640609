import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

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
