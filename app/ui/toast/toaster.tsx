import { useEffect, useId, useRef } from "react";
import { toast as showBy, Toaster as Sonner } from "sonner";
import { toastMs, type Toast } from "~/lib/toast";
import { ToastCard } from "./toast";

/** Draws each toast once, four seconds each, at most three. A success dismisses the errors before it. */
export default function Toaster({ toasts, isAtTop }: { toasts: Toast[]; isAtTop: boolean }) {
  const id = useId();
  const shown = useRef(0);
  const errors = useRef<(string | number)[]>([]);

  useEffect(() => {
    for (const toast of toasts.slice(shown.current)) {
      if (toast.kind === "success") for (const key of errors.current.splice(0)) showBy.dismiss(key);
      const key = showBy.custom((key) => <ToastCard toast={toast} onDismiss={() => showBy.dismiss(key)} />, {
        toasterId: id,
      });
      if (toast.kind === "error") errors.current.push(key);
    }
    shown.current = toasts.length;
  }, [toasts, id]);

  const position = isAtTop ? "top-right" : "bottom-right";
  return <Sonner id={id} position={position} duration={toastMs} visibleToasts={3} gap={10} />;
}
