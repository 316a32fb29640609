import { useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { isGiftIntent } from "./gift-intents";
import { passFirstIn } from "./pass-first";

export type BusyBooking = "booking" | "pricing" | null;

export function useBusyBooking(address: string): BusyBooking {
  const { state, formMethod, formAction, formData } = useNavigation();
  if (formMethod !== "POST" || formAction !== address) return null;
  const intent = formData?.get("intent");
  if (
    !isGiftIntent(intent) &&
    passFirstIn(intent) === null &&
    intent !== "apply" &&
    intent !== "remove" &&
    intent !== "tickets"
  )
    return "booking";
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
