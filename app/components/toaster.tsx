import { useEffect, useId, useRef } from "react";
import { toast as showBy, Toaster as Sonner } from "sonner";
import type { Toast } from "~/lib/toast";
import { Icon, type IconName } from "./icon";

const looks = {
  success: { icon: "check", className: "" },
  error: { icon: "error", className: "toast--bad" },
  information: { icon: "information", className: "toast--info" },
} as const satisfies Record<Toast["kind"], { icon: IconName; className: string }>;

/** Draws the toasts it is given, each once: bottom right, newest on top, at most three, four seconds each. */
export default function Toaster({ toasts }: { toasts: Toast[] }) {
  const id = useId();
  const shown = useRef(0);

  useEffect(() => {
    for (const toast of toasts.slice(shown.current)) {
      showBy.custom((key) => <ToastCard toast={toast} onDismiss={() => showBy.dismiss(key)} />, { toasterId: id });
    }
    shown.current = toasts.length;
  }, [toasts, id]);

  return <Sonner id={id} position="bottom-right" duration={4000} visibleToasts={3} gap={10} />;
}

function ToastCard({ toast: { kind, title, text }, onDismiss }: { toast: Toast; onDismiss: () => void }) {
  const { icon, className } = looks[kind];
  return (
    <div className={`toast ${className}`} role={kind === "error" ? "alert" : "status"}>
      <span className="toast__mark">
        <Icon name={icon} />
      </span>
      <div className="toast__body">
        <b>{title}</b>
        {text && <p>{text}</p>}
      </div>
      <button className="iconbtn" type="button" aria-label={`Dismiss: ${title}`} onClick={onDismiss}>
        <Icon name="close" />
      </button>
    </div>
  );
}
