import { useLocation } from "@remix-run/react";
import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from "react";

type StandInProps = {
  /** The skeleton of the next page; null while there is nothing to wait for. */
  shape: ReactNode;
  /** The page that is shown, or left. */
  children: ReactNode;
};

/**
 * Shows the shape of a page that is on its way in place of the one that is left. That one stays in the document, out of
 * sight and reach: if the other can't be loaded, it is back with everything typed, its focus and its place.
 */
export function StandIn({ shape, children }: StandInProps) {
  const page = useRef<HTMLDivElement>(null);
  const isLeft = shape !== null;
  useComeBack(page, isLeft);
  return (
    <>
      {shape}
      <div ref={page} className={isLeft ? "hidden" : "contents"}>
        {children}
      </div>
    </>
  );
}

type Left = { key: string; focused: Element | null; scrollY: number; dialogs: HTMLDialogElement[] };

/** Puts back what a page loses while it is not displayed, unless another page has taken its place. */
function useComeBack(page: RefObject<HTMLElement>, isLeft: boolean): void {
  const { key } = useLocation();
  const left = useRef<Left | null>(null);
  const scrollY = useRef(0);

  useEffect(() => {
    // Noted all the time: once the page is hidden, the window has another place.
    const note = () => {
      if (!left.current) scrollY.current = window.scrollY;
    };
    note();
    window.addEventListener("scroll", note, { passive: true });
    return () => window.removeEventListener("scroll", note);
  }, []);

  useLayoutEffect(() => {
    const element = page.current;
    if (isLeft && element) {
      const focused = element.contains(document.activeElement) ? document.activeElement : null;
      const dialogs = [...element.querySelectorAll<HTMLDialogElement>("dialog:modal")];
      left.current = { key, focused, scrollY: scrollY.current, dialogs };
      // Hidden or not, a modal dialog would make everything else inert.
      for (const dialog of dialogs) dialog.close();
      return;
    }
    const before = left.current;
    left.current = null;
    if (before?.key !== key) return;
    for (const dialog of before.dialogs) dialog.showModal();
    if (before.focused instanceof HTMLElement) before.focused.focus({ preventScroll: true });
    window.scrollTo({ top: before.scrollY, behavior: "instant" });
  }, [page, isLeft, key]);
}
