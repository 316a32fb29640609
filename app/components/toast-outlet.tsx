import { lazy, Suspense, useEffect, useState } from "react";
import { openToastOutlet, type Toast } from "~/lib/toast";

const Toaster = lazy(() => import("./toaster"));

/** Where toasts appear; what draws them is loaded with the first one. */
export function ToastOutlet() {
  const [toasts, setToasts] = useState<Toast[]>([]);
  useEffect(() => openToastOutlet((toast) => setToasts((before) => [...before, toast])), []);
  if (toasts.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <Toaster toasts={toasts} />
    </Suspense>
  );
}
