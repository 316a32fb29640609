import type { Toast } from "~/lib/toast";
import { Icon, type IconName } from "~/ui/icon";
import { Notice } from "~/ui/notice";
import { iconButtonStyle } from "~/ui/button";

const looks = {
  success: { icon: "check", colors: "bg-green text-green-ink" },
  error: { icon: "error", colors: "bg-red text-red-ink" },
  information: { icon: "information", colors: "bg-blue text-blue-ink" },
} as const satisfies Record<Toast["kind"], { icon: IconName; colors: string }>;

const card = [
  "grid w-full grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-0.5 rounded-dialog border border-line",
  "bg-surface pt-3 pr-1.5 pb-3.5 pl-4 font-sans text-body text-ink [box-shadow:var(--shadow-lift)]",
].join(" ");

/** Older toasts show only their upper edge. */
const cardBehind = [
  "in-[[data-sonner-toast][data-expanded=false][data-front=false]]:h-(--front-toast-height)",
  "in-[[data-sonner-toast][data-expanded=false][data-front=false]]:overflow-hidden",
].join(" ");

export function ToastCard({ toast: { kind, title, text }, onDismiss }: { toast: Toast; onDismiss: () => void }) {
  const { icon, colors } = looks[kind];
  return (
    <div className={`${card} ${cardBehind}`} role={kind === "error" ? "alert" : "status"}>
      <span className={`mt-2 grid size-7 place-items-center rounded-[50%] ${colors}`}>
        <Icon name={icon} className="size-4 stroke-2" />
      </span>
      <div className="pt-2 leading-[1.4]">
        <b className="block font-semibold">{title}</b>
        {text && <p className="text-small text-ink-soft">{text}</p>}
      </div>
      <button
        className={`${iconButtonStyle} touch:hidden`}
        type="button"
        aria-label={`Dismiss: ${title}`}
        onClick={onDismiss}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

export function ToastNotice({ toast: { kind, title, text } }: { toast: Toast }) {
  return (
    <Notice kind={kind === "error" ? "error" : "information"}>
      <b className="block">{title}</b> {text}
    </Notice>
  );
}

/** Shows a toast's message across the page, for browsers without scripting. */
export const ToastBar = ({ toast }: { toast: Toast }) => (
  <div className="[@media(scripting:enabled)]:hidden [&>p]:rounded-none [&>p]:px-(--space-gutter)">
    <ToastNotice toast={toast} />
  </div>
);
