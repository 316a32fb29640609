import { lazy, Suspense, useEffect, useState } from "react";
import { openToastOutlet, type Toast } from "~/lib/toast";

const Toaster = lazy(() => import("./toaster"));

/** Where toasts appear, on the page or in a dialog above it; what draws them is loaded with the first one. */
export function ToastOutlet({ isOfPage = false }: { isOfPage?: boolean }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  useEffect(() => openToastOutlet((toast) => setToasts((before) => [...before, toast]), { isOfPage }), [isOfPage]);
  if (toasts.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <Toaster toasts={toasts} />
    </Suspense>
  );
}
