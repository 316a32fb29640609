import type { Response } from "express";
import { Freshness } from "../../core/freshness";
import { currencies } from "../../core/money";
import { readRevisions, type Revisions } from "../../core/revisions";
import type { Rates, Services } from "../../core/services";
import { type FinishedPage, finishPage, sendPage } from "./finished-page";
import { isUnchanged, type KeptPage } from "./page-store";

/** `own`: the answer is for one visitor, or no page. `lost`: the request ended without one. */
type Outcome = FinishedPage | "own" | "lost";

/** A page that is being rendered for one visitor, for whom others may wait. */
export class PageInProgress {
  readonly freshness = new Freshness();
  readonly outcome: Promise<Outcome>;
  /** From now on the page may miss what is committed. */
  hasStarted = false;
  #before: Revisions | null = null;
  #rates = "";
  #settle: (outcome: Outcome) => void = () => undefined;

  constructor(
    readonly services: Services,
    readonly onFinish: (page: FinishedPage) => void,
    readonly onEnd: (kept: KeptPage | null) => void,
  ) {
    this.outcome = new Promise((resolve) => (this.#settle = resolve));
  }

  /** Reads the revisions before anything that the page shows. */
  async start(): Promise<void> {
    this.hasStarted = true;
    this.#rates = ratesOf(this.services);
    this.#before = await readRevisions(this.services, []).catch(() => null);
  }

  /** Sends a page that everyone may see, and keeps it if nothing has changed meanwhile. Returns false for others. */
  async send(response: Response, answer: globalThis.Response): Promise<boolean> {
    const cookies = [response.getHeader("Set-Cookie") ?? []].flat();
    const isFirstVisit = response.locals.currency !== undefined;
    if (answer.status !== 200 || answer.headers.has("Set-Cookie") || cookies.length > (isFirstVisit ? 1 : 0)) {
      this.end("own");
      return false;
    }
    const headers = { ...response.getHeaders(), ...Object.fromEntries(answer.headers) };
    const body = Buffer.from(await answer.arrayBuffer());
    const { method, headers: asked, originalUrl: address } = response.req;
    const page = finishPage({ headers, body, nonce: response.locals.nonce as string, address });
    this.onFinish(page);
    this.end(page, await this.#keep(page));
    const acceptEncoding = response.req.get("Accept-Encoding");
    const wanted = { isHead: method === "HEAD", acceptEncoding, ifNoneMatch: asked["if-none-match"] };
    await sendPage(page, { ...wanted, script: wantedScript(response) }, response);
    return true;
  }

  end(outcome: Outcome, kept: KeptPage | null = null): void {
    this.onEnd(kept);
    this.#settle(outcome);
  }

  async #keep(page: FinishedPage): Promise<KeptPage | null> {
    const { services, freshness } = this;
    const before = this.#before;
    if (!before) return null;
    const { sessions } = freshness;
    const kept = { page, content: before.content, sessions, rates: this.#rates };
    const after = await readRevisions(services, sessions.keys()).catch(() => null);
    const isFresh = freshness.isFreshAt(services.clock.now()) && this.#rates === ratesOf(services);
    if (!after || !isFresh || !isUnchanged(kept, after)) return null;
    return { ...kept, state: after.state, isFreshAt: (now) => freshness.isFreshAt(now) };
  }
}

const described = new WeakMap<Rates, string>();

/** Returns the rates with which this process converts prices now; it learns of new ones a little later. */
export function ratesOf({ rateCache }: Pick<Services, "rateCache">): string {
  const rates = rateCache.current();
  const known = described.get(rates);
  if (known !== undefined) return known;
  const all = currencies.flatMap((from) => currencies.map((to) => rates.rate(from, to))).join(" ");
  described.set(rates, all);
  return all;
}

export const pageInProgress = ({ locals }: Response) => locals.pageInProgress as PageInProgress | undefined;

/** Returns the name of the page's script if only that has been asked for. */
export const wantedScript = ({ locals }: Response) => locals.script as string | undefined;
