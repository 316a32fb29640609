import type { Toast } from "~/lib/toast";
import { Notice } from "~/ui/notice";

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
