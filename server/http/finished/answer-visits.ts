import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Express, Request } from "express";
import type { Currency } from "../../core/money";
import { readRevisions } from "../../core/revisions";
import type { Services } from "../../core/services";
import { setCurrencyCookie } from "../../money/currency-choice";
import { isPageRequest } from "../pages";
import { addressOf } from "../sign-in";
import { type FinishedPage, sendFinished } from "./finished-page";
import { PageInProgress, ratesOf } from "./page-in-progress";
import { createPageStore, isUnchanged } from "./page-store";
import { readVisit, type Visit } from "./visit";

/** With each attempt the page in progress is another one; then every request is on its own. */
const attempts = 3;

/** Sends finished pages to visitors of public pages; passes all other requests, and pages not finished yet, to the app. */
export function answerVisits(services: Services, app: Express): RequestListener {
  const { settings } = services;
  const store = createPageStore(settings.finishedPagesMb * 1024 * 1024);
  const inProgress = new Map<string, PageInProgress>();

  const findUnchanged = async (key: string): Promise<FinishedPage | null> => {
    const kept = store.get(key);
    if (!kept || kept.rates !== ratesOf(services)) return null;
    const revisions = await readRevisions(services, kept.sessions.keys());
    return kept.isFreshAt(services.clock.now()) && isUnchanged(kept, revisions) ? kept.page : null;
  };
  const finish = (key: string, response: ServerResponse, firstCurrency: Currency | null) => {
    const page = new PageInProgress(services, (kept) => {
      if (inProgress.get(key) === page) inProgress.delete(key);
      if (kept) store.set(key, kept);
    });
    inProgress.set(key, page);
    response.once("close", () => page.end("lost"));
    return { pageInProgress: page, firstCurrency };
  };
  /** Returns what the app is to know of the request, or null if it has been answered. */
  const answer = async (visit: Visit, request: IncomingMessage, response: ServerResponse) => {
    const firstCurrency = await chooseCurrency(services, app, visit, request);
    const currency = visit.currency ?? firstCurrency ?? "GBP";
    const key = `${visit.zone} ${currency} ${visit.address}`;
    const cookie = firstCurrency && setCurrencyCookie(settings, firstCurrency);
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const finished = await findUnchanged(key);
      if (finished) return sendFinished(finished, request, response, cookie);
      const other = inProgress.get(key);
      if (request.method === "HEAD" || response.destroyed) break;
      if (!other) return finish(key, response, firstCurrency);
      // A page whose rendering began later shows all that was committed before this request came.
      const isShared = !other.hasStarted;
      const outcome = await other.outcome;
      if (outcome === "own") break;
      if (isShared && outcome !== "lost") return sendFinished(outcome, request, response, cookie);
    }
    return { firstCurrency };
  };

  return (request, response) => {
    const visit = readVisit(request, settings);
    if (!visit) return void app(request, response);
    answer(visit, request, response)
      .catch(() => ({}))
      .then((locals) => {
        if (locals && !response.headersSent) app(request, Object.assign(response, { locals }));
      })
      .catch(() => response.destroy());
  };
}

async function chooseCurrency(
  { geolocation }: Services,
  app: Express,
  visit: Visit,
  request: IncomingMessage,
): Promise<Currency | null> {
  if (!geolocation || visit.currency || !isPageRequest(request)) return null;
  // Express would do the same later; its requests know which proxies are trusted.
  Object.setPrototypeOf(request, app.request);
  return geolocation.currencyOf(addressOf(request as Request));
}
