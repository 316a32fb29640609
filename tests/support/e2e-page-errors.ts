import type { BrowserContext, ConsoleMessage, Request, Response, WebError } from "@playwright/test";

/** Console messages of the browser and of Remix' route discovery about failed requests. */
const failedRequest =
  /^Failed to load resource: net::ERR_(FAILED|INTERNET_DISCONNECTED)$|^Failed to fetch manifest patches TypeError: Failed to fetch/;

const ownHosts = ["localhost", "127.0.0.1"];

/** Collects uncaught errors, console errors, error responses and requests to other sites of a browser. */
export class PageErrorMonitor {
  #errors: string[] = [];
  #expected = new Map<number, boolean>();
  #allowsFailedRequests = false;

  /** Ignores messages about failed requests from now on. */
  allowFailedRequests(): void {
    this.#allowsFailedRequests = true;
  }

  /** Allows responses with these statuses, each of which must occur. */
  expectStatuses(...statuses: number[]): void {
    for (const status of statuses) this.#expected.set(status, false);
  }

  /** Returns a function that stops watching. */
  watch(context: BrowserContext): () => void {
    const onError = (error: WebError) => this.#addError(error);
    const onConsole = (message: ConsoleMessage) => this.#addMessage(message);
    const onResponse = (response: Response) => this.#addResponse(response);
    const onRequest = (request: Request) => this.#addRequest(request);
    context.on("weberror", onError).on("console", onConsole).on("response", onResponse).on("request", onRequest);
    return () => {
      context.off("weberror", onError).off("console", onConsole);
      context.off("response", onResponse).off("request", onRequest);
    };
  }

  #addError(error: WebError) {
    this.#errors.push(`uncaught: ${error.error().stack ?? error.error().message}`);
  }

  #addMessage(message: ConsoleMessage) {
    // Error responses are collected by their status, below.
    const isRefusal = message.text().startsWith("Failed to load resource: the server responded with a status of");
    // Remix logs this when a navigation interrupts a response.
    const isLeftBehind = message.text().startsWith("AbortError: signal is aborted without reason");
    const isCutOff = this.#allowsFailedRequests && failedRequest.test(message.text());
    if (message.type() === "error" && !isRefusal && !isLeftBehind && !isCutOff)
      this.#errors.push(`console: ${message.text()}`);
  }

  #addResponse(response: Response) {
    const status = response.status();
    if (this.#expected.has(status)) this.#expected.set(status, true);
    else if (status >= 400) this.#errors.push(`${status}: ${response.request().method()} ${response.url()}`);
  }

  /** A recording may be hosted elsewhere, and links lead elsewhere. */
  #addRequest(request: Request) {
    const { protocol, hostname } = new URL(request.url());
    const isOwn = !protocol.startsWith("http") || ownHosts.includes(hostname);
    if (isOwn || request.resourceType() === "media" || request.isNavigationRequest()) return;
    this.#errors.push(`another site: ${request.resourceType()} ${request.url()}`);
  }

  /** Returns the errors, and the expected statuses that did not occur. */
  list(): string[] {
    const missing = [...this.#expected].filter(([, hasCome]) => !hasCome);
    return [...this.#errors, ...missing.map(([status]) => `expected an answer ${status}, but none came`)];
  }

  /** Returns the same and resets the monitor. */
  takeAll(): string[] {
    const findings = this.list();
    this.#errors = [];
    this.#expected.clear();
    return findings;
  }
}
