import { useMemo } from "react";
import { useFlash } from "~/lib/flash";
import { useIsHydrated } from "~/lib/hooks/hydrated";
import { useToast } from "~/lib/toast";
import { ToastNotice } from "../../ui/toast/toast-notice";

/** What a redirect brought along, at the head of the page, where no script can show it as a toast. */
export function FlashNotice() {
  const flash = useFlash();
  const isHydrated = useIsHydrated();
  if (!flash || isHydrated) return null;
  return (
    <div className="flash">
      <ToastNotice toast={flash} />
    </div>
  );
}

/** The same as a toast. Stands after the page's toast outlet. */
export function FlashToast() {
  const flash = useFlash();
  useToast(useMemo(() => ({ toast: flash }), [flash]));
  return null;
}
