import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Express, Request } from "express";
import type { Currency } from "../../core/money";
import { readRevisions, readState } from "../../core/revisions";
import type { Services } from "../../core/services";
import { setCurrencyCookie } from "../../money/currency-choice";
import { isPageRequest } from "../pages";
import { addressOf } from "../sign-in";
import { type BoundedStore, createBoundedStore } from "./bounded-store";
import { sendFinished } from "./finished-file";
import { type FinishedPage, sendPage } from "./finished-page";
import { PageInProgress, ratesOf } from "./page-in-progress";
import { type AskedScript, type PageScript, readScriptAddress } from "./page-script";
import { createPageStore, isUnchanged, type KeptPage } from "./page-store";
import { readVisit, type Visit } from "./visit";

/** With each attempt the page in progress is another one; then every request is on its own. */
const attempts = 3;

/** Sends finished pages to visitors of public pages; passes all other requests, and pages not finished yet, to the app. */
export function answerVisits(services: Services, app: Express): RequestListener {
  const maxBytes = services.settings.finishedPagesMb * 1024 * 1024;
  const store = createPageStore(maxBytes * (1 - partOfScripts));
  // A script is asked for a moment after its page, which may have changed in between.
  const scripts = createBoundedStore<PageScript>(maxBytes * partOfScripts, ({ body }) => body.length * 2);
  const answer = createAnswer(services, app, { store, scripts });
  const answerOrPass = (visit: Visit, request: IncomingMessage, response: ServerResponse) => {
    answer(visit, request, response)
      .catch(() => ({}))
      .then((locals) => {
        if (locals && !response.headersSent) app(request, Object.assign(response, { locals }));
      })
      .catch(() => response.destroy());
  };

  const answerScript = ({ name, address }: AskedScript, request: IncomingMessage, response: ServerResponse) => {
    const script = scripts.get(name);
    if (script && request.method === "GET") {
      const { "accept-encoding": acceptEncoding, "if-none-match": ifNoneMatch } = request.headers;
      const wanted = { isHead: false, acceptEncoding: String(acceptEncoding), ifNoneMatch };
      return void sendFinished(script, wanted, response)?.catch(() => response.destroy());
    }
    const { url } = request;
    const visit = readVisit(Object.assign(request, { url: address }), services.settings);
    if (visit) return answerOrPass({ ...visit, script: name }, request, response);
    app(Object.assign(request, { url }), response);
  };

  return (request, response) => {
    const asked = readScriptAddress(request.url ?? "");
    if (asked) return answerScript(asked, request, response);
    const visit = readVisit(request, services.settings);
    if (!visit) return void app(request, response);
    const isCurrencyKnown = visit.currency !== null || !services.geolocation;
    const kept = isCurrencyKnown && store.get(keyOf(visit, visit.currency));
    if (!kept) return answerOrPass(visit, request, response);
    // Almost every visit ends here, so it makes no promises.
    readState(services, (state) => {
      if (kept.state !== state || !isCurrent(services, kept)) return answerOrPass(visit, request, response);
      try {
        sendFinished(kept.page, visit, response)?.catch(() => response.destroy());
      } catch {
        response.destroy();
      }
    });
  };
}

/** Returns a function that gives what the app is to know of a request, or null if it has been answered. */
type Stores = { store: BoundedStore<KeptPage>; scripts: BoundedStore<PageScript> };

/** The rest of the memory is for pages. */
const partOfScripts = 0.25;

function createAnswer(services: Services, app: Express, { store, scripts }: Stores) {
  const inProgress = new Map<string, PageInProgress>();

  const findUnchanged = async (key: string): Promise<FinishedPage | null> => {
    const kept = store.get(key);
    if (!kept || kept.rates !== ratesOf(services)) return null;
    const revisions = await readRevisions(services, kept.sessions.keys());
    if (!isUnchanged(kept, revisions)) return null;
    kept.state = revisions.state;
    return isCurrent(services, kept) ? kept.page : null;
  };
  const keepScript = ({ script }: FinishedPage) => script && scripts.set(script.name, script);
  const finish = (key: string, response: ServerResponse, firstCurrency: Currency | null) => {
    const page = new PageInProgress(services, keepScript, (kept) => {
      if (inProgress.get(key) === page) inProgress.delete(key);
      if (kept) store.set(key, kept);
    });
    inProgress.set(key, page);
    response.once("close", () => page.end("lost"));
    return { pageInProgress: page, firstCurrency };
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
      const finished = await findUnchanged(key);
      if (finished) return send(finished);
      const other = inProgress.get(key);
      if (visit.isHead || response.destroyed) break;
      if (!other) return { ...finish(key, response, firstCurrency), script: visit.script };
      // A page whose rendering began later shows all that was committed before this request came.
      const isShared = !other.hasStarted;
      const outcome = await other.outcome;
      if (outcome === "own") break;
      if (isShared && outcome !== "lost") return send(outcome);
    }
    return { firstCurrency, script: visit.script };
  };
}

const isCurrent = (services: Services, { rates, isFreshAt }: KeptPage): boolean =>
  rates === ratesOf(services) && isFreshAt(services.clock.now());

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
