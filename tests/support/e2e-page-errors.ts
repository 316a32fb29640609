import type { BrowserContext, ConsoleMessage, Response, WebError } from "@playwright/test";

/** What the browser and Remix' route discovery say of requests that are cut off. */
const failedRequest =
  /^Failed to load resource: net::ERR_(FAILED|INTERNET_DISCONNECTED)$|^Failed to fetch manifest patches TypeError: Failed to fetch/;

/** Notes everything that goes wrong in a browser's background while a journey seems to go well. */
export class PageErrorMonitor {
  #errors: string[] = [];
  #expected = new Map<number, boolean>();
  #allowsFailedRequests = false;

  /** From now on requests are cut off on purpose; when the browser says so for the last time is its own affair. */
  allowFailedRequests(): void {
    this.#allowsFailedRequests = true;
  }

  /** The journey is to meet these refusals: an answer with one of them is no fault, and each must come. */
  expectStatuses(...statuses: number[]): void {
    for (const status of statuses) this.#expected.set(status, false);
  }

  /** Answers how to leave the browser alone again. */
  watch(context: BrowserContext): () => void {
    const onError = (error: WebError) => this.#addError(error);
    const onConsole = (message: ConsoleMessage) => this.#addMessage(message);
    const onResponse = (response: Response) => this.#addResponse(response);
    context.on("weberror", onError).on("console", onConsole).on("response", onResponse);
    return () => void context.off("weberror", onError).off("console", onConsole).off("response", onResponse);
  }

  #addError(error: WebError) {
    this.#errors.push(`uncaught: ${error.error().stack ?? error.error().message}`);
  }

  #addMessage(message: ConsoleMessage) {
    // Refused requests are judged by their answers, below.
    const isRefusal = message.text().startsWith("Failed to load resource: the server responded with a status of");
    // Remix says so of an answer that it was reading when the visitor went on.
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

  /** What went wrong, and which expected refusals did not come. */
  list(): string[] {
    const missing = [...this.#expected].filter(([, hasCome]) => !hasCome);
    return [...this.#errors, ...missing.map(([status]) => `expected an answer ${status}, but none came`)];
  }

  /** The same, and from here on as if nothing had happened and nothing were expected. */
  takeAll(): string[] {
    const findings = this.list();
    this.#errors = [];
    this.#expected.clear();
    return findings;
  }
}
