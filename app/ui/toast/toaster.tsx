import { useEffect, useId, useRef, useState } from "react";
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

  const [isOnTouch] = useState(() => window.matchMedia(touch).matches);
  return (
    <Sonner
      id={id}
      className={pressedThrough}
      position={isAtTop || isOnTouch ? "top-right" : "bottom-right"}
      {...(isOnTouch && { offset: belowHeader, mobileOffset: belowHeader })}
      duration={toastMs}
      visibleToasts={3}
      gap={10}
    />
  );
}

/** The screens of the variant `touch`. */
const touch = "(width < 48rem), (hover: none)";

/** A toast must not take a press that is meant for what is below it, nor stay because a finger has rested on it. */
const pressedThrough = "touch:pointer-events-none";

/** Below the header or the bar, where pages have their title. */
const belowHeader = { top: "5rem", right: "1rem", left: "1rem" };
