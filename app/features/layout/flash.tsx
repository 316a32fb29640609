import { useRouteLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { useIsHydrated } from "~/lib/hooks/hydrated";
import { type Toast, useToast } from "~/lib/toast";
import { ToastNotice } from "~/ui/toast/toast-notice";

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

/** The toast that a redirect brought along, from the root's loader. */
const useFlash = (): Toast | null => useRouteLoaderData<() => { flash: Toast | null }>("root")?.flash ?? null;
