import { useNavigation } from "@remix-run/react";
import { useEffect } from "react";

/** What the booking dialog's form is up to: a booking is under way, or another price is being asked for. */
export type BusyBooking = "booking" | "pricing" | null;

export function useBusyBooking(address: string): BusyBooking {
  const { state, formMethod, formAction, formData } = useNavigation();
  if (formMethod !== "POST" || formAction !== address) return null;
  const intent = formData?.get("intent");
  if (intent !== "apply" && intent !== "remove") return "booking";
  // The answer is there before the page behind has been loaded anew.
  return state === "submitting" ? "pricing" : null;
}

/** Whoever comes back from the payment page by the browser's own button finds a page that was left while posting. */
export function useFreshOnReturn(): void {
  useEffect(() => {
    const startAgain = ({ persisted }: PageTransitionEvent) => persisted && window.location.reload();
    window.addEventListener("pageshow", startAgain);
    return () => window.removeEventListener("pageshow", startAgain);
  }, []);
}
