import {
  type ActionFunctionArgs,
  type AppLoadContext,
  createReadableStreamFromReadable,
  createRequestHandler,
  type ServerBuild,
} from "@remix-run/node";
import type { IncomingMessage } from "node:http";
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from "express";
import { setCookie } from "../core/cookies";
import { type Currency, isCurrency } from "../core/money";
import type { Services } from "../core/services";
import { accountField, keepForm, keptSeconds, markedAccount } from "../core/kept-forms";
import { readCurrency, setCurrencyCookie } from "../platform/money/currency-choice";
import { handlersByPart } from "./build-parts";
import { isPlainForm, sendBusy } from "./busy-page";
import { pageInProgress } from "./finished/page-in-progress";
import { holdSlot } from "./gate-slot";
import { bodyOf } from "./read-body";
import { reportPageErrors, requestIdOf } from "./report-errors";
import { requestUrl } from "./security";
import { sendBody } from "./send-body";
import { addressOf, authOf } from "./sign-in";

type RenderPage = (request: Request, context: AppLoadContext) => Promise<Response>;

export function pageRenderer(build: ServerBuild): RenderPage {
  const wrapped = keepRefusedForms(reportPageErrors(build));
  const handlerFor = handlersByPart(wrapped, (part) => createRequestHandler(part, build.mode));
  return (request, context) => handlerFor(new URL(request.url).pathname)(request, context);
}

export function pages(services: Services, render: RenderPage): RequestHandler {
  return async (request, response, next) => {
    if (response.destroyed) return;
    const done = holdSlot(response);
    const inProgress = pageInProgress(response);
    try {
      const answer = await render(webRequest(request, response), {
        services: { ...services, settingsMemo: {} },
        holdSlot: () => holdSlot(response),
        auth: authOf(response),
        address: addressOf(request),
        currency: detectedCurrency(response),
        nonce: response.locals.nonce as string,
        requestId: requestIdOf(response),
      });
      if (await inProgress?.send(response, answer)) return;
      if (answer.status === 503 && isPlainForm(request)) return sendBusy(request, response);
      await send(response, answer);
    } catch (error) {
      next(error);
    } finally {
      done();
    }
  };
}

function webRequest(request: ExpressRequest, response: ExpressResponse): Request {
  const url = requestUrl(request);
  if (!url) throw new Error("a malformed address was not refused earlier");
  const leaving = new AbortController();
  let isAnswered = false;
  response.once("finish", () => (isAnswered = true));
  // Others may wait for a page in progress.
  response.once("close", () => !isAnswered && !pageInProgress(response) && leaving.abort());
  const { method } = request;
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(url, {
    method,
    headers: headersOf(request),
    signal: leaving.signal,
    // Long forms are streamed.
    ...(hasBody && { body: bodyOf(response) ?? createReadableStreamFromReadable(request), duplex: "half" }),
  });
}

/** Remix would check the origin again by X-Forwarded-Host, which anyone can set, and answer 500. */
const originHeaders = ["origin", "x-forwarded-host"];

function headersOf({ headers }: ExpressRequest): Headers {
  const sent = Object.entries(headers)
    .filter(([name]) => !originHeaders.includes(name))
    .flatMap(([name, value]) => [value ?? []].flat().map((each) => [name, each]));
  return new Headers(sent as [string, string][]);
}

const defaultRetryAfter = "5";

async function send(response: ExpressResponse, answer: Response): Promise<void> {
  // limitBodyTime has answered already.
  if (response.headersSent) return;
  response.status(answer.status);
  for (const [name, value] of answer.headers) response.append(name, value);
  if (answer.status === 503 && !answer.headers.has("Retry-After")) response.set("Retry-After", defaultRetryAfter);
  if (answer.body) await sendBody(answer.body, response);
  else response.end();
}

/** Chooses a new visitor's currency by geolocation and stores it in a cookie, even if the lookup failed. */
export function chooseCurrency({ geolocation, settings }: Services): RequestHandler {
  const askFor = async (request: ExpressRequest): Promise<Currency | null> => {
    if (!geolocation || !isPageRequest(request) || readCurrency(settings, request.headers.cookie)) return null;
    return geolocation.currencyOf(addressOf(request));
  };
  return async (request, response, next) => {
    // Null if it was decided before that there is nothing to choose.
    const known = response.locals.firstCurrency as Currency | null | undefined;
    const currency = known === undefined ? await askFor(request) : known;
    if (currency) {
      response.locals.currency = currency;
      response.append("Set-Cookie", setCurrencyCookie(settings, currency));
    }
    next();
  };
}

const detectedCurrency = ({ locals }: ExpressResponse): Currency | null =>
  isCurrency(locals.currency) ? locals.currency : null;

/** Excludes data, feeds, pictures, prefetches and crawlers. */
export function isPageRequest({ method, headers }: IncomingMessage): boolean {
  const purpose = headers["sec-fetch-dest"] ?? "document";
  const isCrawler = /bot\b|crawl|spider|preview|monitor/i.test(headers["user-agent"] ?? "");
  const wantsPage = headers.accept?.includes("text/html") ?? false;
  return method === "GET" && purpose === "document" && wantsPage && !isCrawler && !headers["sec-purpose"];
}

type Action = NonNullable<ServerBuild["routes"][string]>["module"]["action"];

/** Keeps the input of forms refused because the session has expired. Actions redirect before they read the body. */
function keepRefusedForms(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route?.module.action) return [id, route] as const;
    return [id, { ...route, module: { ...route.module, action: wrapAction(route.module.action) } }] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

function wrapAction(action: NonNullable<Action>): NonNullable<Action> {
  return async (args) => {
    try {
      return await action(args);
    } catch (thrown) {
      if (thrown instanceof Response) await keepTyped(args, thrown);
      throw thrown;
    }
  };
}

async function keepTyped({ request, context }: ActionFunctionArgs, refusal: Response): Promise<void> {
  const address = addressAfterSignIn(refusal);
  const fields = address && (await readFields(request));
  if (!fields) return;
  const { services } = context;
  const userId = markedAccount(services.settings, fields.get(accountField));
  const typed = [...fields].filter(([name]) => name !== accountField && !isSecret(name, address));
  if (!userId || typed.length === 0) return;
  const id = await keepForm(services, { userId, address, fields: typed });
  refusal.headers.append("Set-Cookie", setCookie(services.settings, "kept_form", id, keptSeconds));
}

function addressAfterSignIn({ headers }: Response): string | null {
  const location = headers.get("Location") ?? "";
  if (!/^\/sign-in[/?]/.test(location)) return null;
  return new URL(location, "http://localhost").searchParams.get("returnTo");
}

const isSecret = (name: string, address: string) =>
  /password/i.test(name) || (name === "code" && !address.startsWith("/admin/"));

const maxBytes = 128 * 1024;
const maxFields = 200;

async function readFields(request: Request): Promise<URLSearchParams | null> {
  const bytes = Number(request.headers.get("Content-Length") ?? Infinity);
  if (request.bodyUsed || !(bytes <= maxBytes)) return null;
  const form = await request.formData().catch(() => new FormData());
  const texts = [...form].filter((field): field is [string, string] => typeof field[1] === "string");
  return texts.length > 0 && texts.length <= maxFields ? new URLSearchParams(texts) : null;
}
