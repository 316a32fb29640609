import type { Toast } from "~/lib/toast";
import { Icon, type IconName } from "~/ui/icon";

const looks = {
  success: { icon: "check", className: "" },
  error: { icon: "error", className: "toast--bad" },
  information: { icon: "information", className: "toast--info" },
} as const satisfies Record<Toast["kind"], { icon: IconName; className: string }>;

export function ToastCard({ toast: { kind, title, text }, onDismiss }: { toast: Toast; onDismiss: () => void }) {
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
