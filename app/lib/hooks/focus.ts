import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** Moves the focus to `container`, which must be focusable, when a refresh removes the focused element. */
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

/** Restores the focus of a button whose row has moved, or moves it to a neighbour if the button is gone. */
export function useFocusAfterMove<Area extends HTMLElement>(rows: unknown): RefObject<Area> {
  const area = useRef<Area>(null);
  const last = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const isInside = target instanceof HTMLElement && area.current?.contains(target);
      last.current = isInside ? target : null;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  useEffect(() => {
    const button = last.current;
    if (!button || document.activeElement !== document.body) return;
    const row = button.isConnected ? null : rowNamedLike(area.current, button);
    (button.isConnected ? button : row)?.focus();
  }, [rows]);
  return area;
}

/** "Move The Long Exhale up" is gone at the top; "Move The Long Exhale down" is there. */
function rowNamedLike(area: HTMLElement | null, gone: HTMLElement): HTMLElement | null {
  const name = gone.getAttribute("aria-label")?.replace(/ (up|down)$/, "");
  if (!name) return null;
  const buttons = [...(area?.querySelectorAll<HTMLElement>("button[aria-label]") ?? [])];
  return buttons.find((button) => button.getAttribute("aria-label")?.startsWith(`${name} `)) ?? null;
}
