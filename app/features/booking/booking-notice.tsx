import { useIsHydrated } from "~/lib/hooks/hydrated";
import type { Toast } from "~/lib/toast";
import { Notice } from "../../ui/notice";
import { ToastNotice } from "../../ui/toast/toast-notice";

type BookingNoticeProps = {
  toast: Toast | null;
  /** Whether the same stands beside a field. */
  isBesideField: boolean;
  isPaymentCancelled: boolean;
};

/** What the dialog has to say above its form. */
export function BookingNotice({ toast, isBesideField, isPaymentCancelled }: BookingNoticeProps) {
  const isHydrated = useIsHydrated();
  if (toast?.kind === "error" && !isBesideField) return <Notice kind="error">{toast.text}</Notice>;
  if (toast) return isHydrated ? null : <ToastNotice toast={toast} />;
  if (!isPaymentCancelled) return null;
  return (
    <Notice kind="information">
      Your payment was cancelled and nothing was charged. Your place has been given back.
    </Notice>
  );
}
