import type { Toast } from "~/lib/toast";
import { type Router, stayOnPage, stopFetcher } from "./stay-on-page";

export type LostRequest = {
  /** `page`: not loaded. `result`: the form was answered, the page that follows was not loaded. */
  what: "form" | "page" | "result";
  action: string | null;
  reason: Reason;
};

/** `offline`: the browser was, before anything was sent. `busy`: the site answered 503. */
export type Reason = "offline" | "busy" | "unknown";

type FailedRequest = { method: string; path: string | null; reason: Reason };

/** Keeps the page after one of its requests has failed. Returns null for a request in the background. */
export function abandonRequest(router: Router, { method, path, reason }: FailedRequest): LostRequest | null {
  const { navigation, fetchers } = router.state;
  const isForm = method !== "GET";
  const isNavigation = navigation.state !== "idle" && (!isForm || pathOf(navigation.formAction) === path);
  if (isNavigation) {
    const lost = { what: whatIsLost(navigation), action: navigation.formAction ?? null, reason };
    stayOnPage(router);
    return lost;
  }
  const fetcher = [...fetchers].find(([, { state, formAction }]) => state !== "idle" && pathOf(formAction) === path);
  if (fetcher) {
    const [key, { formAction }] = fetcher;
    stopFetcher(router, key);
    return { what: "form", action: formAction ?? null, reason };
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

/** The messages by the address that a form is posted to. */
const failures = new Map<string, FormFailure | undefined>();

export const noteFailure = (action: string, failure: FormFailure | undefined): void =>
  void failures.set(action, failure);

const busy = "The site is busy at the moment. Please try again in a few seconds.";

const ofForms: Record<Reason, string> = {
  offline: "You appear to be offline. Nothing was sent.",
  busy,
  unknown: "That did not work. Please try again.",
};

const ofPages: Record<Reason, string> = { offline: "You appear to be offline.", busy, unknown: "Please try again." };

export function failureToast({ what, action, reason }: LostRequest): Toast {
  if (what === "form") {
    const words = ofForms[reason];
    const failure = action === null ? undefined : failures.get(action);
    return { kind: "error", ...(failure ? { text: words, ...failure } : { title: words }) };
  }
  const title =
    what === "page" ? "The page could not be loaded." : "It was sent, but the next page could not be loaded.";
  return { kind: "error", title, text: ofPages[reason] };
}
