import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Express, Request } from "express";
import { minuteOf } from "../../core/kept-content";
import { currencies, type Currency } from "../../core/money";
import { readRevision } from "../../core/revision";
import type { Services } from "../../core/services";
import { setCurrencyCookie } from "../../platform/money/currency-choice";
import { isPageRequest } from "../pages";
import { addressOf } from "../sign-in";
import { createBoundedStore } from "./bounded-store";
import { type FinishedPage, sendPage } from "./finished-page";
import { PageInProgress } from "./page-in-progress";
import { readVisit, type Visit } from "./visit";

type KeptPage = { page: FinishedPage; version: string };

/** The page itself and what it is compressed to. */
const bytesOf = ({ page }: KeptPage): number => page.body.length * 2;

/** The number of attempts, each with another page in progress; then every request is on its own. */
const attempts = 3;

/**
 * Sends finished pages to visitors of public pages, ahead of Express; passes all other requests, and pages not finished
 * yet, to the app.
 */
export function answerVisits(services: Services, app: Express): RequestListener {
  const answer = createAnswer(services, app);
  return (request, response) => {
    const visit = readVisit(request, services.settings);
    if (!visit) return void app(request, response);
    hideOwnCookies(visit, request);
    answer(visit, request, response)
      .catch(() => ({}))
      .then((locals) => {
        if (locals && !response.headersSent) app(request, Object.assign(response, { locals }));
      })
      .catch(() => response.destroy());
  };
}

/** Leaves the app the cookies that a page may depend on: what it renders now is kept for everyone. */
function hideOwnCookies({ sharedCookies }: Visit, { headers }: IncomingMessage): void {
  if (headers.cookie !== undefined) headers.cookie = sharedCookies.join("; ");
}

/** Returns a function that gives what the app is to know of a request, or null if it has been answered. */
function createAnswer(services: Services, app: Express) {
  const store = createBoundedStore<KeptPage>(services.settings.finishedPagesMb * 1024 * 1024, bytesOf);
  const inProgress = new Map<string, PageInProgress>();

  const renderFor = (key: string, version: string, response: ServerResponse) => {
    const page = new PageInProgress(version, (outcome) => {
      if (inProgress.get(key) === page) inProgress.delete(key);
      if (typeof outcome === "object") store.set(key, { page: outcome, version });
    });
    inProgress.set(key, page);
    response.once("close", () => page.end("lost"));
    return page;
  };

  return async (visit: Visit, request: IncomingMessage, response: ServerResponse) => {
    const firstCurrency = await chooseCurrency(services, app, visit, request);
    const key = keyOf(visit, visit.currency ?? firstCurrency);
    const cookie = firstCurrency && setCurrencyCookie(services.settings, firstCurrency);
    const send = async (page: FinishedPage) => {
      await sendPage(page, visit, response, cookie);
      return null;
    };
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const version = await readVersion(services);
      const kept = store.get(key);
      if (kept?.version === version) return send(kept.page);
      if (visit.isHead || response.destroyed) break;
      const other = inProgress.get(key);
      if (!other) return { pageInProgress: renderFor(key, version, response), firstCurrency };
      const outcome = await other.outcome;
      if (outcome === "own") break;
      if (outcome !== "lost" && other.version === version) return send(outcome);
    }
    return { firstCurrency };
  };
}

/**
 * Names all that finished pages depend on beside their key: what the database holds, the minute of the clock, and the
 * exchange rates. A page of the same version shows all that was committed before the version was read.
 */
async function readVersion(services: Services): Promise<string> {
  const revision = await readRevision(services.db);
  const rates = services.rateCache.current();
  const conversions = currencies.flatMap((from) => currencies.map((to) => rates.rate(from, to)));
  return [revision, minuteOf(services.clock.now()), ...conversions].join(" ");
}

const keyOf = ({ zone, address }: Visit, currency: Currency | null): string =>
  `${zone} ${currency ?? "GBP"} ${address}`;

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
