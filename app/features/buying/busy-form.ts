import { useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { isNoOrder } from "./intents";

export type BusyForm = "ordering" | "pricing" | null;

/** Returns what the buying form with this address is waiting for. */
export function useBusyForm(address: string): BusyForm {
  const { state, formMethod, formAction, formData } = useNavigation();
  if (formMethod !== "POST" || formAction !== address) return null;
  if (!isNoOrder(formData?.get("intent"))) return "ordering";
  // The answer arrives before the page behind the dialog has been reloaded.
  return state === "submitting" ? "pricing" : null;
}

/** Reloads a page restored by the browser's Back button, which would still show its busy state. */
export function useFreshOnReturn(): void {
  useEffect(() => {
    const startAgain = ({ persisted }: PageTransitionEvent) => persisted && window.location.reload();
    window.addEventListener("pageshow", startAgain);
    return () => window.removeEventListener("pageshow", startAgain);
  }, []);
}
