import type { Toast } from "~/lib/toast";
import type { LostRequest } from "./lost-request";

/** The message of a form that could not be sent or got no answer. Without a text, the reason is shown. */
export type FormFailure = { title: string; text?: string };

/** By the address that the form is posted to. */
const failures = new Map<string, FormFailure | undefined>();

/** Registers the failure text of the form that is being posted. */
export const noteFailure = (action: string, failure: FormFailure | undefined): void =>
  void failures.set(action, failure);

export function failureToast({ what, action, isUnsent }: LostRequest): Toast {
  if (what === "form") {
    const reason = isUnsent ? "You appear to be offline. Nothing was sent." : "That did not work. Please try again.";
    const failure = action === null ? undefined : failures.get(action);
    return { kind: "error", ...(failure ? { text: reason, ...failure } : { title: reason }) };
  }
  const title =
    what === "page" ? "The page could not be loaded." : "It was sent, but the next page could not be loaded.";
  return { kind: "error", title, text: isUnsent ? "You appear to be offline." : "Please try again." };
}
