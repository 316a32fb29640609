import { useMemo } from "react";
import { useFlash } from "~/lib/flash";
import { useToast } from "~/lib/toast";
import { ToastNotice } from "./toast-notice";

/** What a redirect brought along, at the head of the page, where no script can show it as a toast. */
export function FlashNotice() {
  const flash = useFlash();
  if (!flash) return null;
  return (
    <noscript>
      <div className="flash">
        <ToastNotice toast={flash} />
      </div>
    </noscript>
  );
}

/** The same as a toast. Stands after the page's toast outlet. */
export function FlashToast() {
  const flash = useFlash();
  useToast(useMemo(() => ({ toast: flash }), [flash]));
  return null;
}
