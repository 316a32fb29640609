import type { Toast } from "~/lib/toast";
import type { LostRequest } from "./lost-request";

/** What a form says when it could not be sent or was not answered. Without a text it says why. */
export type FormFailure = { title: string; text?: string };

/** By the address that the form is posted to. */
const failures = new Map<string, FormFailure | undefined>();

/** Notes what the form that is being posted says when it fails. */
export const noteFailure = (action: string, failure: FormFailure | undefined): void =>
  void failures.set(action, failure);

/** What the visitor is told of a request that failed. */
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
