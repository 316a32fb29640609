import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "~/lib/hooks/lazy-part";
import { openToastOutlet, toastMs, type Toast } from "~/lib/toast";
import { ToastCard } from "./toast";

const Toaster = lazyPart(() => import("./toaster"), LatestToast);

/**
 * Holds the place where toasts appear: at the bottom of the page, or at the top of a dialog, whose buttons are below. On
 * touch screens they are below the header, and presses go through them.
 * The toaster is loaded with the first one.
 */
export function ToastOutlet({ isOfPage = false }: { isOfPage?: boolean }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  useEffect(() => openToastOutlet((toast) => setToasts((before) => [...before, toast]), { isOfPage }), [isOfPage]);
  if (toasts.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <Toaster toasts={toasts} isAtTop={!isOfPage} />
    </Suspense>
  );
}

/** Draws the newest toast if the toaster can't be loaded. */
function LatestToast({ toasts, isAtTop }: { toasts: Toast[]; isAtTop: boolean }) {
  const [shown, setShown] = useState<Toast | null>(null);
  const latest = toasts.at(-1) ?? null;
  useEffect(() => {
    setShown(latest);
    const timer = window.setTimeout(() => setShown(null), toastMs);
    return () => window.clearTimeout(timer);
  }, [latest]);
  return (
    <div
      className={`fixed inset-x-4 z-50 touch:pointer-events-none touch:top-20 md:right-6 md:left-auto md:w-89 ${isAtTop ? "top-6" : "bottom-6 touch:bottom-auto"}`}
      aria-live="polite"
    >
      {shown && <ToastCard toast={shown} onDismiss={() => setShown(null)} />}
    </div>
  );
}
