import { useEffect, useRef } from "react";

export type Toast = { kind: "success" | "error" | "information"; title: string; text?: string };
export const successToast = (title: string, text?: string): Toast => toastOf("success", title, text);
export const errorToast = (title: string, text?: string): Toast => toastOf("error", title, text);
export const infoToast = (title: string, text?: string): Toast => toastOf("information", title, text);

const toastOf = (kind: Toast["kind"], title: string, text?: string): Toast => ({ kind, title, ...(text && { text }) });

/** How long a toast is shown. */
export const toastMs = 4000;

type Outlet = (toast: Toast) => void;

const outlets: Outlet[] = [];
/** What a page had to say before its outlet was there. */
const early: Toast[] = [];

/**
 * Takes over the toasts until the returned function is called: an open dialog shows its own, above its page; the page's
 * outlet, which may come later than that of a dialog that is open from the start, only what no dialog takes.
 */
export function openToastOutlet(outlet: Outlet, { isOfPage }: { isOfPage: boolean }): () => void {
  if (isOfPage) outlets.unshift(outlet);
  else outlets.push(outlet);
  for (const toast of early.splice(0)) outlet(toast);
  return () => void outlets.splice(outlets.indexOf(outlet), 1);
}

/** Shows a short message for a moment. Whatever it says must be on the page as well, or need no reading twice. */
export function showToast(toast: Toast): void {
  const outlet = outlets.at(-1);
  if (outlet) outlet(toast);
  else early.push(toast);
}

/** Shows what an answer has to say, once for each answer. */
export function useToast(answer: { toast: Toast | null } | null | undefined): void {
  const shown = useRef<typeof answer>(null);
  useEffect(() => {
    if (answer === shown.current) return;
    shown.current = answer;
    if (answer?.toast) showToast(answer.toast);
  }, [answer]);
}
