import { useEffect, useRef } from "react";

export type Toast = { kind: "success" | "error" | "information"; title: string; text?: string };
export const successToast = (title: string, text?: string): Toast => toastOf("success", title, text);
export const errorToast = (title: string, text?: string): Toast => toastOf("error", title, text);
export const infoToast = (title: string, text?: string): Toast => toastOf("information", title, text);

const toastOf = (kind: Toast["kind"], title: string, text?: string): Toast => ({ kind, title, ...(text && { text }) });

export const toastMs = 4000;

type Outlet = (toast: Toast) => void;

const outlets: Outlet[] = [];
const pendingToasts: Toast[] = [];

/** Receives toasts until the returned function is called. A dialog's outlet takes precedence over the page's. */
export function openToastOutlet(outlet: Outlet, { isOfPage }: { isOfPage: boolean }): () => void {
  if (isOfPage) outlets.unshift(outlet);
  else outlets.push(outlet);
  for (const toast of pendingToasts.splice(0)) outlet(toast);
  return () => void outlets.splice(outlets.indexOf(outlet), 1);
}

/** Shows a short message. It disappears, so the page must show anything important as well. */
export function showToast(toast: Toast): void {
  const outlet = outlets.at(-1);
  if (outlet) outlet(toast);
  else pendingToasts.push(toast);
}

/** Shows the news of a form's answer as a toast. Refusals stay in the form, which must show them without scripting. */
export function useToast(answer: { toast: Toast | null } | null | undefined): void {
  const shown = useRef<typeof answer>(null);
  useEffect(() => {
    if (answer === shown.current) return;
    shown.current = answer;
    if (answer?.toast && answer.toast.kind !== "error") showToast(answer.toast);
  }, [answer]);
}
