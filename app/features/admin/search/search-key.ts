import { type RefObject, useEffect, useSyncExternalStore } from "react";

export const searchKey = "/";

const storageKey = "search_key";
const listeners = new Set<() => void>();
let isOn: boolean | undefined;

/** Returns whether "/" leads to the search. It can be turned off on each device (WCAG 2.1.4, decision 073). */
export const useIsSearchKeyOn = (): boolean => useSyncExternalStore(listen, readIsOn, () => false);

/** Turns the key on or off: for this device, or for as long as the page is open if the browser refuses storage. */
export function setSearchKeyOn(on: boolean): void {
  isOn = on;
  try {
    if (on) window.localStorage.removeItem(storageKey);
    else window.localStorage.setItem(storageKey, "off");
  } catch {
    // Kept until the page is left.
  }
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function readIsOn(): boolean {
  isOn ??= readStored() !== "off";
  return isOn;
}

function readStored(): string | null {
  try {
    return window.localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** Focuses the field by "/", unless it is in the menu that is not shown at this width. Opens the drawer around it. */
export function useSearchKey(field: RefObject<HTMLInputElement>): boolean {
  const isKeyOn = useIsSearchKeyOn();
  useEffect(() => {
    if (!isKeyOn) return;
    const focusField = (event: KeyboardEvent) => {
      const input = field.current;
      if (!input || !isForSearch(event) || !isReachable(input)) return;
      event.preventDefault();
      const drawer = input.closest("details");
      if (drawer) drawer.open = true;
      input.focus();
      input.select();
    };
    document.addEventListener("keydown", focusField);
    return () => document.removeEventListener("keydown", focusField);
  }, [isKeyOn, field]);
  return isKeyOn;
}

/** Shift may be held: some keyboards need it for a slash. */
function isForSearch(event: KeyboardEvent): boolean {
  if (event.key !== searchKey || event.defaultPrevented || event.isComposing) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return true;
  return !target.isContentEditable && target.closest("input, textarea, select") === null;
}

/** Returns whether the part of the page around the field is shown, and not behind a dialog. */
function isReachable(input: HTMLInputElement): boolean {
  const header = input.closest("header");
  return header !== null && header.getClientRects().length > 0 && header.closest("[inert]") === null;
}
