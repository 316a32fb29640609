import { useEffect, useId, useRef } from "react";
import { toast as showBy, Toaster as Sonner } from "sonner";
import { toastMs, type Toast } from "~/lib/toast";
import { ToastCard } from "./toast";

/** Draws each toast once: bottom right, newest on top, at most three, four seconds each. */
export default function Toaster({ toasts }: { toasts: Toast[] }) {
  const id = useId();
  const shown = useRef(0);

  useEffect(() => {
    for (const toast of toasts.slice(shown.current)) {
      showBy.custom((key) => <ToastCard toast={toast} onDismiss={() => showBy.dismiss(key)} />, { toasterId: id });
    }
    shown.current = toasts.length;
  }, [toasts, id]);

  return <Sonner id={id} position="bottom-right" duration={toastMs} visibleToasts={3} gap={10} />;
}
