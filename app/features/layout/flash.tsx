import { useRouteLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { useIsHydrated } from "~/lib/document";
import { type Toast, useToast } from "~/lib/toast";
import { ToastBar } from "~/ui/toast/toast";

/** Shows a redirect's message in the page, for browsers without scripting. */
export function FlashNotice() {
  const flash = useFlash();
  const isHydrated = useIsHydrated();
  if (!flash || isHydrated) return null;
  return <ToastBar toast={flash} />;
}

/** Shows the same message as a toast. Must be rendered after the page's toast outlet. */
export function FlashToast() {
  const flash = useFlash();
  useToast(useMemo(() => ({ toast: flash }), [flash]));
  return null;
}

const useFlash = (): Toast | null => useRouteLoaderData<() => { flash: Toast | null }>("root")?.flash ?? null;
