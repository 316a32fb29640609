import type { Request, RequestHandler, Response } from "express";
import type { Services } from "../core/services";
import { readCurrency, setCurrencyCookie } from "../money/currency-choice";
import { type Currency, isCurrency } from "../core/money";
import { addressOf } from "./sign-in";

/**
 * Finds out once for each visitor, with her first page, in which currency prices are shown to her, and keeps it in her
 * cookie, whatever came of it. Waits a moment at the most; does nothing where no geolocation service is set.
 */
export function chooseCurrency({ geolocation, settings }: Services): RequestHandler {
  return async (request, response, next) => {
    if (geolocation && isPageOf(request) && !readCurrency(settings, request.headers.cookie)) {
      const currency = await geolocation.currencyOf(addressOf(request));
      response.locals.currency = currency;
      response.append("Set-Cookie", setCurrencyCookie(settings, currency));
    }
    next();
  };
}

/** What was found out with this request. */
export const currencyFound = ({ locals }: Response): Currency | null =>
  isCurrency(locals.currency) ? locals.currency : null;

/** A page that a browser opens: no data, feed or picture, nothing that is fetched ahead, and no crawler. */
function isPageOf(request: Request): boolean {
  const purpose = request.get("Sec-Fetch-Dest") ?? "document";
  const isCrawler = /bot\b|crawl|spider|preview|monitor/i.test(request.get("User-Agent") ?? "");
  const wantsPage = request.get("Accept")?.includes("text/html") ?? false;
  return request.method === "GET" && purpose === "document" && wantsPage && !isCrawler && !request.get("Sec-Purpose");
}
