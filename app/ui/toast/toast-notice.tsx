import type { Toast } from "~/lib/toast";
import { Notice } from "~/ui/notice";

/** What a toast says, as a part of the page. */
export function ToastNotice({ toast: { kind, title, text } }: { toast: Toast }) {
  return (
    <Notice kind={kind === "error" ? "error" : "information"}>
      <b className="block font-semibold">{title}</b> {text}
    </Notice>
  );
}
