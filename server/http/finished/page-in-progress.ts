import type { Response } from "express";
import { type FinishedPage, finishPage, sendPage } from "./finished-page";

/** `own`: the answer is for one visitor, or no page. `lost`: the request ended without one. */
type Outcome = FinishedPage | "own" | "lost";

/** A page that is being rendered for one visitor, for whom others may wait. */
export class PageInProgress {
  readonly outcome: Promise<Outcome>;
  #settle: (outcome: Outcome) => void = () => undefined;

  constructor(
    /** The version, read before anything that the page shows. */
    readonly version: string,
    readonly onEnd: (outcome: Outcome) => void,
  ) {
    this.outcome = new Promise((resolve) => (this.#settle = resolve));
  }

  /** Sends a page that everyone may see. Returns false for others. */
  async send(response: Response, answer: globalThis.Response): Promise<boolean> {
    const cookies = [response.getHeader("Set-Cookie") ?? []].flat();
    const isFirstVisit = response.locals.currency !== undefined;
    if (answer.status !== 200 || answer.headers.has("Set-Cookie") || cookies.length > (isFirstVisit ? 1 : 0)) {
      this.end("own");
      return false;
    }
    const headers = { ...response.getHeaders(), ...Object.fromEntries(answer.headers) };
    const body = Buffer.from(await answer.arrayBuffer());
    const page = finishPage({ headers, body, nonce: response.locals.nonce as string });
    this.end(page);
    const { method, headers: sent } = response.req;
    const acceptEncoding = response.req.get("Accept-Encoding");
    await sendPage(page, { isHead: method === "HEAD", acceptEncoding, ifNoneMatch: sent["if-none-match"] }, response);
    return true;
  }

  end(outcome: Outcome): void {
    this.onEnd(outcome);
    this.#settle(outcome);
  }
}

export const pageInProgress = ({ locals }: Response) => locals.pageInProgress as PageInProgress | undefined;
