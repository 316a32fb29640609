import type { Request, RequestHandler, Response } from "express";
import type { Services } from "../core/services";
import { readCurrency, setCurrencyCookie } from "../money/currency-choice";
import { type Currency, isCurrency } from "../core/money";
import { addressOf } from "./sign-in";

/** Chooses a new visitor's currency by geolocation and stores it in a cookie, even if the lookup failed. */
export function chooseCurrency({ geolocation, settings }: Services): RequestHandler {
  return async (request, response, next) => {
    if (geolocation && isPageRequest(request) && !readCurrency(settings, request.headers.cookie)) {
      const currency = await geolocation.currencyOf(addressOf(request));
      response.locals.currency = currency;
      response.append("Set-Cookie", setCurrencyCookie(settings, currency));
    }
    next();
  };
}

export const detectedCurrency = ({ locals }: Response): Currency | null =>
  isCurrency(locals.currency) ? locals.currency : null;

/** Excludes data, feeds, pictures, prefetches and crawlers. */
function isPageRequest(request: Request): boolean {
  const purpose = request.get("Sec-Fetch-Dest") ?? "document";
  const isCrawler = /bot\b|crawl|spider|preview|monitor/i.test(request.get("User-Agent") ?? "");
  const wantsPage = request.get("Accept")?.includes("text/html") ?? false;
  return request.method === "GET" && purpose === "document" && wantsPage && !isCrawler && !request.get("Sec-Purpose");
}
