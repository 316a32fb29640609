import { useLocation } from "@remix-run/react";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { ThreeColumns } from "./list";

type SkeletonProps = {
  /** The skeleton of the next page; null while none is loading. */
  shape: ReactNode;
  children: ReactNode;
};

/** Shows the next page's outline while it loads. The old page stays, hidden, and comes back if loading fails. */
export function Skeleton({ shape, children }: SkeletonProps) {
  const page = useRef<HTMLDivElement>(null);
  const isLeft = shape !== null;
  useRestoredPage(page, isLeft);
  return (
    <>
      {shape}
      <div ref={page} className={isLeft ? "hidden" : "contents"}>
        {children}
      </div>
    </>
  );
}

type LeftPage = { key: string; focused: Element | null; scrollY: number; dialogs: HTMLDialogElement[] };

/** Restores focus and scroll position, which a page loses while hidden, unless another page has replaced it. */
function useRestoredPage(page: RefObject<HTMLElement>, isLeft: boolean): void {
  const { key } = useLocation();
  const left = useRef<LeftPage | null>(null);
  const scrollY = useRef(0);

  useEffect(() => {
    // Recorded continuously: once the page is hidden, the window scrolls elsewhere.
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
      // A modal dialog makes everything else inert even while it is hidden.
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

type SkeletonBarProps = {
  className: string;
  radius?: string;
};

export const SkeletonBar = ({ className, radius = "rounded-paper" }: SkeletonBarProps) => (
  <span className={`block animate-fade bg-sunken ${radius} ${className}`} />
);

/** Draws the outline of recordings or resources in a grid. */
export function GridSkeleton({ count = 6 }: { count?: number }) {
  return (
    <ThreeColumns aria-label="Loading" aria-busy="true">
      {Array.from({ length: count }, (_, index) => (
        <li key={index} className="grid content-start gap-1.5">
          <SkeletonBar className="mb-2.5 aspect-8/5" />
          <SkeletonBar className="h-4 w-12" />
          <SkeletonBar className="h-6 w-3/5" />
          <SkeletonBar className="h-4 w-full" />
        </li>
      ))}
    </ThreeColumns>
  );
}
