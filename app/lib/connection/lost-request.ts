import type { Toast } from "~/lib/toast";
import { type Router, stayOnPage, stopFetcher } from "./stay-on-page";

export type LostRequest = {
  /** `page`: not loaded. `result`: the form was answered, the page that follows was not loaded. */
  what: "form" | "page" | "result";
  action: string | null;
  /** The browser was offline before it was sent. */
  isUnsent: boolean;
};

type FailedRequest = { method: string; path: string | null; isUnsent: boolean };

/** Keeps the page after one of its requests has failed. Returns null for a request in the background. */
export function abandonRequest(router: Router, { method, path, isUnsent }: FailedRequest): LostRequest | null {
  const { navigation, fetchers } = router.state;
  const isForm = method !== "GET";
  const isNavigation = navigation.state !== "idle" && (!isForm || pathOf(navigation.formAction) === path);
  if (isNavigation) {
    const lost = { what: whatIsLost(navigation), action: navigation.formAction ?? null, isUnsent };
    stayOnPage(router);
    return lost;
  }
  const fetcher = [...fetchers].find(([, { state, formAction }]) => state !== "idle" && pathOf(formAction) === path);
  if (fetcher) {
    const [key, { formAction }] = fetcher;
    stopFetcher(router, key);
    return { what: "form", action: formAction ?? null, isUnsent };
  }
  if (!isForm) stayOnPage(router);
  return null;
}

function whatIsLost({ state, formMethod }: Router["state"]["navigation"]): LostRequest["what"] {
  if (state === "submitting") return "form";
  return formMethod && formMethod !== "GET" ? "result" : "page";
}

const pathOf = (address: string | undefined) => address?.replace(/[?#].*/, "").replace(/(?<=.)\/$/, "");

/** The message of a form that could not be sent or got no answer. Without a text, the reason is shown. */
export type FormFailure = { title: string; text?: string };

/** By the address that the form is posted to. */
const failures = new Map<string, FormFailure | undefined>();

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
