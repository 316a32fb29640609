import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";

/** When a refresh takes away what has the focus, the focus stays in `container`, which must be able to take it. */
export function useKeepFocus(container: RefObject<HTMLElement>, content: unknown): void {
  const focused = useRef<Element | null>(null);

  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      focused.current = target instanceof Element && container.current?.contains(target) ? target : null;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, [container]);

  useLayoutEffect(() => {
    if (!focused.current || focused.current.isConnected) return;
    focused.current = null;
    if (document.activeElement === document.body) container.current?.focus({ preventScroll: true });
  }, [container, content]);
}
